import { decodeContent } from './arguments';
import { Failure } from './failure';
import type { VaultFolder } from './vault-folder';

/** A parameter or flag, as the help shows it. */
export interface Option {
  readonly name: string;
  /** How the help writes it: `file=<name>`, or the bare name of a flag. */
  readonly token: string;
  readonly description: string;
  readonly required: boolean;
}

/** One call, as a command sees it. */
export interface Call {
  readonly command: Command;
  /** The vault the call works on. The getter throws when there is none. */
  readonly vault: VaultFolder;
  /** All vaults, the default one first. */
  readonly vaults: readonly VaultFolder[];
  /** The commands that are available now. */
  readonly commands: readonly Command[];
  readonly now: Date;
  /** The bare words after the command. */
  readonly words: readonly string[];
  /** The value of a parameter; undefined when it was not given or is empty. */
  readonly value: (name: string) => string | undefined;
  /** The value of a required parameter as it was given, possibly empty. */
  readonly given: (name: string) => string;
  /** Whether a flag is on: any text is, even `false`; an empty one is not. */
  readonly flag: (name: string) => boolean;
}

/** A command: its help and what it does. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Whether the help lists it in the Developer section. */
  readonly developer?: boolean;
  /** The core plugin that provides it: the command exists only while that plugin is on. */
  readonly corePlugin?: string;
  /** Whether what the real program prints for a success is not known. */
  readonly isReplyUnknown?: boolean;
  /** Returns what to print. @throws Failure */
  readonly run: (call: Call) => string | Promise<string>;
}

/** An optional parameter. */
export function parameter(name: string, values: string, description: string): Option {
  return { name, token: `${name}=${values}`, description, required: false };
}

/** A required parameter. */
export function required(name: string, values: string, description: string): Option {
  return { ...parameter(name, values, description), required: true };
}

/** A flag. */
export function flag(name: string, description: string): Option {
  return { name, token: name, description, required: false };
}

/** The usage line of a command: every parameter and flag in declared order, optional ones in brackets. */
export function usage({ name, options }: Command): string {
  const tokens = options.map(({ token, required: must }) => (must ? token : `[${token}]`));
  return `Usage: ${[name, ...tokens].join(' ')}`;
}

/**
 * The decoded text of `content=`.
 * @throws Failure when it is empty
 */
export function contentOf(call: Call): string {
  const content = call.value('content');
  if (content !== undefined) return decodeContent(content);
  throw new Failure(`Missing required parameter: content\n${usage(call.command)}`);
}

/** The parameters of every command that works on one file. */
export const FILE_OPTIONS: readonly Option[] = [
  parameter('file', '<name>', 'File name'),
  parameter('path', '<path>', 'File path'),
];

/** Where to show a note. The stand-in has no panes: the parameter is accepted and has no effect. */
export const PANE_TYPE: Option = parameter('paneType', 'tab|split|window', 'Pane type to open in');
