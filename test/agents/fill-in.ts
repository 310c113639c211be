import type { Slot, Usage } from './usage';

/** What a task gives: values by what a person would call them. `true` stands for a wish, "permanently"; a name that ends in `?` may be left out. */
export type Facts = Readonly<Record<string, string | number | true>>;

/** Arguments of `execute` for one call. */
export interface Filled {
  readonly command: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly flags: readonly string[];
}

/** Meanings of parameters that hold for all commands, by their names. */
export type Glossary = ReadonlyMap<string, string>;

/** Reads what the texts of the tools say of parameters: `name` (meaning), or: `name` is the meaning. */
export function glossaryOf(text: string): Glossary {
  const found = text.matchAll(/`(\w+)`(?:\s*\(([^)]*)\)| is ([^;.\n]*))/g);
  return new Map([...found].map(([, name = '', inBrackets, said]) => [name, inBrackets ?? said ?? '']));
}

/**
 * Puts every fact where the usage has a place for it: the best fit by name, allowed values, placeholder and meaning.
 * @returns the call, and the facts without a place
 */
export function fillIn(usage: Usage, facts: Facts, glossary: Glossary): { call: Filled; left: string[] } {
  const fits = Object.entries(facts)
    .flatMap(([label, value]) =>
      usage.slots.map((slot) => ({ label, value, slot, fit: fitOf(label, value, slot, glossary) })),
    )
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit);
  const params: Record<string, string | number> = {};
  const flags: string[] = [];
  const placed = new Set<string>();
  const taken = new Set<string>();
  for (const { label, value, slot } of fits) {
    if (placed.has(label) || taken.has(slot.name)) continue;
    placed.add(label);
    taken.add(slot.name);
    if (value === true) flags.push(slot.name);
    else params[slot.name] = value;
  }
  const left = Object.keys(facts).filter((label) => !placed.has(label) && !label.endsWith('?'));
  return { call: { command: usage.command, params, flags }, left };
}

/** How well a fact fits into a place; 0 where it does not. */
function fitOf(label: string, value: string | number | true, slot: Slot, glossary: Glossary): number {
  if ((value === true) !== slot.isFlag) return 0;
  const words = wordsOf(label);
  const isNamed = words.join(' ') === slot.name;
  if (slot.values.length > 0 && !slot.values.includes(String(value)) && !isNamed) return 0;
  const shared = (text: string): number => {
    const among = wordsOf(text);
    return words.filter((word) => among.includes(word)).length;
  };
  return (
    (isNamed ? 100 : 0) +
    (slot.values.includes(String(value)) ? 40 : 0) +
    shared(slot.name) * 20 +
    shared(slot.placeholder) * 10 +
    Math.min(shared(`${slot.meaning} ${glossary.get(slot.name) ?? ''}`), 4)
  );
}

/** The words of a text in lowercase, without plural endings. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/(?<!s)s$/, '') : word,
  );
}
