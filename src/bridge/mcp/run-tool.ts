import type { Caller } from '../caller';
import type { CallSource } from '../call/call';
import type { CallRunner } from '../call/runner';
import { BridgeError, hintFor } from '../errors';
import type { RunsInput } from './arguments';
import type { CommandIndex, CommandIndexOf } from './command-index';
import { condense } from './condense';
import { filesOfOne } from './file-block';
import { OutputCache } from './output-cache';
import { failureAnswer, FAILURE_LIMIT, refusalAnswer, successAnswer } from './run-answer';
import { runBatch } from './run-batch';
import { ToolCall } from './tool-call';
import type { ToolAnswer } from './tool-definitions';

/** The parts of the bridge that runs need. */
export interface RunContext {
  readonly calls: CallRunner;
  readonly commandIndex: CommandIndexOf;
}

/** How a tool asks for a run. */
interface RunRequest {
  /** Reads what to run. @throws BridgeError `invalid_parameter` */
  readonly read: () => RunsInput;
  /** The name of the command as far as it is known when the arguments cannot be read. */
  readonly name: unknown;
  /** What the tool takes, for arguments that cannot be read. */
  readonly usage: string;
  readonly refusalOf?: (input: RunsInput) => NonNullable<CallSource['refusalOf']>;
}

/** Runs one command, or several. */
export type Run = (asked: RunRequest, caller: Caller) => Promise<ToolAnswer>;

/** What both tools run with. Every refusal and failure is a result that says what to do, never a protocol error. */
export function runWith({ calls, commandIndex }: RunContext): Run {
  const cache = new OutputCache();
  return async ({ read, name: given, usage, refusalOf }, caller) => {
    let limit = FAILURE_LIMIT;
    try {
      const input = read();
      const tool = { cache, client: caller.key.id, ...(refusalOf && { refusalOf: refusalOf(input) }) };
      if ('calls' in input) {
        limit = Math.min(limit, input.maxChars);
        return await runBatch(calls, input, tool, caller);
      }
      limit = Math.min(limit, input.max_chars);
      const call = new ToolCall(input, tool);
      const outcome = await calls.run(input.command, call.source(filesOfOne(input.full)), caller);
      const { checked } = call;
      if (!checked) throw new Error('A call ran unchecked.');
      const condensed = condense(outcome, checked, input.full);
      const content = successAnswer(checked, condensed, input, call.baseOf(condensed, input.max_chars));
      return { content, isError: false, file: outcome.file };
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      const { code, message, context, ran } = error;
      if (ran) return { content: failureAnswer(error, ran, limit), isError: true };
      const name = context.command ?? (typeof given === 'string' ? given.trim() : '');
      const isUnread = context.command === undefined && code === 'invalid_parameter';
      const said = code === 'unknown_command' ? unknownCommand(name, commandIndex(caller.key)) : {};
      const hint = context.hint ?? (isUnread ? usage : undefined);
      const refusal = { code, message, hint, data: context.data, ...said };
      return { content: refusalAnswer(refusal, name, limit), isError: true };
    }
  };
}

function unknownCommand(name: string, { search }: CommandIndex): { message: string; hint: string } {
  // A whole command line: its first word is the name.
  const [, first = ''] = /^(?:obsidian\s+)?(\S+)\s[^]*=/i.exec(name) ?? [];
  const nearest = [search.named(first) ?? search.nearest(name, 3)].flat();
  const names = nearest.map((command) => command.name).join(', ');
  const meant = names === '' ? '' : `Did you mean ${names}? `;
  return {
    message: `There is no command "${name}", so nothing was run.`,
    hint: `${meant}${hintFor('unknown_command', { interface: 'mcp' })}`,
  };
}
