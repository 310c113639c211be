import { BridgeError } from '../../errors';
import { shorten } from '../../text/printable';
import { lastSegment } from '../../text/file-types';

/** Maximum characters of a path in a message. */
const SHOWN_CHARS = 200;

/** Characters that the program does not allow in names. */
export const NOT_IN_NAMES = process.platform === 'win32' ? /[*"\\<>:|?]/ : /[\\:]/;

/** Something that people wrongly add to a name. */
type Addition = readonly [form: RegExp, what: string];

/** Around a name. */
const WRAPPINGS: readonly Addition[] = [
  [/^!?\[\[([^\]|#^]*)(?:[|#^][^\]]*)?\]\]$/, 'the brackets of a link'],
  [/^["'“„«‘]([^"“”„«»]+)["'”“»’]$/, 'the quotation marks'],
];
const HEADING: Addition = [/^([^#]+)#.*$/, 'the heading, because it names a whole file'];

/** A name, and what was wrongly added to it. */
interface PlainName {
  readonly name: string;
  readonly addition: string;
}

/** The plain name of a file, where a link, a quoted name or a heading was given; undefined for any other name. */
export function plainNameIn(given: string): PlainName | undefined {
  return withoutAddition(given, [...WRAPPINGS, HEADING]);
}

/**
 * Checks the path or name that a file is about to get.
 * @throws BridgeError `invalid_parameter` for a link and for a quoted name
 */
export function requirePlainName(parameter: string, value: string): void {
  const plain = withoutAddition(value.trim(), WRAPPINGS);
  if (!plain) return;
  throw BridgeError.of('invalid_parameter', {
    detail: `The file would get ${plain.addition} in "${parameter}" as part of its name, so nothing was run.`,
    hint: `Give it without ${plain.addition}: "${shorten(plain.name, SHOWN_CHARS)}".`,
  });
}

/** Whether a part of a path is a name that every system takes. */
export function isPlainPart(part: string): boolean {
  return part !== '' && !/^\s|[\s.]$/.test(part) && !NOT_IN_NAMES.test(part);
}

/** A warning if the app can't follow links to a file because of its name. */
export function linkWarnings(path: string): string[] {
  const name = lastSegment(path);
  if (!/[#^[\]|]/.test(name)) return [];
  return [
    `Links to "${shorten(name, SHOWN_CHARS)}" will not work, because it has one of # ^ [ ] | in its name.`,
  ];
}

function withoutAddition(given: string, additions: readonly Addition[]): PlainName | undefined {
  for (const [form, addition] of additions) {
    const name = form.exec(given)?.[1]?.trim() ?? '';
    if (name !== '') return { name, addition };
  }
  return undefined;
}
