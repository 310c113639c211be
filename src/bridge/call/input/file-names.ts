import type { CommandParameter } from '../../commands/catalogue/command';
import { shorten } from '../../text/printable';
import { DEVICE } from './check-target';

/** Maximum characters of a name in a message. */
const SHOWN_CHARS = 200;

/** No-break spaces, which look like spaces. The app replaces them with spaces. */
const NO_BREAK_SPACES = /[\u00a0\u202f]/g;

/** A name as the app spells it, and what the caller should know about it. */
interface NormalizedName {
  readonly name: string;
  readonly warnings: readonly string[];
}

/** Whether the value is the name or the path of a file or folder. */
export function isFileName({ staysInVault, namesResource }: CommandParameter): boolean {
  return staysInVault === true || namesResource === true;
}

/** Whether a name has a no-break space, which the app does not keep. */
export function hasNoBreakSpaces(name: string): boolean {
  return name.search(NO_BREAK_SPACES) >= 0;
}

/** The name with plain spaces. */
export function withSpaces(name: string): string {
  return name.replace(NO_BREAK_SPACES, ' ');
}

/** The name or path of a file in the Unicode form that the app keeps; any other value as it is. */
export function composed(parameter: CommandParameter | undefined, value: string): string {
  return parameter && isFileName(parameter) ? value.normalize('NFC') : value;
}

/**
 * The name of a file or folder as the app spells it. A new name gets plain spaces; a name that may exist is looked up first, in the
 * step after this.
 */
export function normalizeName(parameter: CommandParameter | undefined, value: string): NormalizedName {
  const name = composed(parameter, value);
  const isNew = parameter?.namesNewFile === true || parameter?.namesNewNote === true;
  if (!parameter || !isNew) return { name, warnings: [] };
  const plain = withSpaces(name);
  return {
    name: plain,
    warnings: [...(plain === name ? [] : [madePlain(plain)]), ...refusedElsewhere(parameter, plain)],
  };
}

function madePlain(name: string): string {
  return `The name had a no-break space, and the app keeps only plain spaces: it is "${shorten(name, SHOWN_CHARS)}".`;
}

/** Warnings about a new name that other systems do not take, so that the file would stay on this device. */
function refusedElsewhere(parameter: CommandParameter, path: string): readonly string[] {
  const { placeholder, namesNewNote } = parameter;
  const segments = path.split(/[\\/]/);
  const endsInFile = namesNewNote === true || placeholder !== '<path>' || /\.[^./\\]*$/.test(path);
  const folders = endsInFile ? segments.slice(0, -1) : segments;
  const part =
    segments.find((segment) => /[*"<>?|]/.test(segment) || DEVICE.test(segment)) ??
    folders.find((folder) => /[^\s.][\s.]+$/.test(folder));
  if (part === undefined) return [];
  return [
    `Windows, Android or Obsidian Sync may refuse the name "${shorten(part, SHOWN_CHARS)}": it has one of * " < > ? |, is the name of a device such as CON, or is a folder that ends in a dot or a space.`,
  ];
}
