import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import type { LooseText } from './vault-model';

/** A note with frontmatter, line by line, with their line breaks. */
interface Split {
  readonly open: string;
  /** The lines of each property; comments are lines without a name. */
  readonly chunks: readonly { readonly name?: string; readonly text: string }[];
  readonly close: string;
  readonly body: string;
}

const KEY = /^(?:"([^"]*)"|'([^']*)'|([^\s#\-"'][^:\n]*)):(?:\s|$)/;

export function splitNote(text: string): Split | undefined {
  const [open = '', ...lines] = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const end = lines.findIndex((line) => line.trimEnd() === '---');
  if (open.replace('\ufeff', '').trimEnd() !== '---' || end < 0) return undefined;
  const chunks: { name?: string; text: string }[] = [];
  for (const line of lines.slice(0, end)) {
    const [, double, single, plain] = KEY.exec(line) ?? [];
    const name = double ?? single ?? plain?.trimEnd();
    const last = chunks.at(-1);
    if (name !== undefined) chunks.push({ name, text: line });
    else if (last?.name === undefined || line.startsWith('#')) chunks.push({ text: line });
    else last.text += line;
  }
  return { open, chunks, close: lines[end] ?? '', body: lines.slice(end + 1).join('') };
}

/** What the frontmatter has; `invalid` if it is not YAML, and undefined if this model does not know its lines. */
export function valuesOf(split: Split | undefined): ReadonlyMap<string, unknown> | 'invalid' | undefined {
  if (!split) return new Map();
  const document = parseDocument(split.chunks.map(({ text }) => text).join(''), { logLevel: 'error' });
  if (document.errors.length > 0) return 'invalid';
  const values = (document.toJS() ?? {}) as object;
  if (typeof values !== 'object' || Array.isArray(values)) return undefined;
  const names = split.chunks.flatMap(({ name }) => name ?? []);
  return isDeepStrictEqual(names, Object.keys(values)) ? new Map(Object.entries(values)) : undefined;
}

/** The note with one property set: its lines have the value, and every other byte is as before. */
export function withProperty(text: string, name: string, value: unknown): LooseText {
  const before = splitNote(text);
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const others = (split: Split): string =>
    joined(
      split,
      split.chunks.filter((chunk) => chunk.name !== name),
    );
  return {
    words: `${JSON.stringify(text)} with ${name} set to ${JSON.stringify(value)}`,
    fits: (actual) => {
      const after = splitNote(actual);
      const values = valuesOf(after);
      if (!after || !(values instanceof Map) || !isDeepStrictEqual(values.get(name), value)) return false;
      const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
      const expected = before ?? {
        ...{ open: `${mark}---${lineBreak}`, chunks: [], close: `---${lineBreak}` },
        body: text.slice(mark.length),
      };
      const place = (split: Split): number => split.chunks.findIndex((chunk) => chunk.name === name);
      const wanted = place(expected) < 0 ? expected.chunks.length : place(expected);
      return others(after) === others(expected) && place(after) === wanted;
    },
  };
}

/** The note without a property, and without frontmatter if nothing is left of it. */
export function withoutProperty(text: string, name: string): string {
  const split = splitNote(text);
  if (!split?.chunks.some((chunk) => chunk.name === name)) return text;
  const left = split.chunks.filter((chunk) => chunk.name !== name);
  if (left.every((chunk) => chunk.text.trim() === ''))
    return (text.startsWith('\ufeff') ? '\ufeff' : '') + split.body;
  return joined(split, left);
}

function joined({ open, close, body }: Split, chunks: Split['chunks']): string {
  return open + chunks.map(({ text }) => text).join('') + close + body;
}
