import type { Command } from './command';
import { plainName } from '../../similar-names';

/** Finds commands by a name that is not spelled exactly. Made once for a list of commands. */
export class NameIndex {
  private readonly byPlainName = new Map<string, Command | undefined>();

  constructor(private readonly commands: readonly Command[]) {
    for (const command of commands) {
      const plain = plainName(command.name);
      // Two commands that differ only in separators cannot be told apart by a loose spelling.
      this.byPlainName.set(plain, this.byPlainName.has(plain) ? undefined : command);
    }
  }

  /** The command of this name in any spelling of case and separators, with or without `obsidian` in front. */
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
