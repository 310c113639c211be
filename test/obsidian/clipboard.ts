/** The clipboard of the newest test app: what was copied, and a failure to inject (a window without focus has none). */
export class RecordingClipboard implements Pick<Clipboard, 'readText' | 'writeText'> {
  readonly copied: string[] = [];
  failure: Error | undefined;

  writeText(text: string): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    this.copied.push(text);
    return Promise.resolve();
  }

  readText(): Promise<string> {
    return Promise.resolve(this.copied.at(-1) ?? '');
  }
}

/** Puts it in the place of the real one, in Node too, where there may be no `navigator` at all. */
export function installClipboard(): RecordingClipboard {
  const host = globalThis as { navigator?: object; activeWindow?: object };
  const clipboard = new RecordingClipboard();
  host.activeWindow ??= host;
  if (!host.navigator) host.navigator = {};
  Object.defineProperty(host.navigator, 'clipboard', { value: clipboard, configurable: true });
  return clipboard;
}
