import type { FailureCode } from '../bridge/error-codes/error-codes';

/** Results whose code alone says too little. */
const RESULTS: Partial<Record<FailureCode, string>> = {
  https_request: 'HTTPS, and the server speaks plain HTTP',
  unauthorized: 'No key, or a wrong one',
  host_not_allowed: 'Host name not allowed',
  origin_not_allowed: 'Web page not allowed',
  key_scope: "Beyond this client's access",
  read_only: 'Blocked by read-only mode',
  command_dangerous: 'Dangerous command, not allowed',
  bridge_protected: 'Would act on CLI Bridge itself',
  denied_by_user: 'Denied by you',
  approval_timeout: 'Not answered in time',
  approval_unavailable: "Couldn't ask you",
  rest_disabled: 'REST interface is off',
  mcp_disabled: 'MCP interface is off',
  timeout: 'Timed out',
  unconfirmed: 'May not have happened',
  cancelled: 'Canceled',
  revision_conflict: 'Note changed meanwhile',
  ambiguous_name: 'Several files have this name',
  no_store: 'Possible only in its own vault',
  cli_disabled: 'Command line interface is off',
  app_not_running: "Obsidian isn't running",
  cli_failed: 'Failed',
  cli_not_found: 'Obsidian CLI not found',
  cli_not_answering: "Obsidian CLI didn't respond",
  spawn_failed: "Obsidian CLI didn't start",
  queue_full: 'Too many requests waiting',
  answers_full: 'Too many long responses at once',
  queue_timeout: 'Waited too long',
  stopping: 'Server was stopping',
};

/** The result of a call in a few words. @param code the error code; empty on success */
export function resultInWords(code: string): string {
  if (code === '') return 'Done';
  const text = (RESULTS as Readonly<Record<string, string>>)[code] ?? code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
