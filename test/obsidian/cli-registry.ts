import type * as obsidian from '../../node_modules/obsidian/obsidian';

export interface CliRegistration {
  /** The name of the plugin, which the help shows before the description. */
  plugin: string;
  description: string;
  flags: obsidian.CliFlags | null;
  handler: obsidian.CliHandler;
}

/** Commands that plugins add to the app's own command-line program. */
export class CliRegistry {
  readonly handlers = new Map<string, CliRegistration>();

  /** "Alphanumeric characters without spaces", "already registered will throw an Error": types' doc comment. */
  register(command: string, registration: CliRegistration): void {
    if (!/^[\w-]+(:[\w-]+)*$/.test(command)) throw new Error(`Invalid CLI command: ${command}`);
    if (this.handlers.has(command)) throw new Error(`CLI command already registered: ${command}`);
    this.handlers.set(command, registration);
  }
}
