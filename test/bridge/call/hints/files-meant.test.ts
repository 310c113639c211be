import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestFiles } from '../../../../src/bridge/call/hints/files-meant';
import { namesakes } from '../../../../src/bridge/text/path-list';

const FILES = [
  'Home.md',
  'Notes/Home.md',
  'Notes/Plan v1.2.md',
  'Img/plan.png',
  'Bases/Home.base',
  'Über/Käse.md',
  'a/ΟΔΟΣ.md',
  'b/οδος.md',
];
const LIST = FILES.join('\n');

describe('the file that was probably meant', () => {
  test.each([
    ['Home', ['Home.md']],
    ['/Home.md', ['Home.md']],
    ['Über/Käse.md'.normalize('NFD'), ['Über/Käse.md']],
    ['./Home.md', ['Home.md']],
    ['home.MD', ['Home.md']],
    ['Notes/Home', ['Notes/Home.md']],
    ['Notes\\Home.md', ['Notes/Home.md']],
    ['\\Notes\\home', ['Notes/Home.md']],
    ['Notes//Home.md', ['Notes/Home.md']],
    ['Notes/Plan v1.2', ['Notes/Plan v1.2.md']],
    ['Plan v1.2', ['Notes/Plan v1.2.md']],
    ['Other/plan.png', ['Img/plan.png']],
    ['plan', ['Img/plan.png']],
    ['Other/Home.md', ['Home.md', 'Notes/Home.md']],
    ['Hmoe.md', []],
    ['Nothing like it.md', []],
    ['', []],
    ['/', []],
    ['..', []],
    ['x'.repeat(5_000), []],
  ])('%s is %j', async (given, wanted) => {
    expect(await nearestFiles(given, LIST)).toEqual(wanted);
    expect(await nearestFiles(given, `${LIST.replaceAll('\n', '\r\n')}\r\n`)).toEqual(wanted);
  });

  test('property: a path in other spellings is found again, and only files that exist are named', async () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9ä][A-Za-z0-9ä .]{0,8}[A-Za-z0-9ä]$/);
    const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join('/')}.md`);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(path, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.nat(3),
        async (paths, at, how) => {
          const wanted = paths[at % paths.length] ?? '';
          const spelled =
            [wanted.slice(0, -3), `/${wanted}`, wanted.replaceAll('/', '\\'), wanted.toUpperCase()][how] ??
            '';
          const found = await nearestFiles(spelled, paths.join('\n'));
          expect(paths).toEqual(expect.arrayContaining(found));
          expect(found.map((file) => file.toLowerCase())).toContain(wanted.toLowerCase());
        },
      ),
    );
  });

  test('a letter that gets longer in lowercase changes no other name', async () => {
    const list = ['Ankara/İstanbul.md', 'Käse İ/Plan.md', 'Home.md', 'i\u0307n.md'].join('\n');
    expect(await nearestFiles('x/İstanbul', list)).toEqual(['Ankara/İstanbul.md']);
    expect(await nearestFiles('İSTANBUL.md', list)).toEqual(['Ankara/İstanbul.md']);
    expect(await nearestFiles('plan', list)).toEqual(['Käse İ/Plan.md']);
    expect(await nearestFiles('x/home', list)).toEqual(['Home.md']);
    expect(await namesakes('i\u0307n', '.md', list)).toEqual(['i\u0307n.md']);
  });
});

describe('files of one name', () => {
  test.each(['ascii', 'İ', '漢'])(
    'are found in a long list, %s, with turns of the event loop in between',
    async (letters) => {
      const lines = Array.from({ length: 200_000 }, (_, index) => `folder/${letters} ${index}.md`);
      lines[0] = 'a/Same.md';
      lines.push('b/same.md');
      let turns = 0;
      const count = (): void => {
        turns += 1;
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      expect(await namesakes('SAME', '.md', lines.join('\n'))).toEqual(['a/Same.md', 'b/same.md']);
      clearImmediate(next);
      expect(turns).toBeGreaterThan(2);
    },
  );

  test.each([
    ['Home', '.md', ['Home.md', 'Notes/Home.md']],
    ['home.md', '.md', ['Home.md', 'Notes/Home.md']],
    ['Home', '.base', ['Bases/Home.base']],
    ['plan.png', '.md', ['Img/plan.png']],
    ['Plan v1.2', '.md', ['Notes/Plan v1.2.md']],
    ['ome', '.md', []],
    ['käse', '.md', ['Über/Käse.md']],
    ['käse'.normalize('NFD'), '.md', ['Über/Käse.md']],
    ['ΟΔΟΣ', '.md', ['a/ΟΔΟΣ.md', 'b/οδος.md']],
    ['οδος.md', '.md', ['a/ΟΔΟΣ.md', 'b/οδος.md']],
  ])('%s with %s', async (name, extension, wanted) => {
    expect(await namesakes(name, extension, LIST)).toEqual(wanted);
  });
});
