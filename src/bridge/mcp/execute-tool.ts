import type { Caller } from '../caller';
import type { Call } from '../commands/call-steps';
import type { Catalogue } from '../commands/catalogue';
import type { CheckedCall } from '../commands/check-input';
import type { Command } from '../commands/command';
import type { Outcome } from '../commands/outcome';
import { BridgeError } from '../errors';
import type { AdmittedAnswer, AnswerMemory } from '../http/send-answer';
import { readExecuteArguments } from './arguments';
import type { ExecuteInput } from './arguments';
import type { CommandIndex, CommandIndexOf } from './command-index';
import { failureAnswer, refusalAnswer, successAnswer } from './execute-answer';
import { OutputCache } from './output-cache';
import { EXECUTE_FIELDS } from './tool-definitions';
import type { ToolAnswer } from './tool-definitions';

/** What `execute` needs of the bridge. */
export interface ExecuteToolOptions {
  readonly call: Call;
  readonly catalogue: Catalogue;
  readonly commandIndex: CommandIndexOf;
  /** Bounds the memory for the outputs in all answers. */
  readonly answers: AnswerMemory;
}

type ExecuteTool = (given: Record<string, unknown>, caller: Caller) => Promise<ToolAnswer>;

/** The tool `execute`: runs one command. Every refusal and failure is a result that says what to do, never a protocol error. */
export function executeTool({ call, catalogue, commandIndex, answers }: ExecuteToolOptions): ExecuteTool {
  const cache = new OutputCache();
  return async (given, caller) => {
    let admitted: AdmittedAnswer | undefined;
    try {
      const input = readExecuteArguments(given);
      const run = new PagedRun(input, cache, caller.key.id);
      const outcome = await call(
        input.command,
        {
          forgiving: { ownFields: EXECUTE_FIELDS },
          wantsData: false,
          read: () => input,
          earlier: (...called) => run.earlier(...called),
          admitAnswer: (known, outcome) => (admitted = answers.admit(known, outcome)).outcome,
        },
        caller,
      );
      if (!outcome.ok) return { content: await failureAnswer(outcome), isError: true };
      const command = catalogue.get(outcome.command);
      const base = run.baseOf(outcome);
      return { content: await successAnswer(command, outcome, input, base), isError: false };
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      const { command, hint } = error.context;
      const name = command ?? nameIn(given);
      const message =
        error.code === 'unknown_command' ? unknownCommand(name, commandIndex(caller.key)) : error.message;
      const hasRightForm = command !== undefined || error.code !== 'invalid_parameter';
      const refusal = refusalAnswer({ code: error.code, message, hint }, name, hasRightForm);
      return { content: refusal, isError: true };
    } finally {
      // The answer has no more than a page of the output.
      admitted?.release();
    }
  };
}

/** One call whose output may be longer than one answer: decides where the requested part comes from. */
class PagedRun {
  private key = '';
  private isRepeatable = true;
  private base: number | undefined = 0;

  constructor(
    private readonly input: ExecuteInput,
    private readonly cache: OutputCache,
    private readonly client: string,
  ) {}

  /**
   * The earlier run whose output this call continues; undefined when the command must run.
   * @throws BridgeError `invalid_parameter` when that output is gone and the command must not run again
   */
  earlier(command: Command, { commandLine }: CheckedCall): Outcome | undefined {
    const { vault, parameters, flags } = commandLine;
    this.key = JSON.stringify([this.client, command.name, vault, [...parameters], flags]);
    this.isRepeatable = isRepeatable(command, flags);
    const { offset } = this.input;
    if (this.isRepeatable || offset === 0) return undefined;
    const found = this.cache.find(this.key, offset);
    if (!found) {
      throw BridgeError.of('invalid_parameter', {
        detail: `offset must be the nextOffset from an answer to this same call: it continues what that run of ${command.name} printed, and that output is not kept (any more). Nothing was run, because it would be done again. Leave offset out to run it.`,
      });
    }
    this.base = found.base;
    return found.outcome;
  }

  /** The offset of the first character of the output; undefined when the rest cannot be fetched later. */
  baseOf(outcome: Outcome): number | undefined {
    if (this.isRepeatable || this.base !== 0) return this.base;
    const isCut = outcome.long !== undefined || outcome.stdout.length > this.input.max_chars;
    return isCut ? this.cache.add(this.key, outcome) : undefined;
  }
}

function nameIn({ command }: Record<string, unknown>): string {
  return typeof command === 'string' ? command.trim() : '';
}

function unknownCommand(name: string, { search }: CommandIndex): string {
  // A whole command line: its first word is the name.
  const [, first = ''] = /^(?:obsidian\s+)?(\S+)\s[^]*=/i.exec(name) ?? [];
  const nearest = [search.named(first) ?? search.nearest(name, 3)].flat();
  const names = nearest.map((command) => command.name).join(', ');
  return `Unknown command "${name}".${names === '' ? '' : ` Did you mean ${names}?`} Nothing was run.`;
}

/** Whether running the command again shows the same and changes nothing, so that its output can be read in parts. */
function isRepeatable(command: Command, flags: readonly string[]): boolean {
  const changing = command.flags.filter(({ repeatable }) => repeatable === false);
  return command.repeatable && !changing.some(({ name }) => flags.includes(name));
}
