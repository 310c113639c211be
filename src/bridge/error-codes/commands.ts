import { SETTING_LABELS, SETTINGS_PLACE } from '../settings';
import { amount } from '../text/printable';
import { describe, duration, failure, TURN_ON_CLI } from './failure';
import type { Failure, HintFacts } from './failure';

/** `error` of every failure that the CLI itself reported; its own message is in `stderr`. */
const CLI_FAILURE = 'CLI command failed';

/** Added for any command that does more than read. */
const MAYBE_DONE = ' It may have been carried out: check before you repeat it.';

const CHECK_FIRST = 'It may have been carried out: read the result before you repeat it.';
const CALL_AGAIN = 'It only reads, so it can be called again.';

/** With a problem, the program was not run; without one, it reported the failure itself. */
function whyNothingRan({ problem }: { readonly problem?: string }): string {
  return problem === undefined ? CLI_FAILURE : `${problem} Nothing was run.`;
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

function checkFirst({ isReading }: HintFacts): string {
  return isReading ? CALL_AGAIN : CHECK_FIRST;
}

/** Commands that failed, or that the state of the vault or of the program rules out: 422. */
export const COMMAND_FAILURES = {
  timeout: failure<{ seconds: number; isReading?: boolean }>(
    422,
    (f) =>
      `The command did not finish within ${duration(f.seconds)} and was ended.${f.isReading ? '' : MAYBE_DONE} The app may be waiting for an answer in a dialog.`,
    ({ isReading }) =>
      `${isReading ? CALL_AGAIN : CHECK_FIRST} Ask the user whether Obsidian shows a dialog.`,
  ),
  unconfirmed: failure<{ what: string; who?: string }>(
    422,
    (f) =>
      `${f.who ?? 'The Obsidian CLI'} ${f.what}, so this may or may not have happened: check before you repeat it.`,
    checkFirst,
  ),
  no_output: failure<{ isReading: boolean }>(
    422,
    (f) =>
      f.isReading
        ? 'The Obsidian CLI printed nothing. It always prints something here, even if it finds nothing, so the result is not known.'
        : 'The Obsidian CLI printed nothing. Nothing was changed so far.',
    ({ isReading }) =>
      `${isReading ? CALL_AGAIN : 'Wait a moment, check that nothing was changed, and make the call again.'} If it prints nothing again, ask the user whether Obsidian works.`,
  ),
  write_incomplete: failure<{ detail: string }>(
    422,
    (f) => f.detail,
    'Read the note that was made, and append the text to it.',
  ),
  write_failed: failure<{ path: string; reason: string }>(
    422,
    (f) => `The file "${f.path}" could not be written, and is as it was (${f.reason.replace(/\.$/, '')}).`,
    'Nothing was changed: ask the user whether the disk is full or the file is locked.',
  ),
  store_timeout: failure<{ seconds: number; path?: string }>(
    422,
    (f) => {
      const within = `within ${duration(f.seconds)}`;
      return f.path === undefined
        ? `The folder of the vault did not answer ${within}, so this was ended; nothing was changed.`
        : `The folder of the vault did not answer ${within} while "${f.path}" was written.${MAYBE_DONE}`;
    },
    'Ask the user whether the drive with the vault answers. Before you repeat a change, read the note.',
  ),
  output_too_large: failure<{ limit: number }>(
    422,
    (f) =>
      `The command printed more than ${amount(f.limit)} bytes and was ended, so its output is left out. Narrow it, for example with limit or path.`,
    'Ask for less, for example with limit, path, folder or the flag total.',
  ),
  cancelled: failure<{ isReading?: boolean }>(
    422,
    (f) =>
      `The command was ended because the bridge stopped or the caller disconnected.${f.isReading ? '' : MAYBE_DONE}`,
    checkFirst,
  ),
  idempotency_conflict: failure(
    422,
    () => 'Another call was made with this Idempotency-Key, so nothing was run.',
    'Send a different Idempotency-Key with each call, such as a UUID, and the same one only to repeat that call.',
  ),
  revision_conflict: failure<{
    path: string;
    revision?: string | undefined;
    wanted: string | undefined;
    /** The caller named no revision, but has seen that one last. */
    isSeen?: boolean;
  }>(
    422,
    (f) => {
      if (f.isSeen)
        return `The note "${f.path}" has changed since you saw it last: it has revision ${f.revision} now, not ${f.wanted}, so nothing was changed.`;
      if (f.wanted === undefined) return `There is a note "${f.path}" now, so nothing was changed.`;
      return f.revision === undefined
        ? `There is no note "${f.path}" now, so nothing was changed.`
        : `The note "${f.path}" has revision ${f.revision} now, not ${f.wanted}, so nothing was changed.`;
    },
    'Read the note again, and make the change to the text that it has now.',
  ),
  ambiguous_name: failure<{ name: string; list?: string }>(
    422,
    (f) =>
      `Several files are called "${f.name}", so nothing was run${f.list === undefined ? '' : `: ${f.list}`}.`,
    'Name the note with path instead of file.',
  ),
  file_not_found: failure(
    422,
    () => CLI_FAILURE,
    'Check the name: files lists all paths, and search finds notes by their text. path is exact and needs the extension.',
  ),
  folder_not_found: failure<{ folder: string }>(
    422,
    (f) => `The vault has no folder "${shortened(f.folder)}".`,
    'Run folders to list the paths of all folders.',
  ),
  vault_not_found: failure(
    422,
    () => CLI_FAILURE,
    `Run vaults for the names, and give one of them as vault. If you gave none, ask the user to correct "${SETTING_LABELS.defaultVault}" in ${SETTINGS_PLACE}.`,
  ),
  cli_disabled: failure<{ problem?: string }>(422, whyNothingRan, TURN_ON_CLI),
  app_not_running: failure<{ problem?: string }>(422, whyNothingRan, 'Ask the user to start Obsidian.'),
  command_unavailable: failure(
    422,
    () => CLI_FAILURE,
    'A core plugin that this command needs is probably off: ask the user to turn it on in Obsidian, and do not repeat the call.',
  ),
  cli_failed: failure(
    422,
    () => CLI_FAILURE,
    (f) => `The CLI's own words say why. ${describe(f)}`,
  ),
  already_exists: failure<{ path: string }>(
    422,
    (f) => `There is already a file or folder "${shortened(f.path)}", so nothing was written.`,
    'Give another path, or set the flag overwrite to replace the file.',
  ),
  folder_not_empty: failure<{ folder: string; list: string }>(
    422,
    (f) => `The folder "${shortened(f.folder)}" is not empty, so it was not deleted: ${f.list}.`,
    'Move or delete what is in it first, each file by its path.',
  ),
  needs_app: failure<{ what: string }>(
    422,
    (f) => `Only the app itself can ${f.what}, and this bridge runs outside of it; nothing was changed.`,
    'Call the bridge in the app: install CLI Bridge in that vault. Or do it note by note: make the folder with create, then move each note.',
  ),
  too_many_notes: failure<{ notes: number; isLong: boolean }>(
    422,
    (f) =>
      `${amount(f.notes)} notes have it${f.isLong ? ', and their texts are longer than 32 MiB in all' : ', and one call changes 500 at most'}; nothing was changed.`,
    'Name a folder with the parameter folder, and make a call for each.',
  ),
  text_not_found: failure<{ path: string; line?: number | undefined }>(
    422,
    (f) =>
      `The note "${f.path}" does not have the text in old, so nothing was changed.` +
      (f.line === undefined ? '' : ` Line ${f.line} comes nearest.`),
    'Read the note, and give old exactly as it is there, with its spaces and line breaks, and long enough to occur once.',
  ),
  text_ambiguous: failure<{ path: string; lines: readonly number[]; areAll: boolean }>(
    422,
    (f) =>
      `The text in old occurs ${f.areAll ? '' : 'more than '}${f.lines.length} times in "${f.path}", so nothing was changed: see lines ${f.lines.join(', ')}.`,
    'Give more of the text around it in old, so that it occurs once, or set the flag all.',
  ),
  heading_not_found: failure<{ path: string; heading: string }>(
    422,
    (f) => `The note "${f.path}" has no heading "${shortened(f.heading)}", so nothing was changed.`,
    'Give one of the headings in data.candidates, or set the flag make to add this one at the end of the note. The id of a block, such as ^tasks, goes into block, not into heading.',
  ),
  heading_ambiguous: failure<{ path: string; heading: string }>(
    422,
    (f) => `The note "${f.path}" has several headings "${shortened(f.heading)}", so nothing was changed.`,
    'Give one of the headings in data.candidates; where two are the same, change the text with old and new.',
  ),
  invalid_frontmatter: failure<{ path: string; line: number; reason: string }>(
    422,
    (f) =>
      `The frontmatter of "${f.path}" cannot be read (line ${f.line}: ${f.reason}), so nothing was changed.`,
    'Fix that line with cli-bridge:edit, then call again.',
  ),
  block_not_found: failure<{ path: string; block: string; isRepeated: boolean }>(
    422,
    (f) =>
      f.isRepeated
        ? `The note "${f.path}" has several blocks with the id "${shortened(f.block)}", so nothing was changed.`
        : `The note "${f.path}" has no block with the id "${shortened(f.block)}", so nothing was changed.`,
    'A block is named by the id, such as ^tasks, at the end of a list item, paragraph, quote or table: give one in data.candidates that is there once. A section is changed with heading, any other text with old and new.',
  ),
  change_not_found: failure<{ id: string }>(
    422,
    (f) =>
      f.id === 'last'
        ? 'There is no change to undo, so nothing was changed.'
        : `There is no change "${shortened(f.id)}", so nothing was changed.`,
    'Run cli-bridge:changes for the changes of this client. Those that are no longer there cannot be undone; history lists older versions of a note.',
  ),
  question_not_found: failure<{ id: string }>(
    422,
    (f) => `There is no question "${shortened(f.id)}".`,
    'Run cli-bridge:questions for the questions of this client. They are kept for 24 hours, or until the app is closed; then make the call again.',
  ),
  not_undoable: failure<{ id: string; why: string }>(
    422,
    (f) => `The change ${f.id} cannot be undone, because ${f.why}; nothing was changed.`,
    'Change the file back with another call. For a note, look for an older version with history and history:restore.',
  ),
  batch_failed: failure(
    422,
    () => 'Not all calls of the batch succeeded.',
    'Look at data: each call that failed says why, and what to do next.',
  ),
  not_run: failure<{ reason: string }>(
    422,
    (f) => `This call was not run, because ${f.reason}.`,
    'Fix what failed before it, then make this call again.',
  ),
} as const satisfies Record<string, Failure<never>>;
