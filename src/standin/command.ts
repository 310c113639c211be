import { decodeContent } from './arguments';
import { Failure } from './failure';
import type { VaultFolder } from './vault-folder';

/** A parameter or flag as the help shows it. */
export interface Option {
  readonly name: string;
  /** As the help writes it: `file=<name>`, or a flag's bare name. */
  readonly token: string;
  readonly description: string;
  readonly required: boolean;
}

/** A call as a command sees it. */
export interface Call {
  readonly command: Command;
  /** The vault to work on. Throws when no vault is open. */
  readonly vault: VaultFolder;
  /** All vaults, the default one first. */
  readonly vaults: readonly VaultFolder[];
  /** The commands that are available now. */
  readonly commands: readonly Command[];
  readonly now: Date;
  /** The bare words after the command. */
  readonly words: readonly string[];
  /** A parameter's value; undefined when missing or empty. */
  readonly value: (name: string) => string | undefined;
  /** A required parameter's value as given, possibly empty. */
  readonly given: (name: string) => string;
  /** Whether a flag is on: with any text, even `false`, but not when empty. */
  readonly flag: (name: string) => boolean;
}

/** A command: its help entry and its implementation. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Whether the help lists it in the Developer section. */
  readonly developer?: boolean;
  /** The core plugin that provides the command, which exists only while that plugin is on. */
  readonly corePlugin?: string;
  /** Whether the real program's reply to a success is unknown. */
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

/** A command's usage line, with optional parameters and flags in brackets. */
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

/** Where to show a note. Has no effect: the stand-in has no panes. */
export const PANE_TYPE: Option = parameter('paneType', 'tab|split|window', 'Pane type to open in');
