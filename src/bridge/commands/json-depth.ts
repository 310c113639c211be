/**
 * Whether arrays and objects are nested more than `limit` deep in a JSON text. Checked before parsing: a very deep value can
 * be parsed, but not serialized again, and not every client can read it.
 */
export function isNestedDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '[' || character === '{') depth += 1;
    if (depth > limit) return true;
  }
  return false;
}
