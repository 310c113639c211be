import type { Command } from './command';
import { plainName } from '../../text/similar-names';

/** Finds commands by inexact names. Built once per list of commands. */
export class NameIndex {
  private readonly byPlainName = new Map<string, Command | undefined>();

  constructor(private readonly commands: readonly Command[]) {
    for (const command of commands) {
      const plain = plainName(command.name);
      // An inexact spelling cannot tell apart two names that differ only in separators.
      this.byPlainName.set(plain, this.byPlainName.has(plain) ? undefined : command);
    }
  }

  /** Finds a command, ignoring case, separators and an `obsidian` prefix. */
  find(given: string): Command | undefined {
    const text = given.trim();
    const bare = text.replace(/^obsidian[\s:/_.-]+/i, '');
    return (
      this.commands.find(({ name }) => name === bare) ??
      this.byPlainName.get(plainName(bare)) ??
      this.byPlainName.get(plainName(text))
    );
  }
}
