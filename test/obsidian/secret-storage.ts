/**
 * Secrets in memory. Ids are "lowercase alphanumeric with optional dashes" (types' doc comment); the limit of 64
 * characters is what plugin authors report from the app.
 */
export class SecretStorage {
  readonly values = new Map<string, string>();
  /** When set, every access throws it: a locked or missing system keychain. */
  failure: Error | undefined;

  setSecret(id: string, secret: string): void {
    this.#failIfTold();
    if (!/^[a-z0-9-]{1,64}$/.test(id)) throw new Error(`Invalid secret ID: ${id}`);
    this.values.set(id, secret);
  }

  getSecret(id: string): string | null {
    this.#failIfTold();
    return this.values.get(id) ?? null;
  }

  #failIfTold(): void {
    if (this.failure) throw this.failure;
  }
}
