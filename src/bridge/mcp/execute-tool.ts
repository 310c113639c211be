import type { Caller } from '../caller';
import type { CallRunner } from '../call/runner';
import type { Catalogue } from '../commands/catalogue/catalogue';
import { BridgeError, hintFor } from '../errors';
import { readBatchArguments, readExecuteArguments } from './arguments';
import type { CommandIndex, CommandIndexOf } from './command-index';
import { condense } from './condense';
import { failureAnswer, FAILURE_LIMIT, refusalAnswer, successAnswer } from './execute-answer';
import { executeBatch } from './execute-batch';
import { FILES } from './file-block';
import { OutputCache } from './output-cache';
import { PagedRun } from './paged-run';
import { EXECUTE_FIELDS } from './tool-definitions';
import type { ToolAnswer } from './tool-definitions';

/** The parts of the bridge that `execute` needs. */
export interface ExecuteToolOptions {
  readonly calls: CallRunner;
  readonly catalogue: Catalogue;
  readonly commandIndex: CommandIndexOf;
}

type ExecuteTool = (given: Record<string, unknown>, caller: Caller) => Promise<ToolAnswer>;

/** The tool `execute`: runs one command, or several. Every refusal and failure is a result that says what to do, never a protocol error. */
export function executeTool({ commandIndex, ...options }: ExecuteToolOptions): ExecuteTool {
  const cache = new OutputCache();
  return async (given, caller) => {
    let limit = FAILURE_LIMIT;
    try {
      const several = readBatchArguments(given);
      if (several) {
        limit = Math.min(limit, several.maxChars);
        return await executeBatch({ ...options, cache }, several, caller);
      }
      const input = readExecuteArguments(given);
      limit = Math.min(limit, input.max_chars);
      const run = new PagedRun(input.offset, cache, caller.key.id);
      const outcome = await options.calls.run(
        input.command,
        {
          forgiving: { ownFields: EXECUTE_FIELDS },
          files: FILES,
          read: () => input,
          earlier: (call) => run.earlier(call),
        },
        caller,
      );
      const command = options.catalogue.get(outcome.command);
      const { parameters } = run;
      const condensed = condense(outcome, command, parameters, input.full);
      const base = run.baseOf(condensed, input.max_chars);
      const content = successAnswer(command, condensed, { ...input, parameters }, base);
      return { content, isError: false, file: outcome.file };
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      const { code, message, context, ran } = error;
      if (ran) return { content: failureAnswer(error, ran, limit), isError: true };
      const name = context.command ?? nameIn(given);
      const hasRightForm = context.command !== undefined || code !== 'invalid_parameter';
      const said = code === 'unknown_command' ? unknownCommand(name, commandIndex(caller.key)) : {};
      const refusal = { code, message, hint: context.hint, data: context.data, ...said };
      return { content: refusalAnswer(refusal, name, limit, hasRightForm), isError: true };
    }
  };
}

function nameIn({ command }: Record<string, unknown>): string {
  return typeof command === 'string' ? command.trim() : '';
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
