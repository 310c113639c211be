import type { Bridge } from '../bridge/bridge';
import type { CliStatus } from '../bridge/cli/program-status';
import type { QueueState } from '../bridge/cli/queue';
import type { Command } from '../bridge/commands/catalogue/command';
import type { Outcome } from '../bridge/call/outcome';
import { BridgeError } from '../bridge/errors';
import type { ProgramControl } from './bridge-controller';

/** The Obsidian CLI as the bridge knows it, and the commands that the plugin itself runs. */
export class PluginProgram implements ProgramControl {
  constructor(
    private readonly bridge: () => Bridge,
    private readonly vault: string,
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

  async ask(command: string, timeoutMs: number): ReturnType<ProgramControl['ask']> {
    try {
      const { stdout, duration, waited } = await this.bridge().run(
        command,
        {},
        AbortSignal.timeout(timeoutMs),
      );
      return { stdout, stderr: '', exitCode: 0, duration, waited };
    } catch (error) {
      return error instanceof BridgeError && error.ran ? { ...error.ran, code: error.code } : undefined;
    }
  }

  runOwn(...[name, parameters, flags]: Parameters<ProgramControl['runOwn']>): Promise<Outcome> {
    return this.bridge().run(name, { vault: this.vault, params: Object.fromEntries(parameters), flags });
  }

  async undoAll(ids: readonly string[]): Promise<readonly string[]> {
    const left: string[] = [];
    for (const id of ids)
      await this.runOwn('cli-bridge:undo', new Map([['id', id]]), []).catch(() => left.push(id));
    return left;
  }
}
