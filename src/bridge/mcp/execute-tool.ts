import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Command } from '../commands/command';
import type { Outcome, Runner } from '../commands/runner';
import { BridgeError } from '../errors';
import type { Settings } from '../settings';
import { readExecuteArguments } from './arguments';
import { failureAnswer, refusalAnswer, successAnswer } from './execute-answer';
import { fitCall } from './fit-call';
import type { FittedCall } from './fit-call';
import { KeptOutcomes } from './kept-outcomes';
import type { Knowledge } from './knowledge';
import type { ExecuteInput } from './schemas';
import { toolResult } from './tool-result';

/** What `execute` needs of the bridge. */
export interface ExecuteToolOptions {
  readonly runner: Runner;
  readonly settings: () => Settings;
  readonly knowledge: () => Knowledge;
}

type ExecuteTool = (given: Record<string, unknown>, gone: AbortSignal) => Promise<CallToolResult>;

/**
 * The tool `execute` (§4.4): runs one command under the same policy, line and log as REST. Every refusal and failure is a
 * result that says what to do, never a protocol error.
 */
export function executeTool(options: ExecuteToolOptions): ExecuteTool {
  const { runner, settings } = options;
  const kept = new KeptOutcomes();
  return async (given, gone) => {
    let command: Command | undefined;
    try {
      const input = readExecuteArguments(given);
      command = await find(input.command, options);
      runner.authorize(command);
      await runner.requireProgram();
      const call = fitCall(command, input);
      const { outcome, base } = await outcomeOf(command, call, input, gone);
      if (outcome.ok) {
        const warnings = [...outcome.warnings, ...otherName(command, call, outcome.stdout)];
        return toolResult({ ...successAnswer(command, { ...outcome, warnings }, input, base) }, false);
      }
      return toolResult({ ...failureAnswer(outcome, settings()) }, true);
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      if (command) runner.recordRefusal(error, command.name, { interface: 'mcp' });
      const name = command?.name ?? nameIn(given);
      const message = error.code === 'unknown_command' ? unknownCommand(name, options) : error.message;
      const fitted = command !== undefined || error.code !== 'invalid_parameter';
      return toolResult({ ...refusalAnswer({ code: error.code, message }, name, settings(), fitted) }, true);
    }
  };

  /**
   * Runs the call, or finds what it printed when it ran. `base` is the offset that stands for the beginning of the output;
   * undefined where the rest of it cannot be had later.
   */
  async function outcomeOf(
    command: Command,
    call: FittedCall,
    { vault, offset, max_chars }: ExecuteInput,
    gone: AbortSignal,
  ): Promise<{ outcome: Outcome; base: number | undefined }> {
    const repeatable = isRepeatable(command, call);
    const key = JSON.stringify([command.name, vault, call.params, call.flags]);
    if (!repeatable && offset > 0) {
      const found = kept.find(key, offset);
      if (found) return found;
      throw BridgeError.of('invalid_parameter', {
        detail: `offset must be the nextOffset of an answer to this call: it goes on in what that run of ${command.name} printed, and no such output is kept (any more). Nothing was run: it would be done again. Leave offset out to run it.`,
      });
    }
    const outcome = await runner.run(command, { vault, ...call }, { interface: 'mcp', gone });
    if (repeatable) return { outcome, base: 0 };
    const isCut = outcome.ok && outcome.stdout.length > max_chars;
    return { outcome, base: isCut ? kept.keep(key, outcome) : undefined };
  }
}

/** The program gives a new note another name when there is one of its name: what follows must not go to the old one. */
function otherName({ name }: Command, { params }: FittedCall, stdout: string): string[] {
  const asked = params['path'] ?? params['name'];
  const created = /^Created: (.*?)\r?$/m.exec(stdout)?.[1];
  if (name !== 'create' || asked === undefined || created === undefined) return [];
  const stem = / \d+$/.test(withoutMd(created)) && withoutMd(created).replace(/ \d+$/, '');
  const wanted = withoutMd(asked);
  if (stem !== wanted && !(typeof stem === 'string' && stem.endsWith(`/${wanted}`))) return [];
  return [`There is a note of this name, left as it was: the new one is "${created}".`];
}

function withoutMd(path: string): string {
  return path.replace(/\.md$/i, '');
}

/** Whether running it again shows the same and changes nothing, so that paging may do so. */
function isRepeatable(command: Command, { flags }: FittedCall): boolean {
  return command.kind === 'read' && command.name !== 'random:read' && !flags.includes('clear');
}

/** The command in any spelling; one that is not known yet is looked up in the running app. @throws BridgeError `unknown_command` */
async function find(given: string, { runner, knowledge }: ExecuteToolOptions): Promise<Command> {
  const known = knowledge().search.named(given);
  if (known) return known;
  try {
    return await runner.find(given.trim());
  } catch (error) {
    const refreshed = knowledge().search.named(given);
    if (refreshed) return refreshed;
    throw error;
  }
}

function nameIn({ command }: Record<string, unknown>): string {
  return typeof command === 'string' ? command.trim() : '';
}

function unknownCommand(name: string, { knowledge }: ExecuteToolOptions): string {
  const { search } = knowledge();
  // A whole command line: its first word is the name.
  const [, first = ''] = /^(?:obsidian\s+)?(\S+)\s[^]*=/i.exec(name) ?? [];
  const nearest = [search.named(first) ?? search.nearest(name, 3)].flat();
  const names = nearest.map((command) => command.name).join(', ');
  return `Unknown command "${name}".${names === '' ? '' : ` Did you mean ${names}?`} Nothing was run.`;
}
