import type { Caller } from '../caller';
import { readExecuteArguments } from './arguments';
import type { Run } from './run-tool';
import type { ToolAnswer } from './tool-definitions';

type ExecuteTool = (given: Record<string, unknown>, caller: Caller) => Promise<ToolAnswer>;

const USAGE =
  'execute takes command, params, flags, vault, if_revision, only, heading, lines, max_chars, offset and full, or calls, stop_on_error and max_chars; search with command shows an example.';

/** The tool `execute`: runs one command, or several. */
export function executeTool(run: Run): ExecuteTool {
  return (given, caller) =>
    run({ read: () => readExecuteArguments(given), name: given['command'], usage: USAGE }, caller);
}
