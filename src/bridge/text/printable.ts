/**
 * Makes an untrusted text safe for a terminal or a notice: on one line, with control characters escaped.
 * @param limit how many characters are kept; the rest becomes an ellipsis
 */
export function printable(text: string, limit = 200): string {
  return withVisibleCodes(text.length > limit ? `${text.slice(0, limit)}…` : text);
}

/** A whole emoji sequence, or a character that could deceive a reader. */
const EMOJI_OR_UNSEEN =
  /([\d#*]\ufe0f\u20e3|\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*)|[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu;

/**
 * Replaces characters that are invisible, or that change how their neighbors look, with codes, so that the text cannot pass
 * for another.
 * @param kept characters that stay as they are
 */
export function withVisibleCodes(text: string, kept = ''): string {
  return text.replace(EMOJI_OR_UNSEEN, (character, emoji?: string) => {
    if (emoji !== undefined || kept.includes(character)) return character;
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 2 ? `\\u{${code}}` : `\\x${code.padStart(2, '0')}`;
  });
}

/** Formats a whole number with thousands separators: 60000 becomes 60,000. (`toLocaleString` would load 7 MB of locale data.) */
export function amount(value: number): string {
  // Bounded: a number has few digits.
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Cuts off a long text with an ellipsis, for use in a message. */
export function shorten(text: string, limit = 40): string {
  return text.length > limit ? `${text.slice(0, limit).toWellFormed()}…` : text;
}
