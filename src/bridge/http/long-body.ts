import { TextBytes } from '../bytes';

/** A body that is too long for one string: made and sent in slices. */
export type LongBody = Iterable<string | Buffer>;

/** Text that is part of a JSON text as it stands. */
export class RawJson {
  constructor(readonly text: TextBytes) {}
}

/** The JSON text of an object some of whose values are long. Values that are undefined are left out. */
export function* jsonSlices(object: Readonly<Record<string, unknown>>): LongBody {
  let separator = '{';
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (value instanceof TextBytes) yield* stringSlices(value);
    else if (value instanceof RawJson) yield* textSlices(value.text);
    else yield JSON.stringify(value);
  }
  yield '}';
}

function* stringSlices(text: TextBytes): LongBody {
  yield '"';
  for (const slice of textSlices(text)) yield JSON.stringify(slice).slice(1, -1);
  yield '"';
}

/** The text, with U+FFFD for what is not UTF-8. */
export function* textSlices(text: TextBytes): Iterable<string> {
  for (const slice of text.slices()) yield slice.toString();
}
