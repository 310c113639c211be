import type { CliTurn } from '../../cli/client';
import { ObsidianCli } from '../../cli/obsidian-cli';
import type { FileFacts, FileTarget } from '../../cli/obsidian-cli';

/**
 * The questions to the program about an answer, in the turn of its call; each list is read once. A question that fails is
 * not answered: nothing here rejects.
 */
export class Questions {
  private readonly cli: ObsidianCli;
  private readonly lists = new Map<'files' | 'folders' | 'tags', Promise<string | undefined>>();

  /**
   * @param endSignal ends a question when it fires
   * @param files the paths of all files, one a line, where they were asked for before the call
   */
  constructor(turn: CliTurn, vault: string | undefined, endSignal?: AbortSignal, files?: string) {
    this.cli = new ObsidianCli(turn, vault, endSignal);
    if (files !== undefined) this.lists.set('files', Promise.resolve(files));
  }

  /** How many processes the questions took. */
  get processes(): number {
    return this.cli.processes;
  }

  /** Milliseconds of all of them. */
  get duration(): number {
    return this.cli.duration;
  }

  /** See {@link ObsidianCli.file}. */
  file(target?: FileTarget): Promise<FileFacts | 'missing' | undefined> {
    return this.cli.file(target).catch(() => undefined);
  }

  /** See {@link ObsidianCli.dailyPath}. */
  dailyPath(): Promise<string | undefined> {
    return this.cli.dailyPath().catch(() => undefined);
  }

  /** All files, folders or tags of the vault, one a line; undefined where the program does not tell. */
  list(what: 'files' | 'folders' | 'tags'): Promise<string | undefined> {
    const known = this.lists.get(what);
    if (known) return known;
    const list = this.cli[what]().then(listIn, () => undefined);
    this.lists.set(what, list);
    return list;
  }
}

/** A list that can be one: there is no vault without a file, folder or tag of which a call can lack one. */
function listIn(reply: string | undefined): string | undefined {
  const text = reply?.trim() ?? '';
  return text === '' || /^(?:Error: [^\n]*|Vault not found\.|No tags found\.)$/.test(text)
    ? undefined
    : reply;
}
