import { usage } from '../../commands/catalogue/usage';
import { BridgeError, invalidParameter } from '../../errors';
import type { NoteStore } from '../../notes/note-store';
import { replaceLink, resolveLink, withoutExtension } from '../../notes/replace/replace-link';
import { replacePlain } from '../../notes/replace/replace-plain';
import { isTagOrBelow, replaceTag } from '../../notes/replace/replace-tag';
import type { Replaced } from '../../notes/replace/text-edits';
import { whyNoTag } from '../../notes/written-tags';
import { baseName, lowercase, namesakes } from '../../text/path-list';
import type { Call } from '../call';

/** How a call changes each note. */
export interface Replacement {
  /** Whether the note need not be read, because it cannot have it. */
  readonly skips?: (path: string) => boolean;
  readonly replace: (text: string, path: string) => Replaced;
  readonly warnings?: readonly string[];
}

/** What a call replaces. */
export interface Wanted {
  readonly kind: 'text' | 'tag' | 'link';
  readonly from: string;
  readonly to: string;
  readonly everywhere: boolean;
}

const KINDS: readonly Wanted['kind'][] = ['text', 'tag', 'link'];
/** Characters that end the target of a link. */
const NOT_IN_TARGET = /[#|[\]\n\r^]/;
/** Maximum paths in an answer. */
const SHOWN = 10;

/** What a call replaces. @throws BridgeError `invalid_parameter`, `missing_parameter` */
export function wantedOf(call: Call): Wanted {
  const given = call.parameter('kind') || 'text';
  const kind = KINDS.find((known) => known === given);
  if (!kind) throw invalidParameter(`"kind" must be one of ${KINDS.join(', ')}.`);
  const [from, to] = [call.parameter('from') ?? '', call.parameter('to') ?? ''];
  const everywhere = call.has('everywhere');
  if (kind === 'text') {
    if (from === to) throw invalidParameter('"from" and "to" are the same.');
    return { kind, from, to, everywhere };
  }
  if (everywhere) throw invalidParameter(`The flag "everywhere" goes with kind=text, not with kind=${kind}.`);
  const [old, written] =
    kind === 'tag' ? [from, to].map((tag) => tag.trim().replace(/^#/, '')) : [from.trim(), to.trim()];
  if (old === undefined || written === undefined || old === '' || written === '') {
    const detail = `${call.command.name} with kind=${kind} needs "from" and "to", so nothing was run. Usage: ${usage(call.command)}`;
    throw BridgeError.of('missing_parameter', { detail });
  }
  if (old === written) throw invalidParameter('"from" and "to" are the same.');
  if (kind === 'tag') {
    const why = [old, written].map(whyNoTag).find((each) => each !== undefined);
    if (why !== undefined)
      throw invalidParameter(`"from" and "to" must be tags, and one of them is not: ${why}.`);
    if (written.split('/').includes('')) throw invalidParameter('"to" has an empty part between slashes.');
  } else if ([old, written].some((each) => NOT_IN_TARGET.test(each)))
    throw invalidParameter(
      '"from" and "to" are names or paths of notes, without brackets, heading, block and alias: those of each link stay as they are.',
    );
  return { kind, from: old, to: written, everywhere };
}

/**
 * Prepares what a call replaces.
 * @param files the paths of all files of the vault, one per line
 * @throws BridgeError `ambiguous_name`
 */
export async function replacementOf(
  call: Call,
  wanted: Wanted,
  store: NoteStore,
  files: string,
): Promise<Replacement> {
  if (wanted.kind === 'text') return { replace: (text) => replacePlain(text, wanted) };
  if (wanted.kind === 'tag') {
    return {
      skips: (path) => {
        const tags = store.indexedTags?.(path);
        return tags?.some(({ tag }) => isTagOrBelow(tag, wanted.from)) === false;
      },
      replace: (text, path) => replaceTag(text, wanted, store.indexedTags?.(path)),
    };
  }
  const { from, to } = wanted;
  const path = await noteMeant(call, from, files);
  const target = await noteMeant(call, to, files);
  const alike = await namesakes(`${withoutExtension(baseName(path ?? from))}.md`, '', files);
  const resolve = (link: string, source: string): string | undefined =>
    store.linkTarget ? store.linkTarget(link, source) : resolveLink(link, source, alike);
  const nowhere = `The vault has no note "${to}", so the links lead nowhere until there is one.`;
  return {
    replace: (text, source) => replaceLink(text, source, { from, path, to, resolve }),
    ...(target === undefined && { warnings: [nowhere] }),
  };
}

/**
 * The path of the note that a name or path means; undefined if there is none.
 * @throws BridgeError `ambiguous_name`
 */
async function noteMeant(call: Call, name: string, files: string): Promise<string | undefined> {
  const wanted = lowercase(`${withoutExtension(name)}.md`.normalize());
  const notes = (await namesakes(baseName(wanted), '', files)).sort();
  const fits = notes.filter((path) => `/${lowercase(path)}`.endsWith(`/${wanted}`));
  // With a slash or the extension, it is the exact path if there is one.
  const isPath = name.includes('/') || withoutExtension(name) !== name;
  const exact = isPath ? fits.find((path) => lowercase(path) === wanted) : undefined;
  if (exact !== undefined || fits.length < 2) return exact ?? fits[0];
  if (!call.mayRun('files')) throw BridgeError.of('ambiguous_name', { name, hint: BY_PATH });
  const list = fits
    .slice(0, SHOWN)
    .map((path) => `"${path}"`)
    .join(', ');
  throw BridgeError.of('ambiguous_name', { name, list, hint: BY_PATH });
}

const BY_PATH = 'Give the path of the note, from the vault root and with .md.';
