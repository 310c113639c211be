/** A parameter or a flag, as far as an answer told of it. */
export interface Slot {
  readonly name: string;
  readonly isFlag: boolean;
  readonly placeholder: string;
  readonly values: readonly string[];
  readonly meaning: string;
}

/** How to call a command, as an agent has read it. */
export interface Usage {
  readonly command: string;
  readonly slots: readonly Slot[];
  /** What else the line says: access, summary, meanings. */
  readonly about: string;
  /** Whether it says that the command cannot be run now. */
  readonly isOff: boolean;
}

const NAME = /^[a-z][a-z0-9_-]*(?::[a-z0-9_-]+)*/;
const OFF = /\boff:|\bunavailable\b|\bnot available\b/i;
/** What may stand between a usage and its summary. */
const SUMMARY = /\s+[#—–]\s+/;
/** A pair `name=<...>` or `name=a|b`, a flag in brackets, a positional `<word>`, or what groups them. */
const PART =
  /\s*(?:(?<name>[\w-]+)=(?:"?<(?<placeholder>[^>]*)>"?|(?<values>[^\s()[\]|=]+(?:\|[^\s()[\]|=]+(?!\s*=))*))(?=[\s()[\]|,;.]|$)|(?<flag>(?<=[[|]\s*)[\w-]+(?=\s*[\]|]|\s\())|<(?<positional>[^>]*)>|[()[\]|])/y;

/**
 * Reads a usage line, `name param=<...> [param=a|b] [flag] <word>`, and the summary that follows it. Undefined for anything
 * else: a line of prose, or a name alone that no dash or # separates from what follows.
 */
export function parseUsage(line: string): Usage | undefined {
  const text = line.replace(/^[\s`*-]+/, '').replace(/`/, '');
  const command = NAME.exec(text)?.[0];
  if (command === undefined) return undefined;
  const [head = '', ...summary] = text.slice(command.length).split(SUMMARY);
  const slots: Slot[] = [];
  let end = 0;
  for (let found = partAt(head, 0); found; found = partAt(head, end)) {
    end += found[0].length;
    const { name, placeholder = '', values, flag, positional } = found.groups ?? {};
    const slot = name ?? flag ?? positional;
    if (slot === undefined) continue;
    slots.push({
      name: slot,
      isFlag: flag !== undefined,
      placeholder: positional ?? placeholder,
      values: values?.split('|') ?? [],
      meaning: '',
    });
  }
  const rest = head.slice(end).trim();
  if (slots.length === 0 && rest !== '') return undefined;
  const about = [rest, ...summary].join(' ').trim();
  const explained = slots.map((slot) => ({ ...slot, meaning: meaningOf(slot.name, about) }));
  return { command, slots: explained, about, isOff: OFF.test(about) };
}

function partAt(text: string, index: number): RegExpExecArray | null {
  PART.lastIndex = index;
  return PART.exec(text);
}

/** What a summary says of a parameter: `...; name: its meaning; ...`. */
function meaningOf(name: string, about: string): string {
  return new RegExp(String.raw`(?:^|[;.] )${name}: ([^;]*)`).exec(about)?.[1] ?? '';
}

/** The commands that these lines tell how to call, in their order. */
export function usagesIn(lines: readonly string[]): Usage[] {
  return lines.flatMap((line) => parseUsage(line) ?? []);
}
