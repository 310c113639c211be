/** The browser's storage of one vault, kept as text so that only what survives JSON comes back. */
export class LocalStorage {
  readonly values = new Map<string, string>();
  saveFailure: Error | undefined;

  /** What is on the device now, as the next start of the app finds it. */
  copy(): LocalStorage {
    const copy = new LocalStorage();
    for (const [key, text] of this.values) copy.values.set(key, text);
    return copy;
  }

  load(key: string): unknown {
    const text = this.values.get(key);
    return text === undefined ? null : (JSON.parse(text) as unknown);
  }

  /** "If data is `null`, the entry will be cleared" (types' doc comment). */
  save(key: string, data: unknown): void {
    if (this.saveFailure) throw this.saveFailure;
    if (data === null) this.values.delete(key);
    else this.values.set(key, JSON.stringify(data));
  }
}
