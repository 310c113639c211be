import { performance } from 'node:perf_hooks';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Catalogue } from '../../../src/bridge/commands/catalogue';
import { editDistance, nearestNames, plainName } from '../../../src/bridge/commands/nearest';

const HELP = readFileSync(new URL('../../fixtures/help.txt', import.meta.url), 'utf8');
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

  test('what is documented wins; new parameters and flags are added, never as required', async () => {
    const [before, after] = [await merged(undefined), await merged(LIVE)];
    const [read, was] = [after.get('read'), before.get('read')];
    expect(read).toMatchObject({ kind: 'read', category: 'files', origin: 'builtin', summary: was?.summary });
    expect(read?.parameters.slice(0, 2)).toEqual(was?.parameters);
    expect(read?.parameters.slice(2)).toMatchObject([{ name: 'lines', required: false }]);
    expect(read?.flags).toMatchObject([{ name: 'raw' }]);
    expect(after.get('daily')).toEqual(before.get('daily'));
    expect(after.get('eval')).toMatchObject({ dangerous: true, origin: 'builtin' });
  });

  test('commands it does not have stay: their plugin may be off now and on later', async () => {
    const catalogue = await merged(HELP);
    expect(catalogue.list()).toHaveLength(117);
    expect(catalogue.get('publish:add')).toBeDefined();
    expect(catalogue.list()[0]?.name).toBe('help');
  });

  test('a command that has gone from the live list goes, the documented ones stay', async () => {
    const texts = [LIVE, HELP];
    const catalogue = new Catalogue(() => Promise.resolve(texts.shift()));
    await catalogue.refresh();
    expect(catalogue.get('my-plugin:go')).toBeDefined();
    await catalogue.refresh();
    expect(catalogue.get('my-plugin:go')).toBeUndefined();
  });

  test.each([undefined, '', '\n', 'something that is no help'])(
    '%j keeps the list as it is',
    async (text) => {
      const texts = [LIVE, text];
      const catalogue = new Catalogue(() => Promise.resolve(texts.shift()));
      await catalogue.refresh();
      await catalogue.refresh();
      expect(catalogue.get('my-plugin:go')).toBeDefined();
    },
  );

  test('names are exact, and those of the language itself are none', async () => {
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

  test('not for a known name; for an unknown one at once', async () => {
    const { read, catalogue } = counted();
    expect(await catalogue.find('read')).toBeDefined();
    expect(read).not.toHaveBeenCalled();
    expect(await catalogue.find('my-plugin:go')).toBeDefined();
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('for unknown names at most every 10 s, also when it could not be read', async () => {
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

  test('once for many that ask at the same time, and all get the answer', async () => {
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

  test.each(['', '???', 'xyzzyplugh', 'x'.repeat(5_000)])('%j is like nothing', (given) => {
    expect(nearestNames(given, names)).toEqual([]);
  });

  test('for parameters: the end of the word says most', () => {
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

  test('property: the distance is symmetric, 0 only for equal words, and never more than was looked for', () => {
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
