import { performance } from 'node:perf_hooks';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Catalogue } from '../../../../src/bridge/commands/catalogue/catalogue';
import { editDistance, nearestNames, plainName } from '../../../../src/bridge/text/similar-names';

const HELP = readFileSync(new URL('../../../fixtures/help.txt', import.meta.url), 'utf8');
const LIVE = `Commands:
  read                  Something else entirely
    path=<path>         - Other words (required)
    lines=<n>           - Only so many lines (required)
    raw                 - As it is
  daily                 Open daily note
    paneType=tab        - Fewer values

  my-plugin:go          Goes
    to=<place>          - Where to (required)
    fast                - Quickly

Developer:
  my-plugin:poke        Pokes
  dev:new               Something new
  eval                  Evaluates
`;

async function merged(help: string | undefined): Promise<Catalogue> {
  const catalogue = new Catalogue(() => Promise.resolve(help));
  await catalogue.refresh();
  return catalogue;
}

afterEach(() => vi.restoreAllMocks());

/** Lets the test say what time it is. */
function clock(): (milliseconds: number) => void {
  let now = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return (milliseconds) => void (now += milliseconds);
}

describe('the live list', () => {
  test('adds its own commands: kind write, category plugins or developer, dangerous whatever they are', async () => {
    const catalogue = await merged(LIVE);
    expect(catalogue.get('my-plugin:go')).toMatchObject({
      category: 'plugins',
      kind: 'write',
      dangerous: true,
      origin: 'live',
      summary: 'Goes',
      parameters: [{ name: 'to', required: true }],
      flags: [{ name: 'fast' }],
    });
    expect(catalogue.get('my-plugin:poke')).toMatchObject({ category: 'developer', dangerous: true });
    expect(catalogue.get('dev:new')).toMatchObject({ category: 'developer', dangerous: true });
    for (const { origin, kind } of catalogue.list()) if (origin === 'live') expect(kind).toBe('write');
  });

  test('the documentation wins; new parameters and flags are added, never as required', async () => {
    const [before, after] = [await merged(undefined), await merged(LIVE)];
    const [read, was] = [after.get('read'), before.get('read')];
    expect(read).toMatchObject({ kind: 'read', category: 'files', origin: 'builtin', summary: was?.summary });
    expect(read?.parameters.slice(0, 2)).toEqual(was?.parameters);
    expect(read?.parameters.slice(2)).toMatchObject([{ name: 'lines', required: false }]);
    expect(read?.flags).toMatchObject([{ name: 'raw' }]);
    expect(after.get('daily')).toEqual({ ...before.get('daily'), available: true });
    expect(after.get('eval')).toMatchObject({ dangerous: true, origin: 'builtin' });
  });

  test('commands missing from it stay, because their plugin may be enabled later', async () => {
    const catalogue = await merged(HELP);
    expect(catalogue.list()).toHaveLength(125);
    expect(catalogue.get('publish:add')).toBeDefined();
    expect(catalogue.list()[0]?.name).toBe('help');
  });

  test('a command that disappears from the live list is dropped, documented ones stay', async () => {
    const texts = [LIVE, HELP];
    const catalogue = new Catalogue(() => Promise.resolve(texts.shift()));
    await catalogue.refresh();
    expect(catalogue.get('my-plugin:go')).toBeDefined();
    await catalogue.refresh();
    expect(catalogue.get('my-plugin:go')).toBeUndefined();
  });

  test.each([undefined, '', '\n', 'something other than a help text'])(
    '%j leaves the list unchanged',
    async (text) => {
      const texts = [LIVE, text];
      const catalogue = new Catalogue(() => Promise.resolve(texts.shift()));
      await catalogue.refresh();
      await catalogue.refresh();
      expect(catalogue.get('my-plugin:go')).toBeDefined();
    },
  );

  test('names must match exactly, and properties of every object are not names', async () => {
    const catalogue = await merged(LIVE);
    for (const name of ['Read', 'read ', ' read', 'read:', '__proto__', 'constructor', 'toString', ''])
      expect(catalogue.get(name)).toBeUndefined();
  });
});

describe('when the live list is read', () => {
  function counted(help: () => Promise<string | undefined> = () => Promise.resolve(LIVE)) {
    const read = vi.fn(help);
    return { read, catalogue: new Catalogue(read) };
  }

  test('not for a known name, but immediately for an unknown one', async () => {
    const { read, catalogue } = counted();
    expect(await catalogue.find('read')).toBeDefined();
    expect(read).not.toHaveBeenCalled();
    expect(await catalogue.find('my-plugin:go')).toBeDefined();
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('for unknown names at most every 10 s, even if it could not be read', async () => {
    const pass = clock();
    for (const help of [LIVE, undefined]) {
      const { read, catalogue } = counted(() => Promise.resolve(help));
      for (const wait of [0, 5_000, 4_999]) {
        pass(wait);
        expect(await catalogue.find('nope')).toBeUndefined();
      }
      expect(read).toHaveBeenCalledTimes(1);
      pass(1);
      await catalogue.find('nope');
      expect(read).toHaveBeenCalledTimes(2);
    }
  });

  test('once for many simultaneous calls, which all get the answer', async () => {
    let tell!: (text: string) => void;
    const { read, catalogue } = counted(() => new Promise((resolve) => (tell = resolve)));
    const asked = Array.from({ length: 50 }, () => catalogue.find('my-plugin:go'));
    void catalogue.refresh();
    tell(LIVE);
    expect((await Promise.all(asked)).every((command) => command?.origin === 'live')).toBe(true);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('a known name is answered while the list is being read', async () => {
    const { catalogue } = counted(() => new Promise(() => undefined));
    void catalogue.refresh();
    expect((await catalogue.find('search'))?.name).toBe('search');
  });
});

describe('what the app offers now', () => {
  const isAvailable = (catalogue: Catalogue, name: string) => catalogue.get(name)?.available;

  test('is what its help shows; until that is read, all but what no app has', async () => {
    const [before, after] = [await merged(undefined), await merged(LIVE)];
    for (const name of ['read', 'publish:add']) expect(isAvailable(before, name)).toBe(true);
    for (const name of ['remove', 'uninstall']) expect(isAvailable(before, name)).toBe(false);
    for (const name of ['read', 'eval', 'my-plugin:go']) expect(isAvailable(after, name)).toBe(true);
    for (const name of ['publish:add', 'remove', 'uninstall']) expect(isAvailable(after, name)).toBe(false);
  });

  test('values that the live help has more of are taken, too', async () => {
    const help = 'Commands:\n  tags                  x\n    format=json|yaml    - y\n';
    const format = (await merged(help)).get('tags')?.parameters.find(({ name }) => name === 'format');
    expect(format?.values).toEqual(['json', 'tsv', 'csv', 'yaml']);
  });

  test('a name that is known as a parameter is not also a flag', async () => {
    const help = 'Commands:\n  read                  x\n    path                - y\n';
    expect((await merged(help)).get('read')?.flags).toEqual([]);
  });
});

describe('the commands of other vaults', () => {
  const HELPS: Record<string, string> = {
    '': 'Commands:\n  home:sweep  x\n',
    Work: 'Commands:\n  work:hard  x\n',
  };
  const several = () => {
    const read = vi.fn((vault?: string) => Promise.resolve(HELPS[vault ?? '']));
    return { read, catalogue: new Catalogue(read) };
  };

  test('are read when one is asked for there, and stay out of the list', async () => {
    const { catalogue, read } = several();
    await catalogue.refresh();
    expect((await catalogue.find('work:hard', 'Work'))?.name).toBe('work:hard');
    expect(await catalogue.find('work:hard')).toBeUndefined();
    expect(await catalogue.find('home:sweep', 'Work')).toBeUndefined();
    expect(catalogue.list().map(({ name }) => name)).not.toContain('work:hard');
    expect(catalogue.suggest('work:hart', 'Work')[0]).toBe('work:hard');
    expect(read.mock.calls.map(([vault]) => vault)).toEqual([undefined, 'Work']);
  });

  test('of 20 vaults at most, however many names are tried', async () => {
    const { catalogue, read } = several();
    for (let index = 0; index < 50; index++) await catalogue.find('nope', `Vault ${index}`);
    await catalogue.find('nope', 'Vault 49');
    expect(read).toHaveBeenCalledTimes(50);
    await catalogue.find('nope', 'Vault 0');
    expect(read).toHaveBeenCalledTimes(51);
  });
});

describe('a list that is old', () => {
  test('is read again when somebody lists, not before 5 minutes, and one that could not be read after 10 s', async () => {
    const pass = clock();
    const helps: (string | undefined)[] = [undefined, LIVE, LIVE, 'Commands:\n  new:one  x\n'];
    const read = vi.fn(() => Promise.resolve(helps.shift()));
    const catalogue = new Catalogue(read);
    const reads = async (wait: number): Promise<number> => {
      pass(wait);
      await catalogue.freshen();
      return read.mock.calls.length;
    };
    expect(await reads(0)).toBe(1);
    expect(catalogue.canTell()).toBe(false);
    expect(await reads(9_999)).toBe(1);
    expect(await reads(1)).toBe(2);
    expect(catalogue.canTell()).toBe(true);
    const { revision } = catalogue;
    expect(await reads(299_999)).toBe(2);
    expect(await reads(1)).toBe(3);
    expect(catalogue.revision).toBe(revision);
    expect(await reads(300_000)).toBe(4);
    expect(catalogue.revision).toBe(revision + 1);
    expect(catalogue.get('new:one')).toBeDefined();
    expect(catalogue.get('my-plugin:go')).toBeUndefined();
  });

  test('holds up no caller for longer than a second, however long it takes', async () => {
    const catalogue = new Catalogue(() => new Promise(() => undefined));
    const started = Date.now();
    await Promise.all([catalogue.freshen(), catalogue.freshen()]);
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(catalogue.canTell()).toBe(false);
  });
});

describe('names like the one asked for', () => {
  const names = new Catalogue(() => Promise.resolve(undefined)).list().map(({ name }) => name);

  test.each([
    ['serach', 'search'],
    ['detele', 'delete'],
    ['daily-read', 'daily:read'],
    ['DailyRead', 'daily:read'],
    ['property/set', 'property:set'],
    ['propertyset', 'property:set'],
    ['plugin:instal', 'plugin:install'],
    ['list-vaults', 'vaults'],
    ['creat', 'create'],
  ])('%s: %s comes first', (given, wanted) => {
    expect(nearestNames(given, names)[0]).toBe(wanted);
  });

  test.each(['', '???', 'xyzzyplugh', 'x'.repeat(5_000)])('%j is not similar to any name', (given) => {
    expect(nearestNames(given, names)).toEqual([]);
  });

  test('for parameters, the end of the word matters most', () => {
    expect(nearestNames('filepath', ['file', 'path', 'content'], 1)).toEqual(['path']);
    expect(nearestNames('filename', ['query', 'name'], 1)).toEqual(['name']);
  });

  test('property: at most three, all of them known, and a name itself comes first', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...names)), (given) => {
        const found = nearestNames(given, names);
        expect(found.length).toBeLessThanOrEqual(3);
        expect(new Set(found).size).toBe(found.length);
        expect(names).toEqual(expect.arrayContaining(found));
        if (names.includes(given)) expect(plainName(found[0] ?? '')).toBe(plainName(given));
      }),
    );
  });

  test('property: the distance is symmetric, 0 only for equal words, and never above the limit by more than 1', () => {
    const word = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.nat(8), (left, right, limit) => {
        const distance = editDistance(left, right, limit);
        expect(distance).toBe(editDistance(right, left, limit));
        expect(distance === 0).toBe(left === right);
        expect(distance).toBeLessThanOrEqual(limit + 1);
        expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length, limit + 1));
      }),
    );
    expect(
      ['ab ba', 'abc abd', 'abc abcd', 'abcd abc', 'abcd badc'].map((pair) => {
        const [left = '', right = ''] = pair.split(' ');
        return editDistance(left, right, 9);
      }),
    ).toEqual([1, 1, 1, 1, 2]);
  });
});
