import { BridgeError } from '../errors';
import { linesIn } from '../text/path-list';
import type { CliTurn } from './turn';
import { QUOTED_NOT_FOUND, VAULT_NOT_FOUND } from './program-messages';
import type { ProgramAnswer } from './read-answer';

/** A question helps to answer a call, and holds its turn: it must not take long. In milliseconds. */
const MAX_MS = 5_000;
/** Bytes of the longest reply that is read, a list of all files. */
const REPLY_LIMIT = 8 * 1024 * 1024;
/** The same for a reply of one line. */
const SHORT_LIMIT = 4 * 1024;

/** What names one file: its path from the root of the vault, or a name that the app resolves as it does a link. */
export type FileTarget = { readonly path: string } | { readonly file: string };

/** What `file` prints: sizes in bytes, times in milliseconds since 1970; NaN for a missing number. */
export interface FileFacts {
  readonly path: string;
  readonly size: number;
  readonly created: number;
  readonly modified: number;
}

/** The command with which a bridge asks the bridge of another vault to serve its notes. No client can run it. */
export const APPLY = 'cli-bridge:apply';

/** A vault that the app knows. */
export interface KnownVault {
  readonly name: string;
  readonly path: string;
}

/**
 * The few questions that the bridge itself asks the program in the turn of a call, each with its own parser. A reply is
 * `undefined` if the program did not answer, or if its answer cannot be read.
 */
export class ObsidianCli {
  /** Whether the last question was not answered in time. */
  isUnanswered = false;
  private readonly lists = new Map<string, Promise<string | undefined>>();

  /**
   * @param turn the turn of the call
   * @param vault the vault that is asked about; undefined leaves the choice to the program
   * @param limits ends a question when its signal fires; leaves out what is private
   */
  constructor(
    private readonly turn: Pick<CliTurn, 'run'>,
    private readonly vault: string | undefined,
    private readonly limits: {
      readonly endSignal?: AbortSignal | undefined;
      readonly hides?: ((path: string) => boolean) | undefined;
    } = {},
  ) {}

  /** Path, size and times of a file; without a target, of the one that is open in the app. */
  async file(target?: FileTarget): Promise<FileFacts | 'missing' | undefined> {
    const reply = await this.reply('file', { ...target });
    if (reply === undefined) return undefined;
    const rows = new Map(rowsOf(reply));
    const path = rows.get('path') ?? '';
    const [size = NaN, created = NaN, modified = NaN] = ['size', 'created', 'modified'].map((name) =>
      Number(rows.get(name) ?? NaN),
    );
    if (path !== '') return this.limits.hides?.(path) ? 'missing' : { path, size, created, modified };
    return QUOTED_NOT_FOUND.exec(reply.trim())?.[1] === 'File' ? 'missing' : undefined;
  }

  /** The text of a note as the program prints it: with a final line break, whether it ends with one or not. */
  async read(target: FileTarget): Promise<{ readonly text: string } | 'missing' | undefined> {
    const text = await this.reply('read', { ...target });
    if (text === undefined) return undefined;
    const named = 'path' in target ? target.path : target.file;
    return text.trim() === `Error: File "${named}" not found.` ? 'missing' : { text };
  }

  /** The path of today's note, whether it exists or not. */
  async dailyPath(): Promise<string | undefined> {
    const path = (await this.reply('daily:path'))?.trim() ?? '';
    return /^(?!Error: )[^\n]+\.md$/.test(path) ? path : undefined;
  }

  /**
   * All files or folders of the vault by their paths, its tags with their `#`, or its templates by their names, one per line;
   * the root folder is a slash. Asked once. Tags and templates are not listed if something is private.
   */
  list(what: 'files' | 'folders' | 'tags' | 'templates'): Promise<string | undefined> {
    const known = this.lists.get(what) ?? this.listed(what);
    this.lists.set(what, known);
    return known;
  }

  private async listed(what: Parameters<ObsidianCli['list']>[0]): Promise<string | undefined> {
    const { hides } = this.limits;
    if (!hides) return listIn(await this.reply(what));
    if (what === 'tags' || what === 'templates') return undefined;
    const list = listIn(await this.reply(what));
    return list === undefined ? undefined : (await linesIn(list, (path) => !hides(path))).join('\n');
  }

  /** The vaults that the app knows, the one opened last first. */
  async vaults(): Promise<readonly KnownVault[] | undefined> {
    const reply = await this.reply('vaults', {}, ['verbose']);
    return reply === undefined ? undefined : parseVaults(reply);
  }

  /** One fact of the vault: its name, or the path of its folder. */
  async vaultInfo(info: 'name' | 'path'): Promise<string | undefined> {
    const text = (await this.reply('vault', { info }))?.trim() ?? '';
    const isValue = text !== '' && !text.includes('\n') && !text.startsWith('Error: ');
    return isValue && text !== VAULT_NOT_FOUND ? text : undefined;
  }

  /**
   * The port at 127.0.0.1 where the bridge of the vault serves its notes to this one, and the token that each question must have.
   * Opening the vault may take longer than a question.
   */
  async served(): Promise<{ readonly port: number; readonly token: string } | 'no_vault' | undefined> {
    const line = { vault: this.vault, command: APPLY, words: [], parameters: new Map(), flags: [] };
    const { stdout } = await this.turn.run(line, {
      endSignal: this.limits.endSignal,
      outputLimit: SHORT_LIMIT,
    });
    const { port, token = '' } =
      /^Served: (?<port>\d{1,5}) (?<token>[0-9a-f]{32})$/.exec(stdout.trim())?.groups ?? {};
    if (port !== undefined) return { port: Number(port), token };
    return stdout.trim() === VAULT_NOT_FOUND ? 'no_vault' : undefined;
  }

  /** The program's help, unread: another program may answer with anything. */
  help(): Promise<ProgramAnswer> {
    return this.ask('help', {}, []);
  }

  /** What was printed by a process that ended on its own with exit code 0. */
  private async reply(
    command: string,
    parameters: Readonly<Record<string, string>> = {},
    flags: readonly string[] = [],
  ): Promise<string | undefined> {
    try {
      const { exitCode, endedBy, isPartial, stdout } = await this.ask(command, parameters, flags);
      return exitCode === 0 && endedBy === undefined && !isPartial ? stdout : undefined;
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      this.isUnanswered = true;
      return undefined;
    }
  }

  private async ask(
    command: string,
    parameters: Readonly<Record<string, string>>,
    flags: readonly string[],
  ): Promise<ProgramAnswer> {
    const line = {
      vault: this.vault,
      command,
      words: [],
      parameters: new Map(Object.entries(parameters)),
      flags,
    };
    const answer = await this.turn.run(line, {
      atMostMs: MAX_MS,
      outputLimit: REPLY_LIMIT,
      endSignal: this.limits.endSignal,
    });
    this.isUnanswered = answer.endedBy !== undefined;
    return answer;
  }
}

/** The reply if it is a list; undefined if it is a message or empty. */
function listIn(reply: string | undefined): string | undefined {
  const text = reply?.trim() ?? '';
  const isNone = text === '' || /^(?:Error: [^\n]*|Vault not found\.|No tags found\.)$/.test(text);
  return isNone ? undefined : reply;
}

/** Reads what `vaults verbose` prints: name and path of each. */
function parseVaults(text: string): KnownVault[] {
  return rowsOf(text).flatMap(([name, path]) => (name && path ? [{ name, path }] : []));
}

/** Reads rows of a name and a value, separated by a tab. A value is not trimmed and may hold tabs, as a path may. */
function rowsOf(text: string): [name: string, value: string][] {
  return text.split(/\r?\n/).map((row) => {
    const [name = '', ...value] = row.split('\t');
    return [name.trim(), value.join('\t')];
  });
}
