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

  execute(id: string): unknown {
    return this.commands[id]?.callback?.();
  }
}
