import { screen } from './screen';

/** Failure to inject: the app may refuse the clipboard when its window has no focus. */
export const clipboard: { failure: Error | undefined } = { failure: undefined };

const recording: Pick<Clipboard, 'readText' | 'writeText'> = {
  async writeText(text) {
    if (clipboard.failure) throw clipboard.failure;
    screen.copied.push(text);
    await Promise.resolve();
  },
  readText: () => Promise.resolve(screen.copied.at(-1) ?? ''),
};

/** Puts a recording clipboard in the place of the real one, in Node too, where there is none. */
export function installClipboard(): void {
  const host = globalThis as { navigator?: object };
  if (!host.navigator) host.navigator = {};
  Object.defineProperty(host.navigator, 'clipboard', { value: recording, configurable: true });
}
