/**
 * Whether arrays and objects stand more than `limit` deep in each other in a JSON text. Counted before it is parsed: a
 * value of any depth can be read, but a deep one can neither be written again here nor read by every client.
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
