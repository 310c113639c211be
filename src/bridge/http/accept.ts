interface Range {
  readonly type: string;
  readonly quality: number;
}

function parseRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const value = quality === undefined ? 1 : Number(quality.slice(2));
  return { type, quality: Number.isNaN(value) ? 0 : value };
}

/** Whether an Accept header prefers `text/plain` to JSON: it must name it, and before or above any JSON. */
export function prefersText(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/plain')) return false;
  const ranges = accept.split(',').map(parseRange);
  const text = ranges.findIndex(({ type }) => type === 'text/plain');
  const json = ranges.findIndex(({ type }) => type === 'application/json');
  const textQuality = ranges[text]?.quality ?? 0;
  const jsonQuality = ranges[json]?.quality ?? 0;
  return textQuality > 0 && (textQuality > jsonQuality || (textQuality === jsonQuality && text < json));
}
