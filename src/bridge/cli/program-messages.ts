/**
 * What the program is known to print in place of an answer. Patterns for commands that print the user's own text match a
 * whole message and nothing more, because a note may begin with the same words.
 */

export const VAULT_NOT_FOUND = 'Vault not found.';

export const CLI_DISABLED = /^Command line interface is not enabled\b/;
export const CLI_DISABLED_EXACTLY =
  'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.';

export const APP_UNREACHABLE =
  /\b(?:unable to find Obsidian\. Please make sure Obsidian is running|Unable to connect to main process)/;

export const COMMAND_NOT_FOUND = /^Error: Command "([^"]*)" not found\.[^\n]*$/;
export const COMMAND_NOT_FOUND_EXACTLY =
  /^Error: Command "[^"]*" not found\. (?:It may require a plugin to be enabled\.|Did you mean: [\w.:-]+(?:, [\w.:-]+){0,99}\?)$/;

/** What a closed vault answers to any command, in its whole. */
export function coldVaultMessage(command: string): string {
  return `Error: Command "${command}" not found. It may require a plugin to be enabled.`;
}

export const QUOTED_NOT_FOUND = /^Error: (File|Folder|[A-Z][a-z]+) "([^]*)" not found\.(?: |$)/;
export const VIEW_NOT_FOUND = /^Error: View not found: ([^\n]*)$/;

export const EXCEPTION = /^[A-Z][A-Za-z]*Error: /;
export const PLUGIN_REFUSAL =
  /^(?:Plugin ".*" (?:is not enabled\.|not found\.)|Restricted: plugins are disabled\.)/;
export const NO_HELP = /^No commands matching "/;

/** One-line failures of commands that print the user's own text, besides those that quote what was asked. */
export const KNOWN_LINES =
  /^Error: (?:No active file\.(?: Use file=<name> or path=<path> to specify a file\.)?|File is not a markdown file\.|No template folder configured\.|No active editor\. Open a file first\.|Missing required parameter: [A-Za-z][\w-]*(?:=\S+)?(?:\n+Usage: [^\n]*)?|Debugger not attached\. Use "dev:debug on" to start capturing console messages\.)$/;
