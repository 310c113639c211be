import type * as obsidian from '../../node_modules/obsidian/obsidian';

/** The command registry. */
export class Commands {
  readonly commands: Record<string, obsidian.Command> = {};

  addCommand(command: obsidian.Command): void {
    this.commands[command.id] = command;
  }

  removeCommand(id: string): void {
    delete this.commands[id];
  }

  /** Whether the palette would offer it: `checkCallback` overrides `callback` (types' doc comment). */
  isAvailable(id: string): boolean {
    const command = this.commands[id];
    if (!command) return false;
    return command.checkCallback ? command.checkCallback(true) === true : command.callback !== undefined;
  }

  execute(id: string): unknown {
    const command = this.commands[id];
    return command?.checkCallback ? command.checkCallback(false) : (command?.callback?.() as unknown);
  }
}
