import type { Bridge } from '../bridge/bridge';
import type { CliStatus } from '../bridge/cli/program-status';
import type { QueueState } from '../bridge/cli/queue';
import type { Command } from '../bridge/commands/catalogue/command';
import type { Outcome } from '../bridge/call/outcome';
import { OWNER } from '../bridge/key-records';
import { openSince } from '../bridge/notes/changes/change-list';
import type { Change, ChangeList } from '../bridge/notes/changes/change-list';
import type { ProgramControl } from './bridge-controller';

/** The Obsidian CLI as the bridge knows it, and the commands that the plugin itself runs. */
export class PluginProgram implements ProgramControl {
  constructor(
    private readonly bridge: () => Bridge,
    private readonly changes: ChangeList,
    private readonly changed: () => void,
  ) {}

  get status(): CliStatus {
    return this.bridge().status().cli;
  }

  get queue(): QueueState {
    return this.bridge().status();
  }

  get commands(): readonly Command[] {
    return this.bridge().catalogue.list();
  }

  async lookAgain(): Promise<void> {
    // It rejects only while the bridge is stopping, and then the result no longer matters.
    await this.bridge()
      .lookAgain()
      .catch(() => undefined);
    this.changed();
  }

  /** Whether the Obsidian CLI is at this path. */
  async isAt(path: string): Promise<boolean> {
    const result = await this.bridge()
      .tryProgram(path)
      .catch(() => undefined);
    return result?.found === true && result.answer !== 'other_program';
  }

  ask(command: string, timeoutMs: number): Promise<Outcome | undefined> {
    return this.bridge()
      .ask(command, AbortSignal.timeout(timeoutMs))
      .catch(() => undefined);
  }

  runOwn(name: string, parameters: ReadonlyMap<string, string>, flags: readonly string[]): Promise<Outcome> {
    return this.bridge().runOwn(name, parameters, flags);
  }

  async undoAll(clientId: Change['clientId'], since: string): ReturnType<ProgramControl['undoAll']> {
    const open = openSince(this.changes.list(OWNER), clientId, since);
    const left: Change[] = [];
    for (const change of open) {
      const failure = await this.runOwn('cli-bridge:undo', new Map([['id', change.id]]), []).then(
        ({ code }) => code,
        (error: unknown) => error,
      );
      if (failure !== undefined) left.push(change);
    }
    return { undone: open.length - left.length, left };
  }
}
