/** Fields of an answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** A field that is a text; empty where it is anything else. */
export function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
