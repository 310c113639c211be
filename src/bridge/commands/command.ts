/** What a command does to the vault or the app: it decides the HTTP method (§4.3). */
export type CommandKind = 'read' | 'write' | 'remove';

export interface CommandParameter {
  readonly name: string;
  readonly required: boolean;
  /** The allowed values, where the program takes only these. */
  readonly values?: readonly string[];
  /** What stands for a free value, for example `<path>`. */
  readonly placeholder: string;
  readonly defaultValue?: string;
  /** Given as a word of its own, not as `name=value`. */
  readonly positional: boolean;
  readonly description: string;
}

export interface CommandFlag {
  readonly name: string;
  readonly description: string;
}

/** One command of the program, with all that the interfaces need to know of it. */
export interface Command {
  /** The name in colon form. */
  readonly name: string;
  readonly category: string;
  readonly kind: CommandKind;
  /** Needs the dangerous-commands opt-in (§5.6). */
  readonly dangerous: boolean;
  readonly summary: string;
  /** What a caller should know besides, or empty. */
  readonly note: string;
  readonly parameters: readonly CommandParameter[];
  readonly flags: readonly CommandFlag[];
  /** Documented, or only known from the running app's `help`. */
  readonly origin: 'builtin' | 'live';
}

export type HttpMethod = 'GET' | 'POST' | 'DELETE';

const METHODS: Record<CommandKind, HttpMethod> = { read: 'GET', write: 'POST', remove: 'DELETE' };

/** The HTTP method the command is mapped to (§4.3). */
export function httpMethod(command: Command): HttpMethod {
  return METHODS[command.kind];
}

/** The methods a command takes: its own, and POST always (§4.3 rule 4). */
export function allowedMethods(command: Command): HttpMethod[] {
  const mapped = httpMethod(command);
  return mapped === 'POST' ? ['POST'] : [mapped, 'POST'];
}

/** The command with its parameters and flags in one line, in the notation of the program's own help. */
export function usage(command: Command): string {
  const parameters = command.parameters.map((parameter) => {
    const value = parameter.values?.join('|') ?? parameter.placeholder;
    const text = parameter.positional ? value : `${parameter.name}=${value}`;
    return parameter.required ? text : `[${text}]`;
  });
  return [command.name, ...parameters, ...command.flags.map((flag) => `[${flag.name}]`)].join(' ');
}

/** Commands with an optional target that cover the whole vault when none is given. */
const VAULT_WIDE: ReadonlySet<string> = new Set(['aliases', 'properties', 'tags', 'tasks']);
/** The parameters that name what a command acts on. */
const TARGETS: readonly string[] = ['file', 'path', 'ref'];

/** Whether the command would act on the note open in the app, given the names of the parameters sent (§4.3). */
export function actsOnOpenNote(command: Command, sent: ReadonlySet<string>): boolean {
  const targets = command.parameters.filter((parameter) => TARGETS.includes(parameter.name));
  const takesNote = ['file', 'path'].every((name) => targets.some((target) => target.name === name));
  return takesNote && !VAULT_WIDE.has(command.name) && !targets.some((target) => sent.has(target.name));
}

/**
 * Commands whose output is text out of notes, which may read like an error message of the program. Not `task`: a checkbox
 * item begins with its list mark, and a change that failed must not pass for one that was made.
 */
const PRINTS_NOTES: ReadonlySet<string> = new Set([
  'read',
  'daily:read',
  'random:read',
  'template:read',
  'history:read',
  'sync:read',
  'diff',
  'property:read',
  'properties',
  'aliases',
  'base:query',
  'bookmarks',
  'outline',
  'links',
  'unresolved',
  'tasks',
  'search:context',
  'dev:console',
  'dev:dom',
  'dev:errors',
]);

/** Whether the command prints text that users wrote. */
export function printsNotes(command: Command): boolean {
  return PRINTS_NOTES.has(command.name);
}

/** Commands that always confirm what they did in one line: silence is suspicious. */
const CONFIRMING: ReadonlySet<string> = new Set([
  'create',
  'append',
  'prepend',
  'delete',
  'move',
  'rename',
  'property:set',
]);

/** Whether a successful run of the command prints a confirmation. */
export function confirms(command: Command): boolean {
  return CONFIRMING.has(command.name);
}

/** Whether running the command again shows the same and changes nothing, so that its output can be read in parts. */
export function isRepeatable(command: Command, flags: readonly string[]): boolean {
  return command.kind === 'read' && command.name !== 'random:read' && !flags.includes('clear');
}
