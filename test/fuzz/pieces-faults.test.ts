import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { appended, prepended } from '../../src/standin/insertion';
import type { Envelope } from '../kit/http-client';
import { serveNotes } from '../kit/note-vault';
import type { NoteVault } from '../kit/note-vault';
import type { ProgramCall } from '../kit/resident-stand-in';
import { groupScope } from '../kit/test-scope';
import { until } from '../kit/until';

/** What happens to one process of a chain; `late` does its work after the bridge has given up on it. */
const FAULTS = [
  'refused',
  'killed',
  'killed_after',
  'silent',
  'silent_after',
  'late',
  'hung',
  'hung_after',
] as const;
type Fault = (typeof FAULTS)[number];
const ACTIONS = [
  'create',
  'overwrite',
  'append',
  'prepend',
  'daily:append',
  'daily:prepend',
  'edit',
] as const;
type Action = (typeof ACTIONS)[number];

/** `npm run fuzz` tries every fault at every process. */
const IS_LONG = process.env['FUZZ_RUNS'] !== undefined;
/** More than any of these calls runs. */
const MOST_PROCESSES = 16;
const HANG_SECONDS = 2;

/** Four pieces, of which no two are the same. */
const CONTENT = String.raw`a\nab\tä😀\nend`;
const OLD = 'The old\\n text.\r\n\r\n';
const EDITED = 'It stands\\there: ¤.';
const [NOTE, DAILY] = ['Note.md', 'Daily/2025-11-20.md'];

interface Rule {
  readonly path: string;
  /** The note before; undefined where there is none. */
  readonly old: string | undefined;
  readonly call: {
    readonly command: string;
    readonly params: Readonly<Record<string, string>>;
    readonly flags: readonly string[];
  };
  /** What is written, and what the note is when this much of it stands there. */
  readonly written: string;
  readonly from: 'beginning' | 'end';
  readonly with: (part: string) => string;
}

function ruleOf(action: Action): Rule {
  const params = { path: NOTE, content: CONTENT };
  const fromBeginning = { path: NOTE, written: CONTENT, from: 'beginning' } as const;
  switch (action) {
    case 'create':
      return {
        ...fromBeginning,
        old: undefined,
        call: { command: 'create', params, flags: [] },
        with: (part) => part,
      };
    case 'overwrite':
      return {
        ...fromBeginning,
        old: OLD,
        call: { command: 'create', params, flags: ['overwrite'] },
        with: (part) => part,
      };
    case 'edit': {
      const written = EDITED.replace('¤', CONTENT);
      const call = {
        command: 'cli-bridge:edit',
        params: { path: NOTE, old: '¤', new: CONTENT },
        flags: [],
      };
      return { path: NOTE, old: EDITED, call, written, from: 'beginning', with: (part) => part };
    }
    case 'append':
    case 'daily:append':
    case 'prepend':
    case 'daily:prepend': {
      const isDaily = action.startsWith('daily:');
      const join = action.endsWith('append') ? appended : prepended;
      return {
        path: isDaily ? DAILY : NOTE,
        old: OLD,
        call: { command: action, params: isDaily ? { content: CONTENT } : params, flags: [] },
        written: CONTENT,
        from: action.endsWith('append') ? 'beginning' : 'end',
        with: (part) => (part === '' ? OLD : join(OLD, part, false)),
      };
    }
  }
}

/** The parts of a text that a chain may have written. */
function partsOf({ written, from }: Rule): readonly string[] {
  const cuts = [...written.matchAll(/\\(?=[nt])/g)].map(({ index }) => index + 1);
  return [0, ...cuts, written.length].map((cut) =>
    from === 'beginning' ? written.slice(0, cut) : written.slice(cut),
  );
}

interface Ended {
  readonly status: number;
  readonly envelope: Envelope;
  readonly data: { readonly written?: number; readonly total?: number; readonly restored?: boolean };
  readonly text: string | undefined;
  readonly calls: readonly ProgramCall[];
}

/** One call, with a fault at one of its processes, counted from 1; undefined where it has less. */
async function withFault(
  vault: NoteVault,
  rule: Rule,
  [fault, at]: readonly [Fault, number],
): Promise<Ended | undefined> {
  const { standIn, folder, client, change, bridge } = vault;
  await rm(join(folder, rule.path), { force: true });
  if (rule.old !== undefined) await vault.write(rule.path, rule.old);
  const isHanging = fault.startsWith('hung');
  change({ timeoutSeconds: isHanging ? HANG_SECONDS : 60 });
  standIn.calls.length = 0;
  let isReached = false;
  let late: Promise<unknown> = Promise.resolve();
  standIn.answering = async ({ pid }, work) => {
    if (standIn.calls.length !== at) return work();
    isReached = true;
    if (fault === 'late') late = answered.then(() => work());
    if (fault.endsWith('_after')) await work();
    if (fault === 'refused') return 'Error: EIO: i/o error, write\n';
    if (isHanging) return undefined;
    if (fault.startsWith('killed')) {
      process.kill(pid, 'SIGKILL');
      return undefined;
    }
    return '';
  };
  const { command, ...body } = rule.call;
  const answered = client.post(command, body);
  const { status, envelope } = await answered;
  await late;
  await until('nothing runs', () => !bridge.status().running);
  if (!isReached) return undefined;
  const text = await vault.text(rule.path);
  return { status, envelope, data: envelope.data ?? {}, text, calls: [...standIn.calls] };
}

/** What must hold whatever happened: nothing is half done, or the answer says what stands there. */
function check(rule: Rule, [fault, at]: readonly [Fault, number], ended: Ended): void {
  const { status, envelope, data, text, calls } = ended;
  const { old, written } = rule;
  const wholeText = rule.with(written);
  // Nothing is written twice, but to undo it.
  const writing = calls
    .map(({ argv }) => argv)
    .filter((argv) => argv.some((arg) => arg.startsWith('content=')));
  const lines = writing.map((argv) => argv.join('\0'));
  const last = writing.findLastIndex((argv) => argv.includes('create'));
  const once = last > 0 ? lines.slice(0, last) : lines;
  expect(new Set(once).size).toBe(once.length);
  if (status === 200) {
    expect(text).toBe(wholeText);
    return;
  }
  const isLost = fault !== 'refused';
  if (envelope.code !== 'write_incomplete') {
    // Nothing was written, or may have been at the most.
    expect(text === old || (isLost && fault !== 'killed')).toBe(true);
    return;
  }
  expect(status).toBe(422);
  expect(data.total).toBe(Buffer.byteLength(written));
  if (data.restored) {
    expect([text, data.written]).toEqual([old, 0]);
    return;
  }
  const parts = partsOf(rule);
  const standing = text === old ? '' : parts.find((part) => rule.with(part) === text);
  expect(standing).toBeDefined();
  const bytes = Buffer.byteLength(standing ?? '');
  expect(data.written).toBeLessThanOrEqual(bytes);
  // Said for certain only where nothing is still on its way.
  if (/^Only the (first|last)/.test(envelope.error ?? '')) expect(data.written).toBe(bytes);
  // A refusal leaves nothing on its way, so that what can be undone is undone, unless undoing was refused itself.
  const isUndoable = ['create', 'cli-bridge:edit'].includes(rule.call.command);
  if (!isLost && isUndoable) expect(at).toBeGreaterThan(calls.length - 5);
}

/** A few of all cases, and others of each command. */
function isTried(action: Action, fault: Fault, at: number): boolean {
  if (IS_LONG) return true;
  // Each waits for a time-out.
  if (fault.startsWith('hung')) return action === 'create' && at === 3;
  return (ACTIONS.indexOf(action) + FAULTS.indexOf(fault) + at) % 4 === 0;
}

describe('a fault in a chain leaves nothing half done, or says what stands there', () => {
  const scope = groupScope();
  let served: Promise<NoteVault> | undefined;

  test.each(ACTIONS)('%s', { timeout: 600_000 }, async (action) => {
    const vault = await (served ??= serveNotes(scope));
    const rule = ruleOf(action);
    let tried = 0;
    for (const fault of FAULTS) {
      for (let at = 1; at <= MOST_PROCESSES; at++) {
        if (!isTried(action, fault, at)) continue;
        const ended = await withFault(vault, rule, [fault, at]);
        if (!ended) break;
        tried += 1;
        try {
          check(rule, [fault, at], ended);
        } catch (cause) {
          const { calls, ...answered } = ended;
          const ran = calls.map(({ argv }) => argv.join(' '));
          throw new Error(JSON.stringify({ action, fault, at, ...answered, ran }, undefined, 1), { cause });
        }
      }
    }
    expect(tried).toBeGreaterThan(8);
  });
});
