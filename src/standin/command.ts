import type { VaultFolder } from './vault-folder';

/** A parameter or flag, as the help shows it. */
export interface Option {
  readonly name: string;
  /** What stands in the help: `file=<name>`, or the bare name of a flag. */
  readonly token: string;
  readonly description: string;
  readonly required: boolean;
  /** Whether an empty value counts as given. Mostly it does not (observed on 1.12.7). */
  readonly mayBeEmpty: boolean;
}

/** One call, as a command sees it. */
export interface Call {
  /** The vault the call works on. Reading it fails when there is none. */
  readonly vault: VaultFolder;
  /** All vaults, the default one first. */
  readonly vaults: readonly VaultFolder[];
  /** The commands that can be called now. */
  readonly commands: readonly Command[];
  readonly now: Date;
  /** The bare words behind the command. */
  readonly words: readonly string[];
  /** The value of a parameter; undefined when it was not given or is empty. */
  value(name: string): string | undefined;
  /** The value of a parameter as it was given, which may be the empty text. */
  rawValue(name: string): string | undefined;
  /** Whether a flag was given. */
  flag(name: string): boolean;
}

/** A command: what the help says of it and what it does. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** Whether it stands in the Developer section of the help. */
  readonly developer?: boolean;
  /** The core plugin that brings it: while that one is off, there is no such command. */
  readonly corePlugin?: string;
  /** Gives what to print. Failures are thrown. */
  readonly run: (call: Call) => string | Promise<string>;
}

/** A parameter that may be left out. */
export function parameter(name: string, values: string, description: string): Option {
  return { name, token: `${name}=${values}`, description, required: false, mayBeEmpty: false };
}

/** A parameter that must be given. */
export function required(name: string, values: string, description: string): Option {
  return { name, token: `${name}=${values}`, description, required: true, mayBeEmpty: false };
}

/** A flag. */
export function flag(name: string, description: string): Option {
  return { name, token: name, description, required: false, mayBeEmpty: false };
}

/** The parameters of every command that works on one file. */
export const FILE_OPTIONS: readonly Option[] = [
  parameter('file', '<name>', 'File name'),
  parameter('path', '<path>', 'File path'),
];

/** Where a note is shown. The stand-in has no panes: these are taken and change nothing. */
export const PANE_TYPE: Option = parameter('paneType', 'tab|split|window', 'Pane type to open in');
