import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeInPlace } from '../../src/bridge/notes/in-place';
import type { InPlaceResult, MarkedRun } from '../../src/bridge/notes/in-place';
import { newMarker } from '../../src/bridge/notes/marker';
import { VaultNotes } from '../../src/obsidian/vault-notes';
import { makeFolder } from '../kit/folder';
import { THIS_TEST } from '../kit/test-scope';
import { until } from '../kit/until';
import { createTestApp } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import type { LocalStorage } from '../obsidian/local-storage';
import type { Vault } from '../obsidian/vault';

const START = Date.UTC(2025, 10, 20);
/** What passes on Windows between two ticks of the clock that files get their times from. */
const TICK_MS = 15;
const HOUR_MS = 60 * 60 * 1_000;

interface OpenVault {
  readonly notes: VaultNotes;
  readonly vault: Vault;
}

interface Place extends OpenVault {
  readonly has: (name: string) => boolean;
  readonly read: (name: string) => string;
  readonly write: (name: string, text: string) => void;
  readonly move: (name: string, to: string) => void;
  /**
   * The app starts again, with what it kept on the device, and takes out what was left.
   * @param prepare what happens to the vault before that
   */
  readonly restart: (prepare?: (at: OpenVault) => unknown) => Promise<OpenVault>;
}

async function open(): Promise<Place> {
  const folder = await makeFolder(THIS_TEST);
  const start = (localStorage?: LocalStorage): { readonly app: TestApp; readonly notes: VaultNotes } => {
    const app = createTestApp({
      vaultFolder: folder,
      layoutReady: true,
      ...(localStorage && { localStorage }),
    });
    return { app, notes: new VaultNotes(app.app) };
  };
  let last = start();
  const { notes } = last;
  notes.follow();
  return {
    notes,
    vault: last.app.standIn.vault,
    has: (name) => existsSync(join(folder, name)),
    read: (name) => readFileSync(join(folder, name), 'utf8'),
    write: (name, text) => {
      writeFileSync(join(folder, name), text);
    },
    move: (name, to) => {
      renameSync(join(folder, name), join(folder, to));
    },
    restart: async (prepare) => {
      last = start(last.app.localStorage.copy());
      const next = { notes: last.notes, vault: last.app.standIn.vault };
      prepare?.(next);
      await next.notes.takeOutLeftovers();
      return next;
    },
  };
}

/** Writes in place with a program that does this with the marker. */
function place(
  { notes }: Place,
  program: (marker: string) => MarkedRun,
  { path, content = 'content' }: { readonly path?: string | undefined; readonly content?: string } = {},
): Promise<InPlaceResult> {
  return writeInPlace(notes, {
    content,
    run: (marker) => Promise.resolve(program(marker)),
    ...(path !== undefined && { path }),
  });
}

/** Appends the marker to a note, while the app refuses all changes. @param path what the call names, if it does */
async function leaveMarker(at: Place, path?: string): Promise<void> {
  at.write('Note.md', 'old');
  refuseAll(at);
  const program = (marker: string): MarkedRun => {
    at.write('Note.md', `old\n${marker}`);
    return { outcome: 'done', path: 'Note.md' };
  };
  expect(await place(at, program, { path })).toMatchObject({ left: 'marker', path: 'Note.md' });
}

/**
 * Has the program say that it was done, and write nothing yet.
 * @param path what the call names, if it does
 * @returns the marker that it may write late
 */
async function expectLate(at: Place, path?: string, before = 'old'): Promise<string> {
  at.write('Note.md', before);
  let late = '';
  const program = (marker: string): MarkedRun => {
    late = marker;
    return { outcome: 'done', path: 'Note.md' };
  };
  expect(await place(at, program, { path })).toMatchObject({ left: 'unknown' });
  return late;
}

/** Appends the marker of a call that gets no further. @param path what the call names, if it does @returns the marker */
function markNote({ notes, write }: Place, path?: string): string {
  write('Note.md', 'old');
  const marker = newMarker();
  notes.keepMarker(marker, path);
  write('Note.md', `old\n${marker}`);
  return marker;
}

/** Makes more notes than are remembered of one marker. @returns their names */
function makeOthers({ write }: Place): readonly string[] {
  const names = Array.from({ length: 25 }, (_, index) => `${index}.md`);
  for (const name of names) write(name, 'other');
  return names;
}

/** Has the app break off its first changes, so many bytes before the end of each. */
function cutChanges({ vault, write }: Place, ...missing: number[]): void {
  const process = vault.process.bind(vault);
  vi.spyOn(vault, 'process').mockImplementation(async (file, change) => {
    const text = await process(file, change);
    const cut = missing.shift();
    if (cut === undefined) return text;
    write(file.path, text.slice(0, -cut));
    throw new Error('ENOSPC');
  });
}

/** Has the app refuse all changes. */
function refuseAll({ vault }: OpenVault): void {
  vault.changeFailure = new Error('EACCES');
}

/** Has the app fail to open one note. @returns what ends that */
function lock({ vault }: OpenVault, path: string): () => void {
  const process = vault.process.bind(vault);
  const spy = vi
    .spyOn(vault, 'process')
    .mockImplementation((file, change) =>
      file.path === path ? Promise.reject(new Error('EBUSY')) : process(file, change),
    );
  return () => spy.mockRestore();
}

/** Has the app read one note, and refuse to change it. @returns what ends that */
function refuse({ vault }: Place, path: string): () => void {
  const process = vault.process.bind(vault);
  const refusing = (change: (text: string) => string) => (text: string) => {
    if (change(text) !== text) throw new Error('EBUSY');
    return text;
  };
  const spy = vi
    .spyOn(vault, 'process')
    .mockImplementation((file, change) => process(file, file.path === path ? refusing(change) : change));
  return () => spy.mockRestore();
}

describe('a marker that the app could not take out', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(Date, 'now').mockReturnValue(START);
    return () => {
      vi.restoreAllMocks();
    };
  });

  it('is not forgotten for a hundred others that never came', async () => {
    const at = await open();
    await leaveMarker(at, 'Note.md');
    for (const marker of Array.from({ length: 101 }, newMarker)) {
      at.notes.keepMarker(marker, 'Note.md');
      at.notes.abandonMarker(marker);
    }
    vi.spyOn(Date, 'now').mockReturnValue(START + 61_000);
    at.notes.keepMarker(newMarker(), 'Note.md');
    await at.restart();
    expect(at.read('Note.md')).toBe('old');
  });

  it('is not forgotten after a day either, where the app fails once more', async () => {
    const at = await open();
    await leaveMarker(at, 'Note.md');
    vi.spyOn(Date, 'now').mockReturnValue(START + 25 * HOUR_MS);
    await at.restart(refuseAll);
    await at.restart();
    expect(at.read('Note.md')).toBe('old');
  });

  it.each([
    ['the next start', 0, undefined],
    ['the second start after a day, where the app fails once more', 25, refuseAll],
  ])('in a note that the call did not name is taken out by %s', async (_name, hours, fail) => {
    const at = await open();
    await leaveMarker(at);
    at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
    vi.spyOn(Date, 'now').mockReturnValue(START + hours * HOUR_MS);
    if (fail) await at.restart(fail);
    await at.restart();
    expect(at.read('Note.md')).toBe('old');
  });

  it('is found in a note that was renamed', async () => {
    const at = await open();
    await leaveMarker(at, 'Note.md');
    at.move('Note.md', 'New.md');
    at.vault.noteChange({ kind: 'rename', path: 'New.md', oldPath: 'Note.md' });
    vi.spyOn(Date, 'now').mockReturnValue(START + 25 * HOUR_MS);
    await at.restart(refuseAll);
    await at.restart();
    expect(at.read('New.md')).toBe('old');
  });

  it('is not said to stand where nothing but another note could not be read', async () => {
    const at = await open();
    at.write('Note.md', 'old');
    at.write('Other.md', 'other');
    const unlock = lock(at, 'Other.md');
    let late = '';
    const program = (marker: string): MarkedRun => {
      late = marker;
      at.vault.noteChange({ kind: 'modify', path: 'Other.md' });
      return { outcome: 'unclear', isSilent: true };
    };
    expect(await place(at, program, { path: 'Note.md' })).toMatchObject({ left: 'unknown' });
    unlock();
    at.write('Note.md', `old\n${late}`);
    at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
    await until('the marker is gone', () => at.read('Note.md') === 'old');
  });

  it('is not said to stand in a note that is gone', async () => {
    const at = await open();
    at.write('Other.md', 'other');
    lock(at, 'Other.md');
    const program = (): MarkedRun => {
      at.vault.noteChange({ kind: 'modify', path: 'Other.md' });
      return { outcome: 'done', path: 'Note.md' };
    };
    expect(await place(at, program)).toMatchObject({ left: 'gone', path: 'Note.md' });
  });

  describe('where it is not known whether the note is whole', () => {
    /** Has the app fail to open the note after it was read once. @returns what ends that */
    async function leaveUncertain(at: Place): Promise<() => void> {
      at.write('Note.md', 'old');
      const process = at.vault.process.bind(at.vault);
      let isRead = false;
      const locked = vi.spyOn(at.vault, 'process').mockImplementation((file, change) => {
        if (isRead) return Promise.reject(new Error('EBUSY'));
        isRead = true;
        at.vault.changeFailure = new Error('EBUSY');
        return process(file, change);
      });
      const program = (marker: string): MarkedRun => {
        at.write('Note.md', `old\n${marker}`);
        return { outcome: 'done', path: 'Note.md' };
      };
      expect(await place(at, program)).toMatchObject({ left: 'torn', restored: false });
      return () => {
        locked.mockRestore();
        at.vault.changeFailure = undefined;
      };
    }

    it('is found although many other notes were written', async () => {
      const at = await open();
      (await leaveUncertain(at))();
      for (let index = 0; index < 101; index++) at.write(`${index}.md`, 'other');
      await sleep(20);
      at.write('Note.md', `${at.read('Note.md')}\nmore`);
      vi.spyOn(Date, 'now').mockReturnValue(START + 25 * HOUR_MS);
      await at.restart();
      expect(at.read('Note.md')).not.toContain('cli-bridge');
    });

    it('is taken out as soon as the note changes', async () => {
      const at = await open();
      (await leaveUncertain(at))();
      at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
      await until('the marker is gone', () => at.read('Note.md') === 'old');
    });

    it('is taken out of a copy as well, and the copy stays', async () => {
      const at = await open();
      (await leaveUncertain(at))();
      at.write('Copy.md', at.read('Note.md'));
      at.vault.noteChange({ kind: 'create', path: 'Copy.md' });
      await until('both are as before', () => at.read('Copy.md') + at.read('Note.md') === 'oldold');
    });

    it('is taken out of a note that was moved as another one, and the note stays', async () => {
      const at = await open();
      (await leaveUncertain(at))();
      at.write('New.md', at.read('Note.md'));
      at.move('Note.md', 'gone.bin');
      at.vault.noteChange({ kind: 'create', path: 'New.md' });
      await until('the marker is gone', () => at.read('New.md') === 'old');
      await sleep(50);
      expect(at.read('New.md')).toBe('old');
    });

    it('is found although many other notes were made at once, and the note has changed since', async () => {
      const at = await open();
      (await leaveUncertain(at))();
      const unlock = lock(at, 'Note.md');
      for (let index = 0; index < 101; index++) {
        at.write(`${index}.md`, 'other');
        at.vault.noteChange({ kind: 'create', path: `${index}.md` });
      }
      await sleep(20);
      vi.spyOn(Date, 'now').mockReturnValue(START + 25 * HOUR_MS);
      at.write('Note.md', `${at.read('Note.md')}\nmore`);
      unlock();
      await at.restart();
      expect(at.read('Note.md')).not.toContain('cli-bridge');
    });
  });

  it('is taken out of a copy by the next start, too', async () => {
    const at = await open();
    await leaveMarker(at, 'Note.md');
    at.write('Copy.md', at.read('Note.md'));
    await at.restart();
    expect([at.read('Copy.md'), at.read('Note.md')]).toEqual(['old', 'old']);
  });

  it.each([
    ['modify', 'create'],
    ['create', 'modify'],
  ] as const)('is taken out of a copy that the app hears of at the same time: %s, %s', async (...kinds) => {
    const at = await open();
    const late = await expectLate(at);
    for (const name of ['Note.md', 'Copy.md']) at.write(name, `old\n${late}`);
    for (const kind of kinds) at.vault.noteChange({ kind, path: kind === 'create' ? 'Copy.md' : 'Note.md' });
    await until('both are without it', () =>
      ['Note.md', 'Copy.md'].every((name) => !at.read(name).includes(late)),
    );
    await sleep(20);
    expect([at.read('Note.md').trimEnd(), at.read('Copy.md').trimEnd()]).toEqual(['old', 'old']);
  });

  it('goes with the note that was made for it, although another note cannot be read', async () => {
    const at = await open();
    const late = await expectLate(at);
    at.write('Other.md', 'other');
    lock(at, 'Other.md');
    at.vault.noteChange({ kind: 'modify', path: 'Other.md' });
    at.write('New.md', `# Template\n${late}`);
    at.vault.noteChange({ kind: 'create', path: 'New.md' });
    await until('the note is gone', () => !at.has('New.md'));
  });

  it('is taken out of a copy that could not be changed, by the next start, and the copy stays', async () => {
    const at = await open();
    const late = await expectLate(at);
    for (const name of ['Note.md', 'Copy.md']) at.write(name, `old\n${late}`);
    refuse(at, 'Copy.md');
    at.vault.noteChange({ kind: 'create', path: 'Copy.md' });
    await until('the failure is told', () => vi.mocked(console.error).mock.calls.length > 0);
    at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
    await until('it is out of the note', () => !at.read('Note.md').includes(late));
    await sleep(20);
    await at.restart();
    expect(at.read('Copy.md').trimEnd()).toBe('old');
  });

  it('goes with the note that was made for it, although the one that the call names cannot be read', async () => {
    const at = await open();
    at.write('Note.md', 'old');
    lock(at, 'Note.md');
    let late = '';
    const program = (marker: string): MarkedRun => {
      late = marker;
      return { outcome: 'unclear', isSilent: true };
    };
    await place(at, program, { path: 'Note.md' });
    at.write('Note 1.md', `# Template\n${late}`);
    at.vault.noteChange({ kind: 'create', path: 'Note 1.md' });
    await until('the note is gone', () => !at.has('Note 1.md'));
  });

  it.each([
    ['locked', 'old'],
    ['made shorter and locked', 'old'.repeat(50)],
  ])('stays in no note that was %s, and the copy without it stays', async (_how, before) => {
    const at = await open();
    const late = await expectLate(at, 'Note.md', before);
    at.write('Note.md', `old\n${late}`);
    const unlock = lock(at, 'Note.md');
    at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
    await until('the failure is told', () => vi.mocked(console.error).mock.calls.length > 0);
    at.write('Copy.md', `old\n${late}`);
    at.vault.noteChange({ kind: 'create', path: 'Copy.md' });
    await until('it is out of the copy', () => !at.has('Copy.md') || !at.read('Copy.md').includes(late));
    await sleep(20);
    unlock();
    await at.restart();
    expect([at.read('Copy.md').trimEnd(), at.read('Note.md').trimEnd()]).toEqual(['old', 'old']);
  });

  it('stays in no note that was locked at the start, either', async () => {
    const at = await open();
    const marker = markNote(at);
    const next = await at.restart((opened) => lock(opened, 'Note.md'));
    next.notes.follow();
    at.write('Copy.md', `old\n${marker}`);
    next.vault.noteChange({ kind: 'create', path: 'Copy.md' });
    await until('it is out of the copy', () => !at.has('Copy.md') || !at.read('Copy.md').includes(marker));
    await at.restart();
    expect([at.read('Copy.md').trimEnd(), at.read('Note.md').trimEnd()]).toEqual(['old', 'old']);
  });

  it('goes without a trace, although no note could be read at the first start', async () => {
    const at = await open();
    markNote(at);
    at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
    await sleep(20);
    makeOthers(at);
    await at.restart(({ vault }) => vi.spyOn(vault, 'process').mockRejectedValue(new Error('EIO')));
    await at.restart();
    expect(at.read('Note.md')).toBe('old');
  });

  it('is remembered in a note that was locked at the start, before those that do not hold it', async () => {
    const at = await open();
    markNote(at);
    for (const path of ['Note.md', ...makeOthers(at)]) at.vault.noteChange({ kind: 'modify', path });
    await at.restart((opened) => lock(opened, 'Note.md'));
    vi.spyOn(Date, 'now').mockReturnValue(START + 25 * HOUR_MS);
    await at.restart((opened) => lock(opened, 'Note.md'));
    await at.restart();
    expect(at.read('Note.md').trimEnd()).toBe('old');
  });

  it('does not take a note with it that is moved as another one after the start', async () => {
    const at = await open();
    at.write('Note.md', 'old');
    const marker = newMarker();
    at.notes.keepMarker(marker);
    at.move('Note.md', 'gone.bin');
    const next = await at.restart();
    next.notes.follow();
    at.write('New.md', `old\n${marker}`);
    next.vault.noteChange({ kind: 'create', path: 'New.md' });
    await until('it is out', () => !at.has('New.md') || !at.read('New.md').includes(marker));
    await sleep(20);
    expect(at.read('New.md').trimEnd()).toBe('old');
  });

  it('stays in no copy that was locked', async () => {
    const at = await open();
    const late = await expectLate(at);
    for (const name of ['Note.md', 'Copy.md']) at.write(name, `old\n${late}`);
    const unlock = lock(at, 'Copy.md');
    at.vault.noteChange({ kind: 'create', path: 'Copy.md' });
    at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
    await until('it is out of the note', () => !at.read('Note.md').includes(late));
    await sleep(20);
    unlock();
    await at.restart();
    expect(at.read('Copy.md').trimEnd()).toBe('old');
  });

  it('goes without a trace from the note that a call names, although many others have changed since', async () => {
    const at = await open();
    const others = makeOthers(at);
    markNote(at, 'Note.md');
    for (const path of ['Note.md', ...others]) at.vault.noteChange({ kind: 'modify', path });
    await at.restart();
    expect(at.read('Note.md')).toBe('old');
  });

  it('goes with the empty note that was made for it, although another note cannot be read', async () => {
    const at = await open();
    const late = await expectLate(at);
    at.write('Other.md', 'other '.repeat(50));
    lock(at, 'Other.md');
    at.vault.noteChange({ kind: 'modify', path: 'Other.md' });
    at.write('New.md', late);
    at.vault.noteChange({ kind: 'create', path: 'New.md' });
    await until('the note is gone', () => !at.has('New.md'));
  });

  it('goes with the empty note that was made for it, also where that was renamed', async () => {
    const at = await open();
    const late = await expectLate(at);
    at.write('Untitled.md', late);
    const end = refuse(at, 'Untitled.md');
    at.vault.noteChange({ kind: 'create', path: 'Untitled.md' });
    await until('the failure is told', () => vi.mocked(console.error).mock.calls.length > 0);
    end();
    at.move('Untitled.md', 'Title.md');
    at.vault.noteChange({ kind: 'rename', path: 'Title.md', oldPath: 'Untitled.md' });
    await until('the note is gone', () => !at.has('Title.md'));
  });

  it('is found although many other notes have changed since', async () => {
    const at = await open();
    const others = Array.from({ length: 101 }, (_, index) => `${index}.md`);
    for (const name of others) at.write(name, 'other');
    await leaveMarker(at, 'Note.md');
    for (const path of others) at.vault.noteChange({ kind: 'modify', path });
    await at.restart();
    expect(at.read('Note.md')).toBe('old');
  });

  it.each([
    ['read', undefined],
    ['changed', new Error('EBUSY')],
  ])(
    'is taken out as it is written late, although the note could not be %s before',
    async (_name, failure) => {
      const at = await open();
      const late = await expectLate(at);
      if (failure) at.write('Note.md', `old\n${late}`);
      else vi.spyOn(at.vault, 'process').mockRejectedValueOnce(new Error('EBUSY'));
      at.vault.changeFailure = failure;
      at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
      await until('the failure is told', () => vi.mocked(console.error).mock.calls.length > 0);
      at.vault.changeFailure = undefined;
      at.write('Note.md', `old\n${late}`);
      at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
      await until('the marker is gone', () => !at.read('Note.md').includes(late));
    },
  );

  it('is not tried again and again for the changes that the trying itself makes', async () => {
    const at = await open();
    const late = await expectLate(at);
    at.write('Note.md', `old\n${late}`);
    let tries = 0;
    const process = at.vault.process.bind(at.vault);
    vi.spyOn(at.vault, 'process').mockImplementation((file, change) =>
      process(file, (text) => {
        const changed = change(text);
        if (!changed.includes(late)) {
          tries += 1;
          at.vault.tornChanges = 1;
        }
        return changed;
      }),
    );
    at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
    await sleep(200);
    expect(tries).toBeGreaterThan(0);
    expect(tries).toBeLessThan(10);
    expect(at.read('Note.md')).toBe(`old\n${late}`);
  });
});

describe('a note that is torn, and whose old text cannot be put back', () => {
  it('is told of, although another note could not be read', async () => {
    const at = await open();
    at.write('Other.md', 'other');
    at.write('Note.md', 'old text '.repeat(50));
    lock(at, 'Other.md');
    at.vault.tornChanges = 2;
    const program = (marker: string): MarkedRun => {
      at.write('Note.md', `${at.read('Note.md')}\n${marker}`);
      at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
      at.vault.noteChange({ kind: 'modify', path: 'Other.md' });
      return { outcome: 'unclear' };
    };
    const result = await place(at, program, { content: 'c'.repeat(50) });
    expect(at.read('Note.md').length).toBeLessThan(450);
    expect(result).toMatchObject({ left: 'torn', restored: false });
  });

  it('is not told of where only what the program had added was cut', async () => {
    const at = await open();
    at.write('Note.md', 'old text');
    cutChanges(at, 30, 1);
    const program = (marker: string): MarkedRun => {
      at.write('Note.md', `old text\n${marker}\n`);
      return { outcome: 'done', path: 'Note.md' };
    };
    const result = await place(at, program, { path: 'Note.md', content: 'c'.repeat(50) });
    expect(at.read('Note.md')).toBe('old text');
    expect(result).toMatchObject({ left: 'nothing', restored: true });
  });

  it('is not told of where the old text has been put back, also one with U+FFFD', async () => {
    const at = await open();
    at.write('Note.md', 'old \ufffd text');
    const program = (marker: string): MarkedRun => {
      at.write('Note.md', `old \ufffd text\n${marker}`);
      at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
      at.vault.tornChanges = 1;
      return { outcome: 'done', path: 'Note.md' };
    };
    const result = await place(at, program, { content: 'c'.repeat(300) });
    expect(at.read('Note.md')).toBe('old \ufffd text');
    expect(result).toMatchObject({ left: 'nothing', restored: true });
  });

  it('is told of although the call made it, where somebody had typed into it', async () => {
    const at = await open();
    cutChanges(at, 30, 5);
    const program = (marker: string): MarkedRun => {
      at.write('New.md', marker);
      at.vault.noteChange({ kind: 'create', path: 'New.md' });
      at.write('New.md', `${marker}typed`);
      return { outcome: 'done', path: 'New.md', created: true };
    };
    const result = await place(at, program, { content: 'c'.repeat(50) });
    expect(result).toMatchObject({ left: 'torn', restored: false });
    expect(at.read('New.md')).toBe('');
  });

  it('is not taken for restored because it is as long as before', async () => {
    const at = await open();
    at.write('Note.md', 'old text');
    cutChanges(at, 30, 1);
    const program = (marker: string): MarkedRun => {
      at.write('Note.md', `${marker}\nold text`);
      at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
      return { outcome: 'done', path: 'Note.md' };
    };
    const result = await place(at, program, { content: 'c'.repeat(50) });
    expect(at.read('Note.md')).toBe('\nold tex');
    expect(result).toMatchObject({ left: 'torn', restored: false });
  });
});

describe('a call that finds its marker in a new note', () => {
  /** Has the app refuse the first change of any note but this one. */
  function refuseOnce({ vault }: Place, other: string): void {
    const process = vault.process.bind(vault);
    let isRefused = false;
    vi.spyOn(vault, 'process').mockImplementation((file, change) => {
      if (isRefused || file.path === other) return process(file, change);
      isRefused = true;
      return process(file, (text) => {
        change(text);
        throw new Error('EBUSY');
      });
    });
  }

  /** A program that appends the marker to a note, which something else moves without the app being told of it as a move. */
  function moveAsOther(at: Place, text: string, typed = ''): (marker: string) => MarkedRun {
    at.write('Note.md', text);
    const others = makeOthers(at);
    return (marker) => {
      if (typed !== '') at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
      for (const path of others) at.vault.noteChange({ kind: 'modify', path });
      at.write('New.md', `${text}${typed}\n${marker}`);
      at.move('Note.md', 'gone.bin');
      at.vault.noteChange({ kind: 'create', path: 'New.md' });
      return { outcome: 'done', path: 'Note.md' };
    };
  }

  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(Date, 'now').mockReturnValue(START);
    return () => {
      vi.restoreAllMocks();
    };
  });

  it.each([
    ['the note that it names', '', 'Note.md'],
    ['the note that it names, typed into', ' and typed', 'Note.md'],
    ['a note that it does not name', '', undefined],
    ['a note that it does not name, typed into', ' and typed', undefined],
  ])('does not remove that where it is %s, moved', async (_name, typed, path) => {
    const at = await open();
    const program = moveAsOther(at, 'old', typed);
    refuseOnce(at, 'Note.md');
    const result = await place(at, program, { path });
    expect(result).toMatchObject({ path: 'New.md', left: 'nothing', restored: false, isRemoved: false });
    expect(at.read('New.md').trimEnd()).toBe(`old${typed}`);
  });

  it.each([
    ['the note that it names', 'Note.md'],
    ['a note that it does not name', undefined],
  ])('does not remove that where it is a copy of %s, which was changed since', async (_name, path) => {
    const at = await open();
    at.write('Note.md', 'old');
    refuseOnce(at, 'Note.md');
    const program = (marker: string): MarkedRun => {
      at.write('Note (conflict).md', `old\n${marker}`);
      at.write('Note.md', 'the text of another device');
      at.vault.noteChange({ kind: 'modify', path: 'Note.md' });
      at.vault.noteChange({ kind: 'create', path: 'Note (conflict).md' });
      return { outcome: 'done', path: 'Note.md' };
    };
    const result = await place(at, program, { path });
    expect(result).toMatchObject({ path: 'Note (conflict).md', restored: false, isRemoved: false });
    expect(at.read('Note (conflict).md').trimEnd()).toBe('old');
  });

  it.each([
    ['the note that it names', 'Note.md'],
    ['a note that it does not name', undefined],
  ])('nor does the next start, where the app refused all changes: %s', async (_name, path) => {
    const at = await open();
    const program = moveAsOther(at, 'old');
    const refused = (marker: string): MarkedRun => {
      refuseAll(at);
      return program(marker);
    };
    expect(await place(at, refused, { path })).toMatchObject({ left: 'marker', path: 'New.md' });
    await at.restart();
    expect(at.read('New.md').trimEnd()).toBe('old');
  });

  it('writes to it where its whole folder has been renamed meanwhile', async () => {
    const at = await open();
    const others = makeOthers(at);
    at.write('Note.md', 'old');
    const program = (marker: string): MarkedRun => {
      at.write('Note.md', `old\n${marker}`);
      for (const oldPath of ['Note.md', ...others]) {
        at.move(oldPath, `Moved ${oldPath}`);
        at.vault.noteChange({ kind: 'rename', path: `Moved ${oldPath}`, oldPath });
      }
      return { outcome: 'done', path: 'Note.md' };
    };
    expect(await place(at, program, { path: 'Note.md' })).toMatchObject({ kind: 'placed' });
    expect(at.read('Moved Note.md')).toBe('old\ncontent');
  });

  it('removes it although a note as long was renamed meanwhile', async () => {
    const at = await open();
    at.write('Untitled.md', '# Template');
    refuseOnce(at, 'Untitled.md');
    const program = (marker: string): MarkedRun => {
      at.move('Untitled.md', 'Title.md');
      at.vault.noteChange({ kind: 'rename', path: 'Title.md', oldPath: 'Untitled.md' });
      at.write('New.md', `# Template\n${marker}`);
      at.vault.noteChange({ kind: 'create', path: 'New.md' });
      return { outcome: 'unclear' };
    };
    expect(await place(at, program)).toMatchObject({ path: 'New.md', restored: true, isRemoved: true });
    expect(at.read('Title.md')).toBe('# Template');
    expect(at.has('New.md')).toBe(false);
  });

  it('removes it where the program has made it under another name than the call', async () => {
    const at = await open();
    at.write('Note.md', 'old');
    refuseOnce(at, 'Note.md');
    const program = (marker: string): MarkedRun => {
      at.write('Note 1.md', `# Template\n${marker}`);
      at.vault.noteChange({ kind: 'create', path: 'Note 1.md' });
      return { outcome: 'unclear' };
    };
    const result = await place(at, program, { path: 'Note.md' });
    expect(result).toMatchObject({ path: 'Note 1.md', restored: true, isRemoved: true });
    expect(at.read('Note.md')).toBe('old');
    expect(at.has('Note 1.md')).toBe(false);
  });

  describe('in the same tick of the clock that files get their times from', () => {
    async function openInTick(): Promise<Place> {
      const at = await open();
      at.write('Note.md', '');
      const tick = at.vault.getFileByPath('Note.md')?.stat.ctime ?? NaN;
      vi.spyOn(Date, 'now').mockReturnValue(Math.floor(tick) + TICK_MS);
      return at;
    }

    it('removes it where the program has made it', async () => {
      const at = await openInTick();
      refuseOnce(at, 'Note.md');
      const program = (marker: string): MarkedRun => {
        at.write('New.md', `# Template\n${marker}`);
        at.vault.noteChange({ kind: 'create', path: 'New.md' });
        return { outcome: 'done', path: 'New.md' };
      };
      expect(await place(at, program)).toMatchObject({ restored: true, isRemoved: true });
      expect(at.has('New.md')).toBe(false);
    });

    it('does not remove it where it was made just before, nor does the next start', async () => {
      const at = await openInTick();
      const marker = newMarker();
      at.notes.keepMarker(marker);
      at.write('Note.md', marker);
      await at.restart();
      expect(at.read('Note.md')).toBe('');
    });
  });
});
