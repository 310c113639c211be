/** Cuts off a long text with an ellipsis, for use in a message. */
export function shorten(text: string, limit = 40): string {
  return text.length > limit ? `${text.slice(0, limit).toWellFormed()}…` : text;
}
