/** Messages that the program prints instead of an answer. */

/** The longest message of the program in bytes, including start-up lines but not the values of the call that it quotes. */
export const MESSAGE_LIMIT = 2_048;

/** The longest message of the program with values that it quotes, in UTF-16 units. */
const LONGEST_MESSAGE = 128 * 1024;

/**
 * The part of an output that may be the program's own message: all of it, or its beginning and its end, since libraries may print any
 * amount of lines around a message, and to look at all of that would hold up the app.
 */
export function endsOf(text: string): string {
  if (text.length <= LONGEST_MESSAGE) return text;
  const half = LONGEST_MESSAGE / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}

export const VAULT_NOT_FOUND = 'Vault not found.';

export const CLI_DISABLED = /^Command line interface is not enabled\b/;

export const APP_UNREACHABLE =
  /\b(?:unable to find Obsidian\. Please make sure Obsidian is running|Unable to connect to main process)/;
/** The same at the beginning of an answer: elsewhere, a note may quote it. */
export const APP_UNREACHABLE_LINE =
  /^(?:Error: )?(?:The CLI is unable to find Obsidian\. Please make sure Obsidian is running|Unable to connect to main process)/;

/** The whole answer of a closed vault to any command, while its window opens: no command is known there yet, or not all are. */
export function isColdVaultMessage(text: string, command: string): boolean {
  const [, name, rest = ''] = /^Error: Command "([^"]*)" not found\.( [^\n]*)$/.exec(text) ?? [];
  return (
    name === command &&
    (rest === ' It may require a plugin to be enabled.' || rest.startsWith(' Did you mean: '))
  );
}

export const QUOTED_NOT_FOUND = /^Error: (File|Folder|[A-Z][a-z]+) "([^]*)" not found\.(?: |$)/;
/** A folder where a file is wanted, or the other way around. */
export const OTHER_KIND = /^Error: "([^]*)" is a (?:folder, not a file|file, not a folder)\.$/;
/** All that are missing, and the usage of the command; some commands print it without the prefix. */
export const MISSING_PARAMETER =
  /^(?:Error: )?Missing required parameter: [A-Za-z][^\n]*(?:\n+Usage: [^\n]*)?$/;

export const EXCEPTION = /^[A-Z][A-Za-z]*Error: /;
/** Exceptions that the JavaScript engine throws, in its words. */
export const ENGINE_EXCEPTION =
  /^(?:Error: )?(?:TypeError|ReferenceError|RangeError|SyntaxError): (?:Cannot (?:read|set) propert|Cannot access |Cannot convert |[^\n]* is not (?:a function|defined|iterable|a constructor)|Maximum call stack|Invalid |Unexpected )/;
/** What the app's parser says about frontmatter: any number of lines, which quote the frontmatter. */
export const YAML_ERROR = /^(?:Error: )?YAML(?:Parse|Semantic)?Error: /;
export const PLUGIN_REFUSAL =
  /^(?:Plugin ".*" (?:is not enabled\.|not found\.)|Restricted: plugins are disabled\.)/;

/** What the native CLI prints when its connection to the app breaks; on which stream and with which exit code is not known. */
export const BROKEN_CONNECTION = /^(?:Error: )?(?:Stream closed|Broken pipe|write\(\) failed)\b[^\n]*$/i;

/** Failures known word for word, except those that quote the call. */
export const KNOWN_LINES =
  /^Error: (?:No active file\.(?: Use file=<name> or path=<path> to specify a file\.)?|File is not a markdown file\.|No template folder configured\.|No active editor\. Open a file first\.|Missing required parameter: [A-Za-z][\w-]*(?:=\S+)?(?:\n+Usage: [^\n]*)?|Debugger not attached\. Use "dev:debug on" to start capturing console messages\.)$/;
