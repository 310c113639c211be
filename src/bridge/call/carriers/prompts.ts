import type { ClientKey } from '../../caller';
import { mayRunUnasked } from '../../commands/policy/policy';
import { amount } from '../../text/printable';
import { BridgeError } from '../../errors';
import { inStoreTime } from '../../notes/bounded-store';
import { NotText, StoreFailure, StoreTimeout } from '../../notes/note-store';
import type { FileStat, NoteStore } from '../../notes/note-store';
import { isTooLarge, PROMPT_ARGUMENTS, PROMPT_BYTES, promptFacts, promptText } from '../../notes/prompt-note';
import type { PromptFacts } from '../../notes/prompt-note';
import { inGroups } from '../../text/in-groups';
import { partsOf } from '../../notes/store-path';
import { SETTING_LABELS, SETTINGS_PLACE } from '../../settings';
import type { Call, Carrier } from '../call';
import type { CallContext } from '../context';
import { done } from '../outcome';
import type { Outcome } from '../outcome';
import { runOther } from '../run-program';
import { privateIn } from '../private/privacy';
import { defaultVault, isAllowed } from '../vault/vault-choice';
import { requireCli } from './require-cli';

/** The command that carries a client's requests for prompts, with its rules and its place in the log. */
export const PROMPT_COMMAND = 'read';

const EXTENSION = '.md';
/** How many notes are read at once. */
const AT_ONCE = 8;

/** A prompt in the list. Without a note store, nothing but its name is known. */
export interface ListedPrompt extends Partial<PromptFacts> {
  readonly name: string;
}

/** What is known of a prompt, as long as size and time of its note stay the same. */
type Known = FileStat & PromptFacts & { readonly isTooLarge: boolean };

/** The prompts of the default vault: the notes directly inside the folder that the settings name. */
export class Prompts {
  /** By the paths of the notes. */
  private known: Map<string, Known> = new Map();

  constructor(private readonly context: Pick<CallContext, 'catalogue' | 'settings' | 'hostVault'>) {}

  /** Whether there is a folder of prompts, and the key may read it without anyone being asked. */
  areFor(key: ClientKey): boolean {
    const { promptsFolder } = this.context.settings.current;
    return promptsFolder !== '' && !this.hides(promptsFolder, key) && this.mayRead(key);
  }

  /** Whether a path in the default vault is private to the key. */
  hides(path: string, key: ClientKey): boolean {
    const { settings, hostVault: host } = this.context;
    const vault = defaultVault(settings.current, host);
    return privateIn(vault, { settings: settings.current, host, key }).hides(path);
  }

  /** Whether the key may read notes of the default vault without anyone being asked. */
  mayRead(key: ClientKey): boolean {
    const { settings, hostVault, catalogue } = this.context;
    const { current } = settings;
    if (!mayRunUnasked(catalogue.known(PROMPT_COMMAND), current, key)) return false;
    return isAllowed(defaultVault(current, hostVault), { settings: current, host: hostVault, key });
  }

  /** Lists the prompts: `data` is a {@link ListedPrompt} for each. */
  readonly list: Carrier = {
    carry: (call) =>
      inFolder(call, async (paths, store) => {
        if (!store)
          return done(
            '',
            [...paths.keys()].map((name): ListedPrompt => ({ name })),
          );
        const known = new Map<string, Known>();
        const prompts = await inStoreTime(({ check }) =>
          inGroups([...paths], AT_ONCE, async ([name, path]): Promise<ListedPrompt | undefined> => {
            check();
            const facts = await this.facts(store, path);
            if (facts) {
              known.set(path, facts);
              // Kept even if there is no time for the rest.
              this.known.set(path, facts);
            }
            return facts?.isTooLarge ? undefined : { name, ...facts };
          }),
        );
        this.known = known;
        return done(
          '',
          prompts.filter((prompt) => prompt !== undefined),
        );
      }),
  };

  /** Reads a prompt: `data.text` is its text. */
  text(name: string): Carrier {
    return {
      carry: (call) =>
        inFolder(call, async (paths, store) => {
          const path = paths.get(name.normalize());
          if (path === undefined)
            throw BridgeError.afterRun('file_not_found', `There is no prompt "${name}".`);
          if (!store) {
            const note = await runOther(call, PROMPT_COMMAND, { path });
            return { ...note, data: { text: fitting(name, note.stdout) } };
          }
          const stat = await store.stat(path);
          if (stat && stat.size > PROMPT_BYTES) throw tooLarge(name);
          const note = await store.read(path);
          if (note !== undefined) return done(note, { text: fitting(name, note) });
          throw BridgeError.afterRun('file_not_found', `There is no prompt "${name}" any more.`);
        }),
    };
  }

  /** The facts of a prompt in its note. Undefined if it cannot be read; a client that asks for it gets the reason. */
  private async facts(store: NoteStore, path: string): Promise<Known | undefined> {
    try {
      const stat = await store.stat(path);
      const known = this.known.get(path);
      if (known && known.size === stat?.size && known.modified === stat.modified) return known;
      if (stat && stat.size > PROMPT_BYTES) return { ...stat, arguments: [], isTooLarge: true };
      const note = await store.read(path);
      if (!stat || note === undefined) return undefined;
      return { ...stat, ...promptFacts(note), isTooLarge: isTooLarge(promptText(note)) };
    } catch (error) {
      if (error instanceof NotText || error instanceof StoreFailure) return undefined;
      throw error;
    }
  }
}

/**
 * Finds the notes in the folder.
 * @param act gets their paths by the names of their prompts, and the note store, if it can be reached
 */
async function inFolder(
  call: Call,
  act: (paths: ReadonlyMap<string, string>, store: NoteStore | undefined) => Promise<Outcome>,
): Promise<Outcome> {
  requireCli(call);
  const { settings, stores, line, turn, cli } = call;
  const parts = partsOf(settings.promptsFolder);
  try {
    const store = await stores.reach(line.vault, turn, cli);
    const folder = parts?.map((part) => `${part}/`).join('') ?? '';
    const names = parts && (store ? await store.list(folder) : await namesIn(call, folder));
    return await act(pathsOf(names ?? [], folder), store);
  } catch (error) {
    if (error instanceof NotText) {
      const hint = 'Ask the user to save the note as UTF-8.';
      throw BridgeError.afterRun(
        'not_text',
        'The note of this prompt is not all text in UTF-8.',
        {},
        { hint },
      );
    }
    if (error instanceof StoreFailure && !(error instanceof StoreTimeout)) {
      const hint = `Ask the user to check "${SETTING_LABELS.promptsFolder}" in ${SETTINGS_PLACE}.`;
      throw BridgeError.afterRun('cli_failed', `The prompts cannot be read. ${error.message}`, {}, { hint });
    }
    throw error;
  }
}

/** The names in a folder, from the program; none if there is no such folder. */
async function namesIn(call: Call, folder: string): Promise<readonly string[]> {
  const files = await runOther(call, 'files', { ...(folder !== '' && { folder }), ext: 'md' });
  return files.stdout
    .split(/\r?\n/)
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length));
}

/** The text of a prompt. @throws BridgeError `output_too_large` */
function fitting(name: string, note: string): string {
  const text = promptText(note);
  if (isTooLarge(text)) throw tooLarge(name);
  return text;
}

function tooLarge(name: string): BridgeError {
  const error = `The prompt "${name}" has more than ${amount(PROMPT_BYTES)} bytes or ${PROMPT_ARGUMENTS} arguments.`;
  return BridgeError.afterRun('output_too_large', error);
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
