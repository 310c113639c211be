/**
 * Makes an untrusted text safe for a terminal or a notice: on one line, with control characters escaped.
 * @param limit how many characters are kept; the rest becomes an ellipsis
 */
export function printable(text: string, limit = 200): string {
  const shown = text.length > limit ? `${text.slice(0, limit)}…` : text;
  // Control characters, line separators, and invisible characters that change how the rest is shown.
  return shown.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, '0')}`;
  });
}
