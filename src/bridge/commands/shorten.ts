/** The beginning of a text that a sentence repeats, with an ellipsis for the rest. */
export function shorten(text: string, limit = 40): string {
  return text.length > limit ? `${text.slice(0, limit).toWellFormed()}…` : text;
}
