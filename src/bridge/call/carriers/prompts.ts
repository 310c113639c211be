import type { ClientKey } from '../../caller';
import type { CliClient } from '../../cli/client';
import type { Carry } from '../call';
import type { ProgramRun } from '../program-run';
import type { Command } from '../../commands/catalogue/command';
import { defaultVault, isAllowed } from '../vault/vault-choice';
import type { HostVault } from '../vault/vault-choice';
import { hasFailed } from '../outcome';
import type { Failure, Outcome } from '../outcome';
import { mayRunUnasked } from '../../commands/policy/policy';
import type { LiveSettings } from '../../live-settings';
import { SETTING_LABELS, SETTINGS_PLACE } from '../../settings';
import { NotText, StoreFailure } from '../../notes/note-store';
import type { FileStat, NoteStore } from '../../notes/note-store';
import type { NoteStores } from '../note/note-stores';
import { done, notDone, notTheCli } from './result';
import { partsOf } from '../../notes/store-path';
import { promptFacts, promptText } from '../../notes/prompt-note';
import type { PromptFacts } from '../../notes/prompt-note';

/** The command that carries a client's requests for prompts, with its rules and its place in the log. */
export const PROMPT_COMMAND = 'read';

const EXTENSION = '.md';

/** The parts of the bridge that prompts need. */
export interface PromptServices {
  readonly client: CliClient;
  readonly stores: NoteStores;
  readonly settings: LiveSettings;
  /** The vault that the host runs in, if any. */
  readonly hostVault: HostVault | undefined;
  /** Returns a documented command. */
  readonly commandOf: (name: string) => Command;
}

/** A prompt in the list. Without a note store, nothing but its name is known. */
export interface ListedPrompt extends Partial<PromptFacts> {
  readonly name: string;
}

/** What is known of a prompt, as long as size and time of its note stay the same. */
type Known = FileStat & PromptFacts;

/** The prompts of the default vault: the notes directly inside the folder that the settings name. */
export class Prompts {
  /** By the paths of the notes. */
  private known: ReadonlyMap<string, Known> = new Map();

  constructor(private readonly services: PromptServices) {}

  /** Whether there is a folder of prompts, and the key may read it without anyone being asked. */
  areFor(key: ClientKey): boolean {
    const { settings, hostVault, commandOf } = this.services;
    const { current } = settings;
    if (current.promptsFolder === '' || !mayRunUnasked(commandOf(PROMPT_COMMAND), current, key)) return false;
    return isAllowed(defaultVault(current, hostVault), { settings: current, host: hostVault, key });
  }

  /** Carries a call that lists the prompts: `data` is a {@link ListedPrompt} for each. */
  readonly list: Carry = (run) =>
    this.inFolder(run, async (paths, store) => {
      if (!store)
        return done(
          '',
          [...paths.keys()].map((name): ListedPrompt => ({ name })),
        );
      const prompts: ListedPrompt[] = [];
      const known = new Map<string, Known>();
      for (const [name, path] of paths) {
        const facts = await this.facts(store, path);
        if (facts) known.set(path, facts);
        prompts.push({ name, ...facts });
      }
      this.known = known;
      return done('', prompts);
    });

  /** Makes what carries a call that reads a prompt: `data.text` is its text. */
  text(name: string): Carry {
    return (run) =>
      this.inFolder(run, async (paths, store) => {
        const path = paths.get(name.normalize());
        if (path === undefined) return notDone('file_not_found', `There is no prompt "${name}".`);
        const note = store ? await store.read(path) : await this.ask(run, PROMPT_COMMAND, { path });
        if (note === undefined) return notDone('file_not_found', `There is no prompt "${name}" any more.`);
        if (typeof note === 'string') return done(note, { text: promptText(note) });
        return hasFailed(note) ? note : { ...note, data: { text: promptText(note.stdout) } };
      });
  }

  /**
   * Finds the notes in the folder.
   * @param act gets their paths by the names of their prompts, and the note store, if it can be reached
   */
  private async inFolder(
    run: ProgramRun,
    act: (paths: ReadonlyMap<string, string>, store: NoteStore | undefined) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { client, stores, settings } = this.services;
    if (!client.status().recognized) return notTheCli();
    const parts = partsOf(settings.current.promptsFolder);
    try {
      const store = await stores.reach(run.line.vault, run.turn, run.cli);
      const folder = parts?.map((part) => `${part}/`).join('') ?? '';
      const names = parts && (store ? await store.list(folder) : await this.namesIn(folder, run));
      return names && 'code' in names ? names : await act(pathsOf(names ?? [], folder), store);
    } catch (error) {
      if (error instanceof NotText)
        return notDone('not_text', 'The note of this prompt is not all text in UTF-8.', {
          hint: 'Ask the user to save the note as UTF-8.',
        });
      if (error instanceof StoreFailure)
        return notDone('cli_failed', `The prompts cannot be read. ${error.message}`, {
          hint: `Ask the user to check "${SETTING_LABELS.promptsFolder}" in ${SETTINGS_PLACE}.`,
        });
      throw error;
    }
  }

  /** The names in a folder, from the program; none if there is no such folder. */
  private async namesIn(folder: string, run: ProgramRun): Promise<readonly string[] | Failure> {
    const files = await this.ask(run, 'files', { ...(folder !== '' && { folder }), ext: 'md' });
    if (hasFailed(files)) return files;
    return files.stdout
      .split(/\r?\n/)
      .filter((path) => path.startsWith(folder))
      .map((path) => path.slice(folder.length));
  }

  /** What a note tells of its prompt. Undefined if it cannot be read; a client that asks for it is told why. */
  private async facts(store: NoteStore, path: string): Promise<Known | undefined> {
    try {
      const stat = await store.stat(path);
      const known = this.known.get(path);
      if (known && known.size === stat?.size && known.modified === stat.modified) return known;
      const note = await store.read(path);
      return stat && note !== undefined ? { ...stat, ...promptFacts(note) } : undefined;
    } catch (error) {
      if (error instanceof NotText || error instanceof StoreFailure) return undefined;
      throw error;
    }
  }

  /** Runs a command that reads, in the vault of the call. */
  private ask(
    run: ProgramRun,
    command: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<Outcome> {
    const { vault } = run.line;
    const line = { vault, command, words: [], parameters: new Map(Object.entries(parameters)), flags: [] };
    return run.run(this.services.commandOf(command), line);
  }
}

/** The paths of notes by the names of their prompts, in order. */
function pathsOf(names: readonly string[], folder: string): ReadonlyMap<string, string> {
  return new Map(
    names
      .filter((name) => name.endsWith(EXTENSION) && !name.includes('/') && !name.startsWith('.'))
      .map((name): [string, string] => [name.slice(0, -EXTENSION.length).normalize(), `${folder}${name}`])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
