import { amount } from '../errors';

/** A text with facts in place of their names in braces; numbers are those of bytes or calls. */
export function filled(text: string, facts: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name] ?? '';
    return typeof fact === 'number' ? amount(fact) : fact;
  });
}
