import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Client } from '../../kit/http-client';
import type { Call, Prediction } from './calls';
import { callOn, pathOfNote, pathOfPlace } from './operations';
import type { Operation } from './operations';
import { predict, revisionOf } from './predict';
import { send, sendBatch } from './send';
import type { Answer } from './send';
import { applied, VaultModel } from './vault-model';
import type { LooseText, Step } from './vault-model';

/** A bridge that is played with, and the folder of its vault. */
export interface Host {
  readonly client: Client;
  readonly folder: string;
}

type Files = ReadonlyMap<string, string>;
interface Made {
  readonly call: Call;
  readonly predicted: Prediction;
}

/** One client, or somebody beside it, works in a folder of the vault, and the model says after each step what is there. */
export class Play {
  private readonly model: VaultModel;
  private readonly past: string[] = [];
  /** Calls that were made so far. */
  calls = 0;

  /** @param root a folder of the vault that is not there yet */
  constructor(
    private readonly host: Host,
    root: string,
  ) {
    this.model = new VaultModel(root);
  }

  /** @throws Error with the last operations if the vault or an answer is not as the model has it */
  async step(operation: Operation): Promise<void> {
    switch (operation.does) {
      case 'outside':
        return this.outside(operation);
      case 'batch':
        return this.batch(operation);
      case 'undo': {
        const { changes } = this.model;
        const id = operation.back === undefined ? 'last' : changes.at(-1 - operation.back)?.id;
        const call = { command: 'cli-bridge:undo', params: { id: id ?? 'last' } };
        return this.single(operation.channel, call);
      }
      case 'call':
        return this.single(operation.channel, callOn(this.model, operation.call));
    }
  }

  /** Somebody else changes a note. */
  private async outside({
    how,
    note,
    place,
    text,
    mark,
  }: Extract<Operation, { does: 'outside' }>): Promise<void> {
    const path = how === 'make' ? pathOfPlace(this.model, place) : pathOfNote(this.model, note);
    const before = this.model.files.get(path);
    if ((how === 'make') !== (before === undefined)) return;
    const files = new Map(this.model.files);
    if (how === 'remove') files.delete(path);
    else files.set(path, how === 'add' ? `${before}${text}` : mark + text);
    this.past.push(`outside: ${how} ${path} ${JSON.stringify(files.get(path))}`);
    const file = join(this.host.folder, path);
    await mkdir(dirname(file), { recursive: true });
    if (how === 'remove') await rm(file);
    else await writeFile(file, files.get(path) ?? '');
    this.model.adopt(files);
  }

  private async single(channel: 'rest' | 'mcp', call: Call): Promise<void> {
    const predicted = predict(this.model, call, channel);
    if (!predicted) return;
    this.past.push(`${channel}: ${JSON.stringify(call)}`);
    this.calls += 1;
    const answer = await send(this.host.client, channel, call);
    await this.compare([{ call, predicted }], [answer], this.model.newGroup());
  }

  /** Several calls together, each on what the ones before it leave. */
  private async batch({
    channel,
    calls: wishes,
    stops,
  }: Extract<Operation, { does: 'batch' }>): Promise<void> {
    const made: Made[] = [];
    let { files } = this.model;
    let isOver = false;
    for (const wish of wishes) {
      const call = callOn(this.model, wish);
      const predicted = predict(this.model, call, channel, files);
      if (!predicted) continue;
      // A call that is refused is refused before any is run.
      const isNotRun = isOver && predicted.isRefused !== true;
      made.push({ call, predicted: isNotRun ? { codes: ['not_run'], steps: [] } : predicted });
      if (!isOver) files = afterSteps(files, predicted.steps) ?? files;
      isOver ||= stops && predicted.codes !== undefined;
      // What comes after a text that is not known in whole is not known either.
      if (predicted.steps.some(({ after }) => typeof after === 'object')) break;
    }
    const refused = made.find(({ predicted }) => predicted.isRefused);
    const all = refused ? [refused] : made;
    if (made.length === 0) return;
    const calls = made.map(({ call }) => call);
    this.past.push(`${channel}: ${JSON.stringify({ calls, stops })}`);
    this.calls += calls.length;
    const answers = await sendBatch(this.host.client, channel, calls, stops);
    await this.compare(all, answers, this.model.newGroup());
  }

  /** Compares the answers and the whole folder with what was predicted, and takes over what was left open. */
  private async compare(made: readonly Made[], answers: readonly Answer[], group: number): Promise<void> {
    let expected: ReadonlyMap<string, string | LooseText> = this.model.files;
    if (answers.length !== made.length) this.fail(`${answers.length} answers`, made, answers);
    for (const [index, { predicted }] of made.entries()) {
      expected = afterSteps(expected as Files, predicted.steps, true) ?? expected;
      const problem = problemOf(predicted, answers[index] as Answer);
      if (problem !== undefined) this.fail(problem, made, answers);
    }
    const actual = await readFolder(this.host.folder, this.model.root);
    const paths = new Set([...expected.keys(), ...actual.keys()]);
    for (const path of paths) {
      const [is, should] = [actual.get(path), expected.get(path)];
      const isRight = typeof should === 'object' ? is !== undefined && should.fits(is) : is === should;
      const wanted = typeof should === 'object' ? should.words : JSON.stringify(should);
      if (!isRight) this.fail(`${path} is ${JSON.stringify(is)}, not ${wanted}`, made, answers);
    }
    for (const [index, { call, predicted }] of made.entries()) {
      const { data } = answers[index] as Answer;
      const steps = predicted.steps.map((step) => withText(step, actual)).filter(isChange);
      const isListed = data?.change !== undefined;
      if (predicted.codes === undefined && isListed !== steps.length > 0)
        this.fail('the change is listed, or is not', made, answers);
      if (steps.length > 0) this.model.keep(data?.change ?? '', group, steps, predicted.undoes);
      this.learn(call, predicted, actual);
      const now = predicted.path === undefined ? undefined : actual.get(predicted.path);
      if (
        call.ifRevision !== undefined &&
        predicted.codes === undefined &&
        now !== undefined &&
        made.length === 1
      )
        if (data?.revision !== revisionOf(now)) this.fail('the revision is another', made, answers);
    }
    this.model.adopt(actual);
  }

  /** What the key has seen of the notes. */
  private learn({ command }: Call, { path, codes, prints, steps }: Prediction, actual: Files): void {
    if (codes !== undefined) return;
    const { known } = this.model;
    const isMoved = ['move', 'rename', 'delete', 'cli-bridge:undo'].includes(command);
    for (const step of steps)
      for (const each of [step.path, step.from])
        if (each !== undefined && isMoved) known.set(each, undefined);
    if (isMoved || path === undefined) return;
    // Whether a call that changed nothing has seen the text is left open.
    if (steps.length === 0 && prints === undefined) {
      known.set(path, undefined);
      return;
    }
    const [seen, before] = [known.get(path), steps.find((step) => step.path === path)?.before];
    // What others wrote into a note stays unseen, whatever the key adds to it.
    const isUnseen = command !== 'create' && before !== undefined && seen !== undefined && seen !== before;
    if (!isUnseen) known.set(path, actual.get(path));
  }

  private fail(problem: string, made: readonly Made[], answers: readonly Answer[]): never {
    const predicted = made.map((each) => JSON.stringify(each.predicted).slice(0, 2_000));
    const lines = [
      ...[`Not as predicted: ${problem.slice(0, 3_000)}`, 'The last operations:', ...this.past.slice(-12)],
      ...[
        'Predicted:',
        ...predicted,
        'Answered:',
        ...answers.map((each) => JSON.stringify(each).slice(0, 1_500)),
      ],
    ];
    throw new Error(lines.map((line) => line.replace(/(?:long ){20,}/g, 'long...')).join('\n'));
  }
}

/** What is wrong with an answer. */
function problemOf({ codes, path, prints }: Prediction, answer: Answer): string | undefined {
  if (codes !== undefined) {
    const isRight = !answer.ok && codes.includes(answer.code ?? '');
    return isRight ? undefined : `the code is ${answer.code}, not ${codes.join(' or ')}`;
  }
  if (!answer.ok) return `it failed: ${answer.code} ${answer.error}`;
  if (path !== undefined && answer.data?.path !== undefined && answer.data.path !== path)
    return `the path is ${answer.data.path}, not ${path}`;
  if (prints === undefined) return undefined;
  if (answer.revision !== revisionOf(prints)) return 'the revision is not that of the text';
  return undefined;
}

/** The notes after steps. @param areLoose whether a text may be left open */
function afterSteps(files: Files, steps: readonly Step[], areLoose = false): Files | undefined {
  let next: Files | undefined = files;
  for (const step of steps) {
    next = next && applied(next, step);
    if (areLoose && next && typeof step.after === 'object')
      next = new Map<string, string | LooseText>(next).set(step.path, step.after) as unknown as Files;
  }
  return next;
}

/** The step with the text that the note really got. */
/** A text that is not known in whole may turn out to be the old one. */
function isChange({ from, before, after }: Step): boolean {
  return from !== undefined || before !== after;
}

function withText(step: Step, actual: Files): Step {
  return typeof step.after === 'object' ? { ...step, after: actual.get(step.path) } : step;
}

/** All files below a folder of the vault, by their paths. */
async function readFolder(vault: string, root: string): Promise<Files> {
  const entries = await readdir(join(vault, root), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(vault.length + 1));
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(vault, path), 'utf8')] as const)),
  );
}
