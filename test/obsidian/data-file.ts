/**
 * The plugin's `data.json`, kept as text so that only what survives JSON comes back. A fresh plugin has none, and
 * loading it gives null (the developer docs merge it over the defaults for that reason).
 */
export class DataFile {
  text: string | null;
  /** How often it was written. */
  saves = 0;
  loadFailure: Error | undefined;
  saveFailure: Error | undefined;

  constructor(content: unknown) {
    this.text = content === undefined ? null : JSON.stringify(content, null, 2);
  }

  get value(): unknown {
    return this.text === null ? null : (JSON.parse(this.text) as unknown);
  }

  load(): unknown {
    if (this.loadFailure) throw this.loadFailure;
    return this.value;
  }

  save(content: unknown): void {
    if (this.saveFailure) throw this.saveFailure;
    this.saves += 1;
    this.text = JSON.stringify(content, null, 2);
  }
}
