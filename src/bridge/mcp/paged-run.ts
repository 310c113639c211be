import type { Call } from '../call/call';
import type { Command } from '../commands/catalogue/command';
import type { CallOutcome } from '../call/outcome';
import { BridgeError } from '../errors';
import type { OutputCache } from './output-cache';

/** One call whose output may be longer than one answer: decides where the requested part comes from. */
export class PagedRun {
  /** The parameters of the call, once it is checked. */
  parameters: ReadonlyMap<string, string> = new Map();
  private call: readonly unknown[] = [];
  private isRepeatable = true;
  private base: number | undefined = 0;

  constructor(
    private readonly offset: number,
    private readonly cache: OutputCache,
    private readonly client: string,
  ) {}

  /**
   * The earlier run whose output this call continues; undefined when the command must run.
   * @throws BridgeError `invalid_parameter` when that output is gone and the command must not run again
   */
  earlier({ command, line: { vault, parameters, flags } }: Call): CallOutcome | undefined {
    this.parameters = parameters;
    this.call = [this.client, command.name, vault, [...parameters], flags];
    this.isRepeatable = isRepeatable(command, flags);
    if (this.isRepeatable || this.offset <= 0) return undefined;
    const found = this.cache.find(this.key(), this.offset);
    if (!found) {
      throw BridgeError.of('invalid_parameter', {
        detail: `offset must be the nextOffset from an answer to this same call: it continues what that run of ${command.name} printed, and that output is not kept (any more). Nothing was run, because it would be done again. Leave offset out to run it.`,
      });
    }
    this.base = found.base;
    return found.outcome;
  }

  /** Identifies this call; computed only on demand, because its texts may be long. */
  private key(): string {
    return JSON.stringify(this.call);
  }

  /**
   * The offset of the first character of the output; undefined when the rest cannot be fetched later.
   * @param maxChars characters of the output that are shown now
   */
  baseOf(outcome: CallOutcome, maxChars: number): number | undefined {
    if (this.isRepeatable || this.base !== 0) return this.base;
    const isCut = outcome.stdout.length > maxChars;
    return isCut ? this.cache.add(this.key(), outcome) : undefined;
  }
}

/** Whether the command can simply run again for the next part of its output. */
function isRepeatable(command: Command, flags: readonly string[]): boolean {
  const changing = command.flags.filter(({ repeatable }) => repeatable === false);
  return command.repeatable && !changing.some(({ name }) => flags.includes(name));
}
