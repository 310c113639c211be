import type { Call, CallSource, FileLimits } from '../call/call';
import type { CallOutcome } from '../call/outcome';
import type { Command } from '../commands/catalogue/command';
import { BridgeError } from '../errors';
import type { Settings } from '../settings';
import type { RunInput } from './arguments';
import { cutOutcome, requireFit } from './cut-output';
import { withTextShown } from './file-block';
import type { OutputCache } from './output-cache';
import { OWN_FIELDS } from './tool-definitions';

/** What the calls of one request share. */
export interface ToolContext {
  readonly cache: OutputCache;
  /** The id of the client's key. */
  readonly client: string;
  readonly refusalOf?: CallSource['refusalOf'];
}

/** A call as its answer speaks of it. */
export interface AnsweredCall {
  readonly command: Command;
  readonly line: Call['line'];
  readonly ifRevision: string | undefined;
  readonly settings: Pick<Settings, 'privateFolders'>;
}

/** One call of a tool, whose output may be cut, or longer than one answer. */
export class ToolCall {
  /** The call, once it is checked. */
  checked: AnsweredCall | undefined;
  private isRepeatable = true;
  private base: number | undefined = 0;

  constructor(
    readonly input: RunInput,
    private readonly tool: ToolContext,
  ) {}

  /** Where the call comes from. */
  source(files: FileLimits): CallSource {
    const { input, tool } = this;
    return {
      forgiving: { ownFields: OWN_FIELDS },
      files,
      ...(tool.refusalOf && { refusalOf: tool.refusalOf }),
      read: () => input,
      check: (call) => {
        this.checked = call;
        requireFit(input, call);
      },
      part: partOf(input),
      cut: (call, outcome) => cutOutcome(input, call, withTextShown(outcome)),
      earlier: (call) => this.earlier(call),
    };
  }

  /**
   * The earlier run whose output this call continues; undefined when the command must run.
   * @throws BridgeError `invalid_parameter` when that output is gone and the command must not run again
   */
  private earlier({ command, line: { flags } }: Call): CallOutcome | undefined {
    this.isRepeatable = isRepeatable(command, flags);
    const { offset } = this.input;
    if (this.isRepeatable || offset <= 0) return undefined;
    const found = this.tool.cache.find(this.key(), offset);
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
    const { command, line, settings } = this.checked ?? {};
    const { only, heading, lines } = this.input;
    const cut = [only, heading, lines];
    return JSON.stringify([
      this.tool.client,
      command?.name,
      line?.vault,
      [...(line?.parameters ?? [])],
      line?.flags,
      cut,
      // What was private then may be told now, but not the other way round.
      settings?.privateFolders,
    ]);
  }

  /**
   * The offset of the first character of the output; undefined when the rest cannot be fetched later.
   * @param maxChars characters of the output that are shown now
   */
  baseOf(outcome: CallOutcome, maxChars: number): number | undefined {
    if (this.isRepeatable || this.base !== 0) return this.base;
    const isCut = outcome.stdout.length > maxChars;
    return isCut ? this.tool.cache.add(this.key(), outcome) : undefined;
  }
}

/** Identifies the part of the output that the call asks for; undefined for all of it. */
function partOf({ only, heading, lines }: RunInput): string | undefined {
  const parts = [only, heading, lines];
  return parts.some((part) => part !== undefined) ? JSON.stringify(parts) : undefined;
}

/** Whether the command can simply run again for the next part of its output. */
function isRepeatable(command: Command, flags: readonly string[]): boolean {
  const changing = command.flags.filter(({ repeatable }) => repeatable === false);
  return command.repeatable && !changing.some(({ name }) => flags.includes(name));
}
