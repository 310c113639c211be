import type { CommandLine } from '../cli/command-line';
import type { CliClient } from '../cli/client';
import type { Platform } from '../cli/platform';
import type { Command } from '../commands/catalogue/command';
import type { CommandResult } from '../commands/outcome';
import {
  admitted,
  limitsOf,
  requireStillAdmitted,
  runCommand,
  runJudged,
  toResult,
  withEnd,
} from '../commands/run-command';
import type { PlanRun, RunOptions } from '../commands/run-command';
import { isHost } from '../commands/check/vault-choice';
import type { HostVault } from '../commands/check/vault-choice';
import { BridgeError } from '../errors';
import type { FailureCode } from '../errors';
import { chooseCarrier, withContent, withMd } from './choose-carrier';
import type { Carrier } from './choose-carrier';
import { mayLose } from './change-once';
import { writeInPlace } from './in-place';
import { incompleteInPieces, incompleteInPlace, leftBy } from './incomplete';
import type { NotePort } from './note-port';
import { pathIn } from './piece-chain';
import { inOneVault } from './in-one-vault';
import { readNote, UNTOLD } from './read-note';
import type { ReadNote } from './read-note';
import { revisionOf, revisionOfLong } from './revision';
import { TurnRunner } from './turn-runner';
import { MAY_BE_WRITTEN, writeInPieces } from './write-in-pieces';
import { filled } from './filled';
import { WORDS } from './words';

/** What writing needs of the bridge. */
export interface WholeWriteServices {
  readonly client: CliClient;
  readonly platform: Platform;
  readonly hostVault: HostVault | undefined;
  /** The notes of that vault, if the host offers them. */
  readonly notes?: NotePort | undefined;
  /** A documented command. */
  readonly commandOf: (name: string) => Command;
  /** How long a text may take, in milliseconds. */
  readonly atMostMs?: number;
}

/** How long a text may take: all others wait for as long. */
const AT_MOST_MS = 120_000;

/**
 * Makes what runs every call that may change something: most in one process; a text that the program cannot carry whole in
 * another way; and one that names a revision only if the note has it.
 */
export function createWrite(services: WholeWriteServices): PlanRun {
  const { client } = services;
  const facts = { ...services, canPlace: services.notes !== undefined };
  return async (command, line) => {
    const { recognised } = client.status();
    const isPlanned = recognised && command.writes !== undefined;
    const carrier = isPlanned ? await chooseCarrier(command, line, facts) : 'inline';
    if (!isPlanned) client.requireSize(line);
    return async (options) => {
      if (!recognised) return runCommand(client, command, line, options);
      const isWrite = command.writes !== undefined || options.ifRevision !== undefined;
      if (!isWrite) return runCommand(client, command, line, options);
      return new WholeWrite(services, command, options, carrier).inTurn(line);
    };
  };
}

/** What became of a write, and what is known of the text. */
interface Written {
  readonly result: CommandResult;
  readonly path?: string | undefined;
  /** The text of the note, where it is known. */
  readonly text?: string | undefined;
}

/** One call that writes a text, or names a revision. */
class WholeWrite {
  private readonly limits: ReturnType<typeof limitsOf>;
  /** The text of the note that has the revision that the call names. */
  private compared: string | undefined;
  /** The path of that note. */
  private pathBefore: string | undefined;

  constructor(
    private readonly services: WholeWriteServices,
    private readonly command: Command,
    private readonly options: RunOptions,
    private readonly chosen: Carrier,
  ) {
    this.limits = limitsOf(services.client, command, options);
  }

  async inTurn(asked: CommandLine): Promise<CommandResult> {
    const { options } = this;
    const { written, waited } = await this.services.client.inTurn(options, async (turn) => {
      const allowed = await admitted(turn, asked, options);
      const isChain = this.chosen === 'pieces' || options.ifRevision !== undefined;
      const runner =
        isChain && turn.isRecognised()
          ? await inOneVault(turn, allowed, this.limits)
          : new TurnRunner(turn, allowed.vault, this.limits);
      const line = this.requireNoNote({ ...allowed, vault: runner.vault });
      await this.requireRevision(runner, line);
      requireStillAdmitted(options);
      const run = (): Promise<Written> => this.run(runner, line);
      return { written: await withEnd(options, run, ({ result }) => result), waited: turn.waited };
    });
    const { result, text } = written;
    // Computed after the turn has passed on, so that the next process starts first.
    const revision = text === undefined ? undefined : await revisionOfLong(text);
    const data = result.data && { ...result.data, ...(revision !== undefined && { revision }) };
    return { ...result, ...(data && { data }), waited: Math.round(waited) };
  }

  private async run(runner: TurnRunner, line: CommandLine): Promise<Written> {
    // The program may have turned out to be another one while the call was waiting.
    const carrier = runner.turn.isRecognised() ? this.chosen : 'inline';
    const written = await this.carry(carrier, runner, line);
    const isDone = written.result.code === undefined;
    const { text, path } = isDone ? await this.noteAfter(runner, line, written) : {};
    const data = isDone ? this.dataOf(carrier, runner, line, path) : written.result.data;
    const duration = Math.round(runner.duration);
    return { result: { ...written.result, ...(data && { data }), duration }, text };
  }

  private carry(carrier: Carrier, runner: TurnRunner, line: CommandLine): Promise<Written> {
    switch (carrier) {
      case 'inline':
        return this.inline(runner, line);
      case 'in_place':
        return this.inPlace(runner, line);
      case 'pieces':
        return this.inPieces(runner, line);
    }
  }

  private async inline(runner: TurnRunner, line: CommandLine): Promise<Written> {
    const result = await this.runOnce(runner, line);
    const { parameters } = line;
    const isWhole = this.command.writes === 'new_note' && !parameters.has('template');
    const isKnown = isWhole && result.doubts === undefined;
    const path = movedTo(this.command, this.pathBefore, result) ?? this.pathIn(result);
    return { result, path, ...(isKnown && { text: parameters.get('content') ?? '' }) };
  }

  private async inPieces(runner: TurnRunner, line: CommandLine): Promise<Written> {
    const { services, options, command } = this;
    const first: { result?: CommandResult } = {};
    const end = await writeInPieces(runner, {
      command,
      line,
      platform: services.platform,
      commandOf: services.commandOf,
      runFirst: async (given) => (first.result = await this.runOnce(runner, given)),
      requireUnchanged: (note) => this.requireUnchanged(line, note),
      requireStillAdmitted: () => requireStillAdmitted(options),
      atMostMs: services.atMostMs ?? AT_MOST_MS,
    });
    const { result } = first;
    if (!result) throw new Error('The first piece was not run.');
    switch (end.kind) {
      case 'failed':
        return { result };
      case 'written':
        return {
          result: withDoubt(result.code === undefined ? result : confirmed(result), end.warning),
          path: end.path,
          text: end.text,
        };
      case 'incomplete':
        return { result: incompleteInPieces(result, end, contentBytes(line)) };
    }
  }

  private async inPlace(runner: TurnRunner, line: CommandLine): Promise<Written> {
    const { notes: port } = this.services;
    if (!port) throw new Error('The host offers no notes.');
    const { path } = targetOf(line, this.command);
    if (line.flags.includes('overwrite') && path !== undefined) {
      const replaced = await this.replaced(runner, port, path, line);
      if (replaced) return replaced;
    }
    const marked: { result?: CommandResult } = {};
    const end = await writeInPlace(port, {
      content: line.parameters.get('content') ?? '',
      path,
      run: async (marker) => {
        const flags = line.flags.filter((flag) => flag !== 'overwrite');
        const result = await this.runOnce(runner, { ...withContent(line, marker), flags });
        marked.result = result;
        const outcome = result.code === undefined ? 'done' : isDefinite(result.code) ? 'failed' : 'unclear';
        const isSilent = result.outputBytes === 0;
        return { outcome, isSilent, path: this.pathIn(result), created: /^Created: /m.test(result.stdout) };
      },
    });
    const { result } = marked;
    if (!result) throw new Error('The command was not run.');
    switch (end.kind) {
      case 'failed':
        return { result };
      case 'incomplete':
        return { result: incompleteInPlace(result, end, contentBytes(line)) };
      case 'placed':
        return {
          result: result.code === undefined ? result : confirmed(result),
          path: end.path,
          text: end.text,
        };
    }
  }

  /** Replaces the text of a note in one step; undefined where there is no such note. */
  private async replaced(
    runner: TurnRunner,
    port: NotePort,
    path: string,
    line: CommandLine,
  ): Promise<Written | undefined> {
    const content = line.parameters.get('content') ?? '';
    const wanted = this.options.ifRevision;
    const result = replacement(path);
    try {
      const isThere = await port.process(path, (text) => {
        if (wanted !== undefined && text !== this.compared) requireSame(path, revisionOf(text), wanted);
        return content;
      });
      if (!isThere) return undefined;
    } catch (cause) {
      if (cause instanceof BridgeError) throw cause;
      const end = { path, ...leftBy(cause), cause };
      return { result: incompleteInPlace({ ...result, stdout: '' }, end, contentBytes(line)) };
    }
    runner.turn.noteChange();
    const isOpened = !line.flags.includes('open') || (await this.opened(runner, path, line.flags));
    return { result: withDoubt(result, isOpened ? undefined : NOT_OPENED), path, text: content };
  }

  private async opened(runner: TurnRunner, path: string, given: readonly string[]): Promise<boolean> {
    const flags = given.filter((flag) => flag === 'newtab');
    try {
      const { stdout } = await runner.run({ command: 'open', parameters: { path }, flags });
      return /^Opened: /m.test(stdout);
    } catch (error) {
      if (error instanceof BridgeError) return false;
      throw error;
    }
  }

  /** Runs the command of the call once, and counts its processes. */
  private async runOnce(runner: TurnRunner, line: CommandLine): Promise<CommandResult> {
    const judged = await runJudged(runner.turn, this.command, line, this.limits, this.options);
    runner.processes += judged.processes;
    runner.duration += judged.answer.duration + judged.otherDuration;
    return toResult(judged, 0);
  }

  private pathIn({ code, stdout }: CommandResult): string | undefined {
    return code === undefined ? pathIn(this.command, stdout) : undefined;
  }

  private dataOf(
    carrier: Carrier,
    { processes }: TurnRunner,
    line: CommandLine,
    path: string | undefined,
  ): object {
    const named = path !== undefined && { path };
    if (this.command.writes === undefined) return { ...named, processes };
    return { ...named, bytes: contentBytes(line), carrier, processes };
  }

  /** The note after the change, which is read again where a revision was asked for and the text is not known. */
  private async noteAfter(
    runner: TurnRunner,
    line: CommandLine,
    { path, text }: Written,
  ): Promise<Pick<Written, 'path' | 'text'>> {
    if (text !== undefined || this.options.ifRevision === undefined) return { path, text };
    if (this.command.evidence === 'gone' && !this.command.moves) return { path };
    const target = path === undefined ? targetOf(line) : { path };
    return textOfNote(runner, target, this.portFor(line));
  }

  /**
   * @throws BridgeError `revision_conflict`; `cli_not_answering` where the note cannot be read; `invalid_parameter` where not all
   * of it is text, so that the revision does not tell two versions of it apart
   */
  private async requireRevision(runner: TurnRunner, line: CommandLine): Promise<void> {
    const wanted = this.options.ifRevision;
    if (wanted === undefined) return;
    runner.turn.hold();
    const target = targetOf(line, this.command);
    const port = this.portFor(line);
    const text = await textInApp(port, target['path']);
    const path = target['path'] ?? target['file'] ?? '';
    if (text !== undefined) {
      requireSame(path, await revisionOfLong(text), wanted);
      if (mayLose(text) && !(await port?.isWhole(path, text))) throw notComparable(path);
      this.compared = text;
      this.pathBefore = target['path'];
      return;
    }
    const note = await readNote(runner, target);
    if (note === UNTOLD) throw unchecked(line, `"${path}" has the revision ${wanted}`);
    requireSame(path, note && (await revisionOfLong(note.text)), wanted);
    if (note && mayLose(note.text) && !note.isWhole) throw notComparable(path);
    this.compared = note?.text;
    this.pathBefore = note?.path;
  }

  /**
   * The call, which must not replace a note where the user was told that there is none.
   * @throws BridgeError `revision_conflict` where there is one now
   */
  private requireNoNote(line: CommandLine): CommandLine {
    if (this.options.ifNoNote !== true) return line;
    const path = targetOf(line, this.command)['path'] ?? '';
    if (this.portFor(line)?.isThere(path) !== false)
      throw BridgeError.of('revision_conflict', { path, wanted: undefined });
    // One that comes into being just now is not replaced either: the program takes another name.
    return { ...line, flags: line.flags.filter((flag) => flag !== 'overwrite') };
  }

  /** @throws BridgeError `revision_conflict`; `cli_not_answering` where the note cannot be read */
  private async requireUnchanged(
    line: CommandLine,
    note: ReadNote | undefined | typeof UNTOLD,
  ): Promise<void> {
    const { ifRevision, textBefore } = this.options;
    const before = this.compared ?? textBefore;
    if (before === undefined) return;
    const path = line.parameters.get('path') ?? '';
    if (note === UNTOLD) throw unchecked(line, `"${path}" is as it was before`);
    if (note?.text === before) return;
    const wanted = ifRevision ?? (await revisionOfLong(before));
    const revision = note && (await revisionOfLong(note.text));
    // Where no revision is named, the text was made from the one before, and every byte of that counts.
    if (ifRevision === undefined) throw BridgeError.of('revision_conflict', { path, revision, wanted });
    requireSame(path, revision, wanted);
  }

  private portFor({ vault }: CommandLine): NotePort | undefined {
    const { notes, hostVault } = this.services;
    return vault !== undefined && isHost(vault, hostVault) ? notes : undefined;
  }
}

function unchecked({ command }: CommandLine, what: string): BridgeError {
  return BridgeError.of('cli_not_answering', { command, unchecked: what, retryAfter: 5 });
}

function requireSame(path: string, revision: string | undefined, wanted: string): void {
  if (revision !== wanted) throw BridgeError.of('revision_conflict', { path, revision, wanted });
}

function notComparable(path: string): BridgeError {
  return BridgeError.of('invalid_parameter', {
    detail: filled(WORDS.noRevision, { path }),
    hint: WORDS.withoutRevision,
  });
}

/** The one note that a call names. */
function targetOf(
  { parameters }: Pick<CommandLine, 'parameters'>,
  command?: Command,
): Readonly<Record<string, string>> {
  const [path, file] = [parameters.get('path'), parameters.get('file')];
  if (path !== undefined) return { path: command?.writes === 'new_note' ? withMd(path) : path };
  return { file: file ?? '' };
}

/** The text of a note as the app reads it; undefined where it cannot, so that the program is asked. */
async function textInApp(port: NotePort | undefined, path: string | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : port?.read(path).catch(() => undefined);
}

async function textOfNote(
  runner: TurnRunner,
  target: Readonly<Record<string, string>>,
  port: NotePort | undefined,
): Promise<Pick<Written, 'path' | 'text'>> {
  const { path } = target;
  const text = await textInApp(port, path);
  if (text !== undefined) return { path, text };
  const note = await readNote(runner, target).catch(() => undefined);
  return typeof note === 'object' ? note : { path };
}

/**
 * The path of a note that was moved or renamed. Either path may have an arrow in it, so that the one it had before tells where
 * the other begins.
 */
function movedTo(
  { success }: Command,
  from: string | undefined,
  { code, stdout }: CommandResult,
): string | undefined {
  if (code !== undefined || success.shape !== 'confirmation') return undefined;
  const { path, to } = success.line.exec(stdout)?.groups ?? {};
  if (path === undefined || to === undefined) return undefined;
  const both = `${path} ${to}`;
  const rest = from !== undefined && both.startsWith(`${from} `) ? both.slice(from.length + 1) : to;
  return rest.replace(/^(?:->|→) /, '');
}

function contentBytes({ parameters }: CommandLine): number {
  return Buffer.byteLength(parameters.get('content') ?? '');
}

/** Whether the command did nothing, by its own words. */
function isDefinite(code: FailureCode): boolean {
  return !MAY_BE_WRITTEN.has(code);
}

/** The result of a command whose marker was there, so that it has run, whatever became of its answer. */
function confirmed({ code: _code, error: _error, ...result }: CommandResult): CommandResult {
  return withDoubt({ ...result, exitCode: 0, stderr: '' }, WORDS.notConfirmed);
}

function withDoubt(result: CommandResult, doubt: string | undefined): CommandResult {
  return doubt === undefined ? result : { ...result, doubts: [...(result.doubts ?? []), doubt] };
}

/** The result of a note replaced by the app itself, in the words of the program. */
function replacement(path: string): CommandResult {
  const stdout = `Overwrote: ${path}\n`;
  return {
    exitCode: 0,
    stdout,
    stderr: '',
    duration: 0,
    waited: 0,
    outputBytes: Buffer.byteLength(stdout),
    discardedBytes: 0,
    isPartial: false,
    damaged: false,
  };
}

const NOT_OPENED = WORDS.notOpened;
