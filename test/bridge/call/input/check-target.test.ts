import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckFacts } from '../../../../src/bridge/call/input/check-input';
import type { BridgeError } from '../../../../src/bridge/errors';
import { catalogue, refusal as refusalOf } from '../checking';

const ELSEWHERE: CheckFacts = { isRecognized: true, isOnWindows: false };
const WINDOWS: CheckFacts = { isRecognized: true, isOnWindows: true };

function refusal(name: string, params: Record<string, string>, facts = ELSEWHERE): BridgeError | undefined {
  return refusalOf(name, params, {}, facts);
}

describe('paths of what writes, and names of templates, themes, snippets and plugins', () => {
  test.each([
    ['create', { path: 'a..b/c...md.md' }],
    ['create', { path: 'a.md', template: 'Sub/Book' }],
    ['theme:set', { name: '' }],
    ['read', { path: '.obsidian/app.json' }],
    ['search', { query: '.hidden', path: 'Notes' }],
    ['append', { path: 'a.md', content: '.x: /y' }],
    ['property:set', { path: 'a.md', name: '.x', value: '../y' }],
  ])('%s with %j is accepted', (name, params) => {
    expect(refusal(name, params)).toBeUndefined();
  });

  test('a path with too much in front gets the one that is meant', () => {
    expect(refusal('append', { path: '/Notes/a.md', content: 'x' })?.context.hint).toBe(
      'Did you mean "Notes/a.md"?',
    );
    expect(refusal('append', { path: '../a.md', content: 'x' })?.context.hint).toBeUndefined();
  });

  test('a colon is a drive or a stream on Windows only, and in a reference it precedes the line', () => {
    const calls: [string, Record<string, string>][] = [
      ['create', { path: 'a.md:stream.md' }],
      ['append', { path: 'c:a.md', content: 'x' }],
      ['theme:set', { name: 'a:b' }],
      ['task', { ref: 'a:b.md:3' }],
    ];
    for (const [name, params] of calls) {
      expect(refusal(name, params, WINDOWS)?.code, name).toBe('invalid_parameter');
      expect(refusal(name, params), name).toBeUndefined();
    }
    expect(refusal('task', { ref: 'a.md:3' }, WINDOWS)).toBeUndefined();
    expect(refusal('search', { query: 'a:b' }, WINDOWS)).toBeUndefined();
  });

  test('a line break in what is written is refused: the program would tell only the first line of the path', () => {
    for (const path of ['Mine.md\n2.md', 'a\r/b.md', '\nx.md']) {
      expect(refusal('create', { path, content: 'x' })?.message, path).toContain('line break');
      expect(refusal('append', { path, content: 'x' })?.code, path).toBe('invalid_parameter');
      expect(refusal('read', { path }), path).toBeUndefined();
    }
    expect(refusal('create', { name: 'Mine\n2', content: 'x' })?.code).toBe('invalid_parameter');
  });

  test('short names and devices are refused on Windows only', () => {
    const parts = [
      'GIT~1/hooks/x.md',
      'a/OBSIDI~1/x.md',
      'GIT~1./hooks/x.md',
      'a/OBSIDI~1. ./x.md',
      'con .md',
      'COM¹.md',
      'CONIN$',
      'a\\B1C2D3~10\\x.md',
      'nul.md',
      'a/CON.md',
      'com1/x.md',
    ];
    for (const path of parts) {
      expect(refusal('append', { path, content: 'x' }, WINDOWS)?.code, path).toBe('invalid_parameter');
      expect(refusal('append', { path, content: 'x' }), path).toBeUndefined();
    }
    for (const path of [
      'about ~1.md',
      'Long name~1/x.md',
      'console.md',
      'Nullable.md',
      'com10.md',
      'a~b/x.md',
    ])
      expect(refusal('append', { path, content: 'x' }, WINDOWS), path).toBeUndefined();
  });

  test('property: no path of a write that is accepted leaves the vault, is hidden or names a stream', () => {
    const writes = catalogue.list().flatMap((command) =>
      command.parameters
        .filter(({ staysInVault, namesResource, values }) => (staysInVault || namesResource) && !values)
        .filter(({ namesResource }) => namesResource || command.kind !== 'read')
        .map((parameter) => [command, parameter.name] as const),
    );
    const path = fc.string({ unit: fc.constantFrom('a', '.', '/', '\\', ':', 'C', ' ', '1'), maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...writes), path, fc.boolean(), ([command, name], value, windows) => {
        const rest = Object.fromEntries(
          command.parameters
            .filter(({ required }) => required)
            .map((parameter) => [parameter.name, parameter.values?.[0] ?? parameter.sample ?? 'x']),
        );
        const facts = windows ? WINDOWS : ELSEWHERE;
        if (refusal(command.name, { path: 'a.md', ...rest, [name]: value }, facts)) return;
        expect(value).not.toMatch(/(?:^|[\\/])\./);
        expect(value).not.toMatch(/^(?:[\\/].|[A-Za-z]:[\\/])/);
        if (windows) expect(value.replace(/:\d+$/, '')).not.toContain(':');
      }),
      { numRuns: 500 },
    );
  });
});
