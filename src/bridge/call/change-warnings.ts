import { performance } from 'node:perf_hooks';
import { addedLinks } from '../notes/added-links';
import { misspelledLinks, twinFolder } from '../notes/almost-names';
import { sectionAt } from '../notes/find-section';
import { linksToPart } from '../notes/linked-parts';
import type { LinkedParts } from '../notes/linked-parts';
import type { MadeChange, NoteStep } from '../notes/made-change';
import { isNote, noteName } from '../notes/note-names';
import { orUnknown, StoreFailure } from '../notes/note-store';
import { noticesOf } from '../notes/notices';
import { inSlices, nextTurn } from '../text/loop-turn';
import { baseName } from '../text/path-list';
import { amount } from '../text/printable';
import type { Call } from './call';
import { madeFolder } from './carriers/move-note';

/** The milliseconds that all links of a change may take. The rest of them stays unsaid. */
const LINKS_MS = 5;
/** A text with more characters is looked at in another turn of the event loop than it was written in. */
const LONG_TEXT = 256 * 1024;
/** Maximum warnings about what a change did. */
const MAX_WARNINGS = 20;

/** What the answer adds about a change. */
export interface ChangeReport {
  readonly warnings: readonly string[];
  /** The path of the headings below which a text was put, such as `Week > Log`. */
  readonly section?: string | undefined;
}

/** The folders on the way to a new file that the vault does not have yet, the outermost first. Starts no process. */
export async function missingFolders(call: Call): Promise<readonly string[]> {
  const { stores, line, turn, cli, isRecognized } = call;
  const place = isRecognized ? newPlace(call) : undefined;
  const paths = foldersIn(place ?? '');
  if (paths.length === 0) return [];
  const missing = await orUnknown(async () => {
    const store = await stores.reachKnown(line.vault, turn, cli);
    for (const [index, path] of paths.entries())
      if (store && (await store.exists(path)) === undefined) return paths.slice(index);
    return [];
  });
  return missing ?? [];
}

/** Where the call puts a file or folder that was not there; undefined if it puts none, or nobody knows where. */
function newPlace(call: Call): string | undefined {
  const { command, note, line } = call;
  const { target } = note;
  if (command.byBridge === 'folder') return `${call.parameter('to') ?? call.parameter('path') ?? ''}/`;
  if (command.moves) return `${line.parameters.get('to') ?? ''}/`;
  if (target.kind === 'new') return target.path;
  return command.byBridge === 'attach' && target.kind === 'path' ? target.path : undefined;
}

/** The folders of a path, the outermost first. */
function foldersIn(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  const names = parts.filter((name) => name !== '');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/**
 * Reports what the sender of a change may not have meant, whichever carrier made it. Starts no process.
 * @param missing the folders that the vault did not have before
 * @param change the id of the change
 */
export async function changeReport(
  call: Call,
  { missing, change }: { readonly missing: readonly string[]; readonly change: string | undefined },
): Promise<ChangeReport> {
  const { made } = call;
  // An undo restores what was meant to be so.
  if (!made || made.undoes) return { warnings: [] };
  const warnings: string[] =
    change === undefined || made.why === undefined
      ? []
      : [`This change cannot be undone, because ${made.why}.`];
  const pause = inSlices();
  for (const step of made.steps) {
    await pause();
    if (Math.max(step.before?.length ?? 0, step.after?.length ?? 0) > LONG_TEXT) await nextTurn();
    const said = textWarnings(call, step, made, change);
    try {
      said.push(...(await folderWarnings(call, step, missing)), ...(await nameWarnings(call, step)));
    } catch (error) {
      // The change is made; only what is next to it cannot be listed.
      if (!(error instanceof StoreFailure)) throw error;
    }
    warnings.push(...(made.steps.length === 1 ? said : said.map((text) => `In "${step.path}": ${text}`)));
  }
  return { warnings: firstOf(warnings), section: sectionOf(call, made) };
}

/** As many warnings as somebody reads, and how many more there are. */
function firstOf(warnings: readonly string[]): readonly string[] {
  if (warnings.length <= MAX_WARNINGS) return warnings;
  const more = `${amount(warnings.length - MAX_WARNINGS)} more warnings of this kind were left out.`;
  return [...warnings.slice(0, MAX_WARNINGS), more];
}

function textWarnings(
  call: Call,
  { store: whole, path, from, before, after, isFile }: NoteStep,
  { why }: MadeChange,
  change: string | undefined,
): string[] {
  const store = call.seenOf(whole);
  if (isFile || after === undefined) return [];
  const { command } = call;
  const name = command.rewritesFrontmatter ? call.parameter('name') : undefined;
  const hasType = (call.parameter('type') ?? '') !== '';
  let linked: readonly LinkedParts[] | undefined;
  const notices = noticesOf(before ?? '', after, {
    path,
    mayRead: call.mayRead,
    ...(name !== undefined && { property: { name, hasType } }),
    block: call.parameter('block')?.trim().replace(/^\^/, '').toLowerCase(),
    ...(store.linkedParts && {
      linksTo: (part: string) => linksToPart((linked ??= store.linkedParts?.(from ?? path) ?? []), part),
    }),
  });
  const undo =
    change !== undefined && why === undefined && call.mayRun('cli-bridge:undo')
      ? ` cli-bridge:undo with id=${change} takes it back.`
      : '';
  return notices.map(({ kind, text }) => (kind === 'others_rewritten' ? text + undo : text));
}

/** The sentence about a new folder that has almost the name of one next to it, or that a move needed. */
async function folderWarnings(
  call: Call,
  { store: whole, path, isFolder }: NoteStep,
  missing: readonly string[],
): Promise<string[]> {
  const store = call.seenOf(whole);
  const made = foldersIn(isFolder ? `${path}/` : path).filter((folder) => missing.includes(folder));
  const [outermost] = made;
  if (outermost === undefined) return [];
  const parent = outermost.slice(0, outermost.lastIndexOf('/') + 1);
  const names = (await store.list(parent.slice(0, -1))) ?? [];
  const folders = names.filter((name) => name.endsWith('/')).map((name) => parent + name.slice(0, -1));
  // A file system that ignores case has used a folder that was there.
  if (!folders.includes(outermost)) return [];
  const twin = call.mayRun('folders') ? twinFolder(folders, made) : undefined;
  if (twin !== undefined) return [twin];
  return call.command.moves ? [madeFolder(made.at(-1) ?? outermost)] : [];
}

/** The sentences about a note whose name another one has, and about links that lead nowhere. Only where the app knows all names. */
async function nameWarnings(
  call: Call,
  { store: whole, path, from, before, after }: NoteStep,
): Promise<string[]> {
  const store = call.seenOf(whole);
  if (!store.names || !isNote(path) || !call.mayRun('files')) return [];
  const isNew = before === undefined && after !== undefined;
  const isNamed = from === undefined ? isNew : noteName(from) !== noteName(path);
  const targets = after === undefined ? new Set<string>() : addedLinks(before ?? '', after);
  if (!isNamed && targets.size === 0) return [];
  const names = await store.names();
  const end = performance.now() + LINKS_MS;
  const leadsSomewhere = (target: string): boolean =>
    store.resolve?.(target) !== undefined || names.namesakes(`/${baseName(target)}.md`).length > 0;
  const [other, ...more] = isNamed ? names.namesakes(path) : [];
  const name = noteName(path);
  return [
    ...(other !== undefined && more.length === 0
      ? [`${other} has this name, too: links like [[${name}]] may lead to either.`]
      : []),
    ...misspelledLinks(targets, leadsSomewhere, names.almost, () => performance.now() > end),
  ];
}

/** Below which headings the content of a call was put. */
function sectionOf(call: Call, { steps: [step], why }: MadeChange): string | undefined {
  const { placeIn } = call.command.writes ?? {};
  const { before, after } = step ?? {};
  if (!placeIn || before === undefined || after === undefined || why !== undefined) return undefined;
  return call.mayRead ? sectionAt(after, placeIn(before, call.line)) : undefined;
}
