import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expiryOf } from '../../src/bridge/key-records';
import { parseSetting } from '../../src/bridge/settings-parser';
import { makeKey } from '../kit/keys';

const GOOD = makeKey('phone').record;

function problemOf(keys: unknown): string {
  const parsed = parseSetting('keys', keys);
  return 'problem' in parsed ? parsed.problem : 'none';
}

describe('the list of keys', () => {
  test('is taken as it is, with every field', () => {
    const full = {
      ...GOOD,
      access: 'write',
      ask: true,
      commands: ['read', 'daily:*'],
      vaults: ['My Notes', 'a1b2c3d4e5f60718'],
      interfaces: ['rest', 'mcp'],
      expires: '2027-02-28',
    };
    const other = { ...makeKey('other').record, expires: '2027-02-28T12:30:00+02:00' };
    expect(parseSetting('keys', [full, other])).toEqual({ value: [full, other] });
    expect(parseSetting('keys', [])).toEqual({ value: [] });
  });

  const BAD: [change: object, says: string][] = [
    [{ id: undefined }, 'in key 1, id'],
    [{ id: '' }, 'in key 1, id must not be empty'],
    [{ id: ' ' }, 'must not begin or end with a space'],
    [{ id: 'owner' }, 'must not be "owner"'],
    [{ name: 'Owner' }, 'must not be "owner"'],
    [{ name: '' }, 'in key 1, name must not be empty'],
    [{ name: 5 }, 'in key 1, name'],
    [{ name: 'a\u001b[2J' }, 'must not have control characters'],
    [{ name: 'a\u202eb' }, 'must not have control characters'],
    [{ name: 'x'.repeat(101) }, 'must have at most 100 characters'],
    [{ sha256: undefined }, 'in key 1, sha256'],
    [{ sha256: GOOD.sha256.toUpperCase() }, 'must be 64 lowercase hexadecimal digits'],
    [{ sha256: GOOD.sha256.slice(1) }, 'must be 64 lowercase hexadecimal digits'],
    [{ sha256: `${GOOD.sha256}\n` }, 'must be 64 lowercase hexadecimal digits'],
    [{ access: undefined }, 'in key 1, access must be "read", "write" or "full"'],
    [{ access: 'admin' }, 'must be "read", "write" or "full"'],
    [{ access: ['read'] }, 'must be "read", "write" or "full"'],
    [{ ask: 'yes' }, 'in key 1, ask'],
    [{ ask: null }, 'in key 1, ask'],
    [{ commands: [] }, 'in key 1, commands must not be empty'],
    [{ commands: ['*:remove'] }, '"*:remove" is neither a command'],
    [{ commands: 'read' }, 'in key 1, commands'],
    [{ commands: null }, 'in key 1, commands'],
    [{ commands: Array(101).fill('read') }, 'in key 1, commands must have at most 100'],
    [{ vaults: [] }, 'in key 1, vaults must not be empty'],
    [{ vaults: ['*'] }, 'must name a vault'],
    [{ vaults: [''] }, 'must not be empty'],
    [{ vaults: ['a\nb'] }, 'must not have control characters'],
    [{ interfaces: [] }, 'in key 1, interfaces must not be empty'],
    [{ interfaces: ['http'] }, 'must be "rest" or "mcp"'],
    [{ expires: '' }, 'must be a date'],
    [{ expires: 'tomorrow' }, 'must be a date'],
    [{ expires: '2027-02-29' }, 'must be a date'],
    [{ expires: '2027-13-01' }, 'must be a date'],
    [{ expires: '31.12.2027' }, 'must be a date'],
    [{ expires: '2027-02-28T12:00:00' }, 'must be a date'],
    [{ expires: '2027-02-28T25:00:00Z' }, 'must be a date'],
    [{ expires: 1_800_000_000 }, 'must be a date'],
    [{ expire: '2027-02-28' }, '"expire"'],
    [{ read: true }, '"read"'],
  ];
  test.for(BAD)('is refused with %j', ([change, says]) => {
    const problem = problemOf([{ ...GOOD, ...change }]);
    expect(problem).toMatch(/^The setting "keys" isn't valid: .*\.$/);
    expect(problem).toContain(says);
  });

  test.for([null, {}, 'x', 5, [null], [[]], ['x'], { 0: GOOD, length: 1 }])('is refused as %j', (junk) => {
    expect(problemOf(junk)).toMatch(/^The setting "keys" isn't valid: /);
  });

  test('is refused as a whole with two keys of one id or one digest, or more than 100', () => {
    expect(problemOf([GOOD, { ...makeKey('b').record, id: GOOD.id }])).toContain(
      'two keys have the id "phone"',
    );
    expect(problemOf([GOOD, { ...makeKey('b').record, sha256: GOOD.sha256 }])).toContain('same sha256');
    const many = Array.from({ length: 101 }, (_, count) => makeKey(String(count)).record);
    expect(problemOf(many)).toContain('at most 100');
  });

  test('property: no junk throws, and the problem is one line without control characters', () => {
    const field = fc.constantFrom(
      'id',
      'name',
      'sha256',
      'access',
      'commands',
      'vaults',
      'expires',
      '__proto__',
    );
    fc.assert(
      fc.property(fc.array(fc.dictionary(field, fc.anything()), { maxLength: 3 }), (changes) => {
        const problem = problemOf(changes.map((change) => ({ ...GOOD, ...change })));
        expect(problem).toMatch(/^(?:none|[^\p{Cc}]*)$/u);
      }),
    );
  });
});

describe('a key expires', () => {
  test.for([
    ['2027-02-28', '2027-03-01T00:00:00.000Z'],
    ['2028-02-29', '2028-03-01T00:00:00.000Z'],
    ['2027-12-31', '2028-01-01T00:00:00.000Z'],
    ['2027-02-28T12:30:00Z', '2027-02-28T12:30:00.000Z'],
    ['2027-02-28T12:30:00+02:00', '2027-02-28T10:30:00.000Z'],
  ])('%s at %s', ([expires, at]) => {
    expect(expiryOf({ expires })).toBe(Date.parse(at ?? ''));
  });

  test('never, where it does not say', () => expect(expiryOf({})).toBeUndefined());
});
