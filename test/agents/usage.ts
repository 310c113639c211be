import { isObject } from '../../src/bridge/json';
import { textIn } from './text-in';

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
  /** What else the line or the object says: summary, access, meanings. */
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
  /\s*(?:(?<name>[\w-]+)=(?:"?<(?<placeholder>[^>]*)>"?|(?<values>[^\s()[\]|=]+(?:\|[^\s()[\]|=]+(?!\s*=))*))(?=[\s()[\]|,;.]|$)|(?<flag>(?<=[[|]\s*)[\w-]+(?=\s*[\]|]))|<(?<positional>[^>]*)>|[()[\]|])/y;

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

/** Every command that an answer of `search`, or the instructions, tell how to call; in the order of the text. */
export function usagesIn(answer: unknown): Usage[] {
  if (typeof answer === 'string') {
    return answer.split('\n').flatMap((line) => {
      const found = parseUsage(line);
      return found ? [found] : [];
    });
  }
  if (Array.isArray(answer)) return answer.flatMap(usagesIn);
  if (!isObject(answer)) return [];
  if (Array.isArray(answer['params'])) return [fromObject(answer)];
  if (typeof answer['usage'] === 'string') {
    const { usage: line, ...others } = answer;
    const found = parseUsage(line);
    const about = Object.values(others).filter((value) => typeof value === 'string');
    return found
      ? [{ ...found, about: [found.about, ...about].join(' '), isOff: found.isOff || isOff(answer) }]
      : [];
  }
  return Object.entries(answer).flatMap(([name, value]) => (NOT_MATCHES.has(name) ? [] : usagesIn(value)));
}

/** Fields whose text is not a match. */
const NOT_MATCHES: ReadonlySet<string> = new Set([
  'hint',
  'error',
  'code',
  'categories',
  'warnings',
  'note',
  'parameters',
  'example',
]);

function isOff({ enabled, available }: Record<string, unknown>): boolean {
  return enabled === false || available === false;
}

function fromObject(entry: Record<string, unknown>): Usage {
  const list = (name: string, isFlag: boolean): Slot[] =>
    ((entry[name] ?? []) as Record<string, unknown>[]).map((slot) => ({
      name: textIn(slot, 'name'),
      isFlag,
      placeholder: '',
      values: (slot['values'] ?? []) as string[],
      meaning: textIn(slot, 'description'),
    }));
  const texts = ['summary', 'note', 'setting'].map((name) => textIn(entry, name));
  return {
    command: textIn(entry, 'command'),
    slots: [...list('params', false), ...list('flags', true)],
    about: texts.join(' ').trim(),
    isOff: isOff(entry),
  };
}
