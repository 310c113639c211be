/**
 * The text without a marker, wherever it stands: nothing else looks like it. Where it stands once and that makes the text the
 * one of before, the line break that the program put next to it goes, too.
 * @returns undefined where the marker does not stand in the text
 */
export function withoutMarker(
  text: string,
  marker: string,
  isBefore: (text: string) => boolean,
): string | undefined {
  const at = text.indexOf(marker);
  if (at < 0) return undefined;
  const plain = text.replaceAll(marker, '');
  const isOnce = plain.length === text.length - marker.length;
  if (!isOnce || isBefore(plain)) return plain;
  const end = at + marker.length;
  const cuts = LINE_BREAKS.flatMap((lineBreak) => [
    text.slice(0, at).endsWith(lineBreak) && text.slice(0, at - lineBreak.length) + text.slice(end),
    text.startsWith(lineBreak, end) && text.slice(0, at) + text.slice(end + lineBreak.length),
  ]);
  for (const cut of cuts) if (cut !== false && isBefore(cut)) return cut;
  return plain;
}

const LINE_BREAKS = ['\n', '\r\n'] as const;
