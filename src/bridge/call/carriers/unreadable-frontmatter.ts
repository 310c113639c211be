import { BridgeError } from '../../errors';
import { hasNoEnd } from '../../notes/frontmatter-notices';
import { fixFor } from '../../notes/frontmatter-fix';
import { NotText, StoreFailure } from '../../notes/note-store';
import { isProblem, parseFrontmatter } from '../../notes/parsed-frontmatter';
import type { FrontmatterProblem } from '../../notes/parsed-frontmatter';
import type { Call } from '../call';
import type { Outcome } from '../outcome';
import { runProgram } from '../run-program';

/** A note whose frontmatter cannot be read. */
interface Unreadable {
  readonly text: string;
  readonly problem: FrontmatterProblem;
}

/** The failure of a change of one property, with the edit that fixes the frontmatter for a key that may read. */
export function invalidFrontmatter(call: Call, path: string, note: Unreadable): BridgeError {
  const { line, reason } = note.problem;
  const fix = call.mayRead ? fixFor(note.text, note.problem) : undefined;
  const facts = { path, line, reason };
  return BridgeError.of('invalid_frontmatter', {
    ...facts,
    data: { ...facts, ...(fix && { fix }) },
    ...(fix && { hint: `${inWords(fix)} Then call again.` }),
  }).asRun();
}

/**
 * Runs a command that reads the properties of a note. The program takes frontmatter that it cannot read for none, so where it finds
 * nothing and the note can be looked at, a warning says so.
 * @throws BridgeError as `runProgram`
 */
export async function readProperties(call: Call): Promise<Outcome> {
  let outcome: Outcome;
  try {
    outcome = await runProgram(call);
  } catch (error) {
    if (!(error instanceof BridgeError) || !error.ran) throw error;
    throw error.asRun({ warnings: [...error.ran.warnings, ...(await warnings(call))] });
  }
  if (call.command.nothing?.sentences.includes(outcome.stdout.trim()) !== true) return outcome;
  return { ...outcome, warnings: [...outcome.warnings, ...(await warnings(call))] };
}

async function warnings(call: Call): Promise<readonly string[]> {
  const { note, stores, line, turn, cli, isRecognized } = call;
  if (!isRecognized || note.path === undefined) return [];
  let text: string | undefined;
  try {
    const store = await stores.reachKnown(line.vault, turn, cli);
    text = await store?.read(note.path);
  } catch (error) {
    if (error instanceof StoreFailure || error instanceof NotText) return [];
    throw error;
  }
  const problem = text === undefined ? undefined : parseFrontmatter(text);
  if (text !== undefined && hasNoEnd(text))
    return [`The frontmatter of "${note.path}" has no closing ---, so Obsidian shows no properties.`];
  if (text === undefined || !isProblem(problem)) return [];
  const fix = call.mayRead ? fixFor(text, problem) : undefined;
  const what = `The frontmatter of "${note.path}" cannot be read, so Obsidian shows no properties: line ${problem.line}, ${problem.reason}.`;
  return [fix ? `${what} ${inWords(fix)}` : what];
}

function inWords(fix: { readonly old: string; readonly new: string }): string {
  return `An edit (cli-bridge:edit) with old=${JSON.stringify(fix.old)} and new=${JSON.stringify(fix.new)} fixes it.`;
}
