import { appendFile, mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { writeInPlace } from '../../src/bridge/notes/in-place';
import type { InPlaceResult, MarkedRun } from '../../src/bridge/notes/in-place';
import { MARKER, newMarker } from '../../src/bridge/notes/marker';
import { VaultNotes } from '../../src/obsidian/vault-notes';
import { makeFolder } from '../kit/folder';
import { THIS_TEST } from '../kit/test-scope';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';
import { built } from '../kit/built';
import { CliSocket } from '../obsidian/cli-socket';
import { createTestApp } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import { runToEnd } from '../standin/run';

const APP_ID = '5f1c0a9e7d3b2846';
/** What the program would decode, and more than it can take. */
const CONTENT = String.raw`$\nabla \times \tau$, C:\new\table` + '\r\n\tend 😀 $& $1\n'.repeat(20_000);

interface Place {
  readonly app: TestApp;
  readonly notes: VaultNotes;
  readonly path: (name: string) => string;
  /** Writes with the program, which gets the marker in place of the content. */
  readonly write: (argv: readonly string[], more?: WriteOptions) => Promise<InPlaceResult>;
  /** The same app, started again with what it kept on the device. */
  readonly again: () => VaultNotes;
  readonly restarted: () => { readonly next: TestApp; readonly notes: VaultNotes };
}

interface WriteOptions {
  readonly named?: string;
  readonly content?: string;
  /** What happens between the marker and the content. */
  readonly between?: (marker: string) => unknown;
  readonly outcome?: MarkedRun['outcome'];
}

/** A folder with two notes on which both the program and the app work. */
async function place(test: TestScope): Promise<Place> {
  const folder = await makeFolder(test);
  const socketPath = join(await makeFolder(test), 'app.sock');
  const socket = await CliSocket.listen(socketPath);
  test.onTestFinished(() => socket.close());
  const app = createTestApp({ vaultFolder: folder, appId: APP_ID, layoutReady: true });
  socket.open(app.standIn);
  const notes = new VaultNotes(app.app);
  notes.follow();
  const switches = { APP_SOCKET: socketPath, VAULT_IDS: APP_ID, NOW: '2025-11-20T10:00:00' };
  await writeFile(join(folder, 'Note.md'), OLD);
  await mkdir(join(folder, '.obsidian'));
  const plugins = { 'zk-prefixer': true, 'daily-notes': true };
  await writeFile(join(folder, '.obsidian', 'core-plugins.json'), JSON.stringify(plugins));
  await mkdir(join(folder, 'Templates'));
  await writeFile(join(folder, 'Templates', 'Template.md'), TEMPLATE);
  await writeFile(join(folder, '.obsidian', 'templates.json'), '{"folder":"Templates"}');
  const restarted = (): { readonly next: TestApp; readonly notes: VaultNotes } => {
    const localStorage = app.localStorage.copy();
    const next = createTestApp({ vaultFolder: folder, appId: APP_ID, localStorage });
    return { next, notes: new VaultNotes(next.app) };
  };
  return {
    app,
    notes,
    path: (name) => join(folder, name),
    write: (argv, { named, content = CONTENT, between, outcome }: WriteOptions = {}) =>
      writeInPlace(notes, {
        content,
        path: named,
        run: async (marker) => {
          const { stdout } = await runToEnd(built.standIn, [...argv, `content=${marker}`], {
            vaults: [folder],
            switches,
          });
          const [, said, path] = /^(Created|\w+ to): (.+)\n$/.exec(stdout) ?? [];
          await between?.(marker);
          return {
            outcome: outcome ?? (path === undefined ? 'failed' : 'done'),
            path: outcome === 'unclear' ? undefined : path,
            created: said === 'Created',
          };
        },
      }),
    again: () => restarted().notes,
    restarted,
  };
}

const TEMPLATE = 'of the template\n';
const OLD = '---\ntags: a\n---\nold\r\n';
const text = (path: string): Promise<string> => readFile(path, 'utf8');
const kept = (app: TestApp): unknown[] =>
  (app.standIn.loadLocalStorage('cli-bridge-markers') ?? []) as unknown[];
/** The notes in which a marker stands. */
const marked = async ({ path }: Place): Promise<string[]> => {
  const notes = readdirSync(path('.')).filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(notes.map((name) => text(path(name))));
  return notes.filter((_, index) => new RegExp(MARKER.source).test(texts[index] ?? ''));
};

describe('a text that the program cannot carry stands whole where the program would have put it', () => {
  it.each([
    ['create', ['create', 'path=New.md'], 'New.md', CONTENT],
    ['create with a name in use', ['create', 'path=Note.md'], 'Note 1.md', CONTENT],
    ['append', ['append', 'path=Note.md'], 'Note.md', `${OLD}\n${CONTENT}`],
    ['append inline', ['append', 'file=Note', 'inline'], 'Note.md', `${OLD}${CONTENT}`],
    ['prepend', ['prepend', 'file=Note'], 'Note.md', `---\ntags: a\n---\n${CONTENT}\nold\r\n`],
    ['daily:append', ['daily:append'], '2025-11-20.md', CONTENT],
    ['unique', ['unique'], '202511201000.md', CONTENT],
  ])('%s', async (_name, argv, path, expected) => {
    const at = await place(THIS_TEST);
    expect(await at.write(argv)).toMatchObject({ kind: 'placed', path });
    expect(await text(at.path(path))).toBe(expected);
    expect(kept(at.app)).toEqual([]);
  });

  it('also where the answer names no note: the app has told which one changed', async (test) => {
    const at = await place(test);
    expect(await at.write(['daily:append'], { outcome: 'unclear' })).toMatchObject({
      kind: 'placed',
      path: '2025-11-20.md',
    });
  });

  it('and what somebody else writes in between stays', async (test) => {
    const at = await place(test);
    const note = at.path('Note.md');
    const between = async (): Promise<void> => writeFile(note, `${await text(note)}\ntyped`);
    expect(await at.write(['append', 'path=Note.md'], { content: 'whole', between })).toMatchObject({
      kind: 'placed',
      text: `${OLD}\nwhole\ntyped`,
    });
    expect(await text(note)).toBe(`${OLD}\nwhole\ntyped`);
  });
});

describe('where the content cannot be put in its place', () => {
  it('nothing is kept of a command that failed', async (test) => {
    const at = await place(test);
    expect(await at.write(['append', 'path=Missing.md'])).toEqual({ kind: 'failed' });
    expect(kept(at.app)).toEqual([]);
  });

  it.each([
    ['append', ['append', 'path=Note.md']],
    ['append inline', ['append', 'path=Note.md', 'inline']],
    ['prepend', ['prepend', 'path=Note.md']],
  ])('because the app refuses once: %s leaves the note as it was', async (_name, argv) => {
    const at = await place(THIS_TEST);
    refuseOnce(at.app);
    expect(await at.write(argv, { named: 'Note.md' })).toMatchObject({
      kind: 'incomplete',
      path: 'Note.md',
      left: 'nothing',
      restored: true,
    });
    expect(await text(at.path('Note.md'))).toBe(OLD);
    expect(kept(at.app)).toEqual([]);
  });

  it.each([
    ['append', ['append', 'path=Note.md']],
    ['prepend', ['prepend', 'path=Note.md']],
  ])('because the app refuses once: %s leaves a long note as it was, too', async (_name, argv) => {
    const at = await place(THIS_TEST);
    const long = `${'äöü\r\n'.repeat(200_000)}end`;
    await writeFile(at.path('Note.md'), long);
    refuseOnce(at.app);
    const result = await at.write(argv, { named: 'Note.md', content: 'more' });
    expect(result).toMatchObject({ kind: 'incomplete', left: 'nothing', restored: true });
    expect((await text(at.path('Note.md'))) === long).toBe(true);
  });

  it('no more than the last hundred markers are kept of commands whose text never comes', async (test) => {
    const { app, notes } = await place(test);
    const clock = vi.spyOn(Date, 'now');
    test.onTestFinished(() => clock.mockRestore());
    const abandon = (name: string, at: number): void => {
      clock.mockReturnValue(at);
      notes.keepMarker(name, 'Note.md');
      notes.abandonMarker(name);
    };
    for (let index = 0; index < 150; index++) abandon(`marker ${index}`, index);
    expect(kept(app)).toHaveLength(150);
    abandon('the next', 120_000);
    const names = kept(app).map((each) => (each as { readonly marker: string }).marker);
    expect(names).toEqual([...Array.from({ length: 100 }, (_, index) => `marker ${index + 50}`), 'the next']);
  });

  it('of those that stood in notes at the last start, none is forgotten before they are taken out', async (test) => {
    const at = await place(test);
    const clock = vi.spyOn(Date, 'now');
    test.onTestFinished(() => clock.mockRestore());
    clock.mockReturnValue(1_000_000);
    const markers = Array.from({ length: 150 }, newMarker);
    for (const marker of markers) at.notes.keepMarker(marker, 'Note.md');
    await writeFile(at.path('Note.md'), markers.join('') + OLD);
    const next = at.again();
    clock.mockReturnValue(1_120_000);
    next.keepMarker(newMarker(), 'Other.md');
    await next.takeOutLeftovers();
    expect(await text(at.path('Note.md'))).toBe(OLD);
  });

  it('because the app refuses once: a note that was created is gone again', async (test) => {
    const at = await place(test);
    refuseOnce(at.app);
    const result = await at.write(['create', 'path=New.md'], { named: 'New.md' });
    expect(result).toMatchObject({ kind: 'incomplete', left: 'nothing', restored: true });
    expect(existsSync(at.path('New.md'))).toBe(false);
  });

  it('because the app refuses everything: the next start takes the marker out', async (test) => {
    const at = await place(test);
    at.app.standIn.vault.changeFailure = new Error('EACCES: permission denied');
    const result = await at.write(['append', 'path=Note.md']);
    expect(result).toMatchObject({ kind: 'incomplete', path: 'Note.md', left: 'marker', restored: false });
    expect(await marked(at)).toEqual(['Note.md']);
    await at.again().takeOutLeftovers();
    expect(await text(at.path('Note.md'))).toBe(OLD);
  });

  it('because the app dies: the next start takes the marker out, and touches nothing else', async (test) => {
    const at = await place(test);
    const before = readdirSync(at.path('.'));
    at.app.standIn.vault.beforeChange = () => new Promise(() => undefined);
    void at.write(['prepend', 'file=Note']);
    await until('the marker stands', async () => (await marked(at)).length === 1);
    await until('the note is known', () => JSON.stringify(kept(at.app)).includes('Note.md'));
    const next = at.again();
    await next.takeOutLeftovers();
    expect(await text(at.path('Note.md'))).toBe(OLD);
    expect(readdirSync(at.path('.'))).toEqual(before);
    await writeFile(at.path('Note.md'), 'new');
    await next.takeOutLeftovers();
    expect(await text(at.path('Note.md'))).toBe('new');
  });

  it.each([
    ['deleted', (note: string) => rm(note), 'gone', undefined],
    ['replaced', (note: string) => writeFile(note, 'theirs'), 'unknown', 'theirs'],
  ])('because the note was %s by somebody else: nothing more is done', async (_name, act, told, left) => {
    const at = await place(THIS_TEST);
    const note = at.path('Note.md');
    let theirs: string | undefined;
    const between = async (): Promise<void> => {
      await act(note);
      theirs = existsSync(note) ? await text(note) : undefined;
    };
    const result = await at.write(['append', 'path=Note.md'], { between });
    expect(result).toMatchObject({ kind: 'incomplete', path: 'Note.md', left: told, restored: false });
    expect(existsSync(note)).toBe(left !== undefined);
    expect(existsSync(note) ? await text(note) : undefined).toBe(theirs);
    expect(at.app.standIn.vault.writes).toBe(0);
  });

  it('because the note was copied into itself by somebody else: the marker goes, wherever it stands', async (test) => {
    const at = await place(test);
    const note = at.path('Note.md');
    const between = async (): Promise<void> => writeFile(note, (await text(note)).repeat(2));
    const result = await at.write(['append', 'path=Note.md'], { between });
    expect(result).toMatchObject({ kind: 'incomplete', path: 'Note.md', left: 'nothing', restored: false });
    expect(await text(note)).toBe(`${OLD}\n`.repeat(2));
    expect(kept(at.app)).toEqual([]);
  });

  it.each([
    ['append', ['append', 'file=Note']],
    ['prepend', ['prepend', 'file=Note']],
    ['daily:append', ['daily:append']],
    ['daily:prepend', ['daily:prepend']],
  ])(
    'because the app refuses once: %s leaves a note as it was that the call does not name',
    async (_name, argv) => {
      const at = await place(THIS_TEST);
      const paths = [at.path('Note.md'), at.path('2025-11-20.md')];
      for (const path of paths) await writeFile(path, OLD);
      refuseOnce(at.app);
      expect(await at.write(argv)).toMatchObject({ left: 'nothing', restored: true });
      for (const path of paths) expect(await text(path)).toBe(OLD);
      expect(kept(at.app)).toEqual([]);
    },
  );

  it.each([
    ['daily:append', ['daily:append']],
    ['create with a template', ['create', 'name=New', 'template=Template']],
    ['unique', ['unique']],
  ])('because the app refuses once: the note that %s made is gone again', async (_name, argv) => {
    const at = await place(THIS_TEST);
    const before = readdirSync(at.path('.'));
    refuseOnce(at.app);
    expect(await at.write(argv)).toMatchObject({ left: 'nothing', restored: true });
    expect(readdirSync(at.path('.')).filter((name) => name !== '.trash')).toEqual(before);
  });

  it.each([
    ['create', ['create', 'path=New.md'], 'New.md'],
    ['daily:append', ['daily:append'], '2025-11-20.md'],
  ])(
    'because the app refuses once: what is typed into the note that %s made stays',
    async (_name, argv, name) => {
      const at = await place(THIS_TEST);
      const note = at.path(name);
      refuseOnce(at.app, async () => writeFile(note, `${await text(note)}\ntyped`));
      expect(await at.write(argv)).toMatchObject({ path: name, left: 'nothing', restored: false });
      expect(await text(note)).toBe('\ntyped');
    },
  );

  describe.each([
    ['create', ['create', 'path=New.md'], 'New.md', ''],
    ['create with a template', ['create', 'path=New.md', 'template=Template'], 'New.md', TEMPLATE],
    ['daily:append', ['daily:append'], '2025-11-20.md', ''],
    ['unique', ['unique'], '202511201000.md', ''],
  ])('because the app refuses once, and somebody is in the note that %s made', (_name, argv, name, plain) => {
    const typedText = `${plain}\ntyped`;

    it.each([
      ['and the app is told', true],
      ['and the app is not told yet', false],
    ])('before the first try, %s: what is typed stays', async (_when, isTold) => {
      const at = await place(THIS_TEST);
      const note = at.path(name);
      const between = async (): Promise<void> => {
        await writeFile(note, `${await text(note)}\ntyped`);
        if (isTold) at.app.standIn.vault.noteChange({ kind: 'modify', path: name });
      };
      refuseOnce(at.app);
      expect(await at.write(argv, { between })).toMatchObject({
        path: name,
        left: 'nothing',
        restored: false,
      });
      expect(await text(note)).toBe(typedText);
    });

    it('after the comment was taken out: what is typed stays', async () => {
      const at = await place(THIS_TEST);
      const { vault } = at.app.standIn;
      const note = at.path(name);
      refuseOnce(at.app);
      vault.on('modify', () => {
        if (readFileSync(note, 'utf8') === plain) appendFileSync(note, '\ntyped');
      });
      expect(await at.write(argv)).toMatchObject({ path: name, left: 'nothing', restored: false });
      expect(await text(note)).toBe(typedText);
    });

    it('and has typed what the app has yet to save: the note stays', async () => {
      const at = await place(THIS_TEST);
      refuseOnce(at.app);
      at.app.standIn.workspace.openNote({ path: name, text: typedText });
      expect(await at.write(argv)).toMatchObject({ path: name, left: 'nothing', restored: false });
      expect(existsSync(at.path(name))).toBe(true);
    });

    it('and has typed nothing: the note goes', async () => {
      const at = await place(THIS_TEST);
      refuseOnce(at.app);
      at.app.standIn.workspace.openNote({ path: name, text: plain });
      expect(await at.write(argv)).toMatchObject({ left: 'nothing', restored: true, isRemoved: true });
      expect(existsSync(at.path(name))).toBe(false);
    });
  });

  it('it is placed in a note that is renamed meanwhile', async (test) => {
    const at = await place(test);
    const { vault } = at.app.standIn;
    refuseOnce(at.app, async () => {
      await rename(at.path('Note.md'), at.path('Renamed.md'));
      vault.noteChange({ kind: 'rename', path: 'Renamed.md', oldPath: 'Note.md' });
    });
    const result = await at.write(['append', 'path=Note.md'], { named: 'Note.md', content: 'whole' });
    expect(result).toMatchObject({ kind: 'placed', path: 'Renamed.md' });
    expect(await text(at.path('Renamed.md'))).toBe(`${OLD}\nwhole`);
    expect(kept(at.app)).toEqual([]);
  });

  it.each([
    ['a new one', ['create', 'path=New.md'], 'New.md'],
    ['one of today', ['daily:append'], undefined],
  ])('because the app dies: the next start removes a note that was made: %s', async (_name, argv, named) => {
    const at = await place(THIS_TEST);
    const before = readdirSync(at.path('.'));
    at.app.standIn.vault.beforeChange = () => new Promise(() => undefined);
    void at.write(argv, named === undefined ? {} : { named });
    await until('the marker stands', async () => (await marked(at)).length === 1);
    const [made = ''] = await marked(at);
    await until('the note is known', () => JSON.stringify(kept(at.app)).includes(made));
    await at.again().takeOutLeftovers();
    expect(readdirSync(at.path('.')).filter((name) => name !== '.trash')).toEqual(before);
  });

  it.each([
    ['moved', ['append', 'path=Note.md'], 'Note.md', 'Moved/Other name.md'],
    ['renamed', ['append', 'file=Note'], undefined, 'Renamed.md'],
  ])(
    'because the app dies, and the note is %s meanwhile: the next start finds it, and reads only what was written since',
    async (_name, argv, named, moved) => {
      const at = await place(THIS_TEST);
      const long = new Date(Date.now() - 60_000);
      await writeFile(at.path('Old.md'), 'old');
      await utimes(at.path('Old.md'), long, long);
      at.app.standIn.vault.beforeChange = () => new Promise(() => undefined);
      void at.write(argv, named === undefined ? {} : { named });
      await until('the marker stands', async () => (await marked(at)).length === 1);
      await until('the note is known', () => JSON.stringify(kept(at.app)).includes('Note.md'));
      await mkdir(at.path('Moved'));
      await rename(at.path('Note.md'), at.path(moved));
      const { next, notes } = at.restarted();
      const read = vi.spyOn(next.standIn.vault, 'process');
      await notes.takeOutLeftovers();
      expect(await text(at.path(moved))).toBe(OLD);
      expect(kept(next)).toEqual([]);
      expect(read.mock.calls.map(([file]) => file.path)).not.toContain('Old.md');
    },
  );

  it.each([
    ['what was typed into it', ['create', 'path=New.md'], '\ntyped', '\ntyped'],
    ['what it was made from', ['create', 'path=New.md', 'template=Template'], '', TEMPLATE],
  ])(
    'because the app dies: the next start keeps a note that was made, with %s',
    async (_name, argv, typed, left) => {
      const named = 'New.md';
      const at = await place(THIS_TEST);
      at.app.standIn.vault.beforeChange = () => new Promise(() => undefined);
      void at.write(argv, { named });
      await until('the marker stands', async () => (await marked(at)).length === 1);
      await until('the note is known', () => JSON.stringify(kept(at.app)).includes(named));
      await appendFile(at.path(named), typed);
      await at.again().takeOutLeftovers();
      expect(await text(at.path(named))).toBe(left);
    },
  );

  it.each([
    [
      'and its answer was lost',
      { outcome: 'unclear' },
      { kind: 'incomplete', left: 'unknown', restored: false },
    ],
    [
      'and it was silent, so that the note was not there yet',
      { outcome: 'failed', isSilent: true },
      { kind: 'failed' },
    ],
  ] as const)(
    'because the program is late, %s: the marker is taken out as soon as it is written',
    async (_how, ran, ended) => {
      const at = await place(THIS_TEST);
      const note = at.path('Note.md');
      let marker = '';
      const result = await writeInPlace(at.notes, {
        content: CONTENT,
        path: 'Note.md',
        run: (given) => {
          marker = given;
          return Promise.resolve(ran);
        },
      });
      expect(result).toMatchObject(ended);
      await writeFile(note, `${OLD}\n${marker}`);
      at.app.standIn.vault.noteChange({ kind: 'modify', path: 'Note.md' });
      await until('it is taken out', async () => (await text(note)) === OLD);
      await until('it is forgotten', () => kept(at.app).length === 0);
    },
  );
});

it('what was kept on the device and is not a marker is ignored', async (test) => {
  const at = await place(test);
  await writeFile(at.path('Note.md'), 'a b a');
  at.app.localStorage.save('cli-bridge-markers', [
    { marker: 'b', paths: ['Note.md'], since: 0 },
    { marker: '%%cli-bridge-%%', paths: 'Note.md' },
    'junk',
    null,
  ]);
  await at.again().takeOutLeftovers();
  expect(await text(at.path('Note.md'))).toBe('a b a');
});

it('a write goes on where the device cannot keep its marker', async (test) => {
  const at = await place(test);
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  at.app.localStorage.saveFailure = new Error('The quota has been exceeded.');
  expect(await at.write(['append', 'path=Note.md'])).toMatchObject({ kind: 'placed' });
  expect(complaints).toHaveBeenCalled();
  complaints.mockRestore();
});

describe('a file that is not UTF-8 throughout', () => {
  const bytes = Buffer.from('caf\xe9 \xff\xfe', 'latin1');

  it('is not written to, where its path is known', async (test) => {
    const at = await place(test);
    await writeFile(at.path('Bytes.md'), bytes);
    const written = at.write(['append', 'path=Bytes.md'], { named: 'Bytes.md' });
    await expect(written).rejects.toMatchObject({ code: 'invalid_parameter' });
    expect(await readFile(at.path('Bytes.md'))).toEqual(bytes);
    expect(kept(at.app)).toEqual([]);
  });

  it('keeps its bytes where the program has put a marker into it', async (test) => {
    const at = await place(test);
    const note = at.path('Bytes.md');
    await writeFile(note, bytes);
    let marker = '';
    const result = await writeInPlace(at.notes, {
      content: CONTENT,
      run: async (given) => {
        await appendFile(note, (marker = given));
        return { outcome: 'done', path: 'Bytes.md' };
      },
    });
    expect(result).toMatchObject({ kind: 'incomplete', left: 'marker', restored: false });
    const complaints = vi.spyOn(console, 'error').mockReturnValue();
    await at.again().takeOutLeftovers();
    complaints.mockRestore();
    expect(await readFile(note)).toEqual(Buffer.concat([bytes, Buffer.from(marker)]));
  });

  it('and one with U+FFFD in it that is: it is written to', async (test) => {
    const at = await place(test);
    await writeFile(at.path('Note.md'), 'old \ufffd');
    const result = await at.write(['append', 'path=Note.md'], { named: 'Note.md', content: 'whole' });
    expect(result).toMatchObject({ kind: 'placed', text: 'old \ufffd\nwhole' });
  });
});

/** The app refuses the next change, and no other. */
function refuseOnce({ standIn: { vault } }: TestApp, before?: () => Promise<void>): void {
  vault.beforeChange = async () => {
    vault.beforeChange = undefined;
    await before?.();
    throw new Error('EBUSY: resource busy or locked');
  };
}
