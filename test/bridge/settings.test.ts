import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOST_DEFAULTS, HOST_SETTING_KEYS } from '../../src/bridge/settings';
import { parseSettings, settingProblem } from '../../src/bridge/settings-parser';
import type { HostSettingKey } from '../../src/bridge/settings';
import { makeKey } from '../kit/keys';

const GOOD: Record<HostSettingKey, unknown> = {
  port: 8_080,
  bindAddress: '0.0.0.0',
  startOnLoad: false,
  restEnabled: false,
  mcpEnabled: false,
  defaultVault: 'My Vault',
  cliPath: '/usr/bin/obsidian',
  allowedCommands: ['read', 'search:*'],
  blockedCommands: ['eval'],
  readOnly: true,
  allowDangerousCommands: true,
  trustedCommands: ['plugin:reload'],
  readCommands: ['dataview:query'],
  askFirst: ['delete', 'plugin:*'],
  allowedVaults: ['My Vault'],
  privateFolders: ['Journal', 'Clients/Acme.md'],
  corsEnabled: true,
  corsOrigins: ['https://a.test'],
  allowedHosts: ['box.lan'],
  timeoutSeconds: 60,
  promptsFolder: 'Prompts',
  guideNote: 'Agents.md',
  changeNotices: 'all',
  keepChangesDays: 7,
  keys: [makeKey('phone').record],
  auditFile: 'audit.jsonl',
};

const BAD: Record<HostSettingKey, readonly unknown[]> = {
  port: [-1, 65_536, 1.5, '27124', null, Number.NaN, Infinity, [], {}],
  bindAddress: ['', '  ', 5, null, 'x'.repeat(256), []],
  startOnLoad: ['true', 1, 0, null, 'no', []],
  restEnabled: ['false', 0, null],
  mcpEnabled: ['', 1],
  defaultVault: [5, null, ['a'], {}],
  cliPath: [5, null, false],
  allowedCommands: ['read', null, { 0: 'read' }, 5, true, Array<string>(501).fill('read')],
  blockedCommands: ['eval', null, {}],
  readOnly: ['true', 1, null],
  allowDangerousCommands: ['true', 1, null, {}],
  trustedCommands: ['eval', null, {}],
  readCommands: ['dataview:query', null, ['dataview:*'], ['dataview/query'], [' dataview'], [1]],
  askFirst: ['eval', null, {}, ['*:remove'], [1]],
  allowedVaults: ['Notes', null, {}, 5],
  privateFolders: ['Journal', ['Journal/*'], null, {}, [''], ['/'], ['a/../b'], ['a//b'], ['a\\b'], [5]],
  corsEnabled: ['*', 1],
  corsOrigins: ['*', null, {}],
  allowedHosts: ['box.lan', 5, Array<string>(501).fill('box.lan')],
  timeoutSeconds: [0, 0.5, 601, -30, '30', null, Infinity, Number.NaN],
  promptsFolder: [5, null, ['Prompts'], {}, 'x'.repeat(4_097)],
  guideNote: [5, null, ['Agents.md'], {}, 'x'.repeat(4_097)],
  changeNotices: ['on', '', null, true, []],
  keepChangesDays: ['7', -1, 366, 1.5, null],
  keys: [null, {}, 'phone', ['phone'], [{ id: 'phone' }]],
  auditFile: [5, null, [], 'audit\0.jsonl'],
};

describe('the settings', () => {
  test.each([undefined, null, {}])('%j gives the defaults, and nothing is wrong', (data) => {
    expect(parseSettings(data)).toEqual({ settings: HOST_DEFAULTS, problems: [], unknownKeys: [] });
  });

  test('valid values of every key are accepted, including the ends of the ranges', () => {
    expect(parseSettings(GOOD)).toEqual({ settings: GOOD, problems: [], unknownKeys: [] });
    for (const [key, value] of [
      ['port', 0],
      ['port', 65_535],
      ['timeoutSeconds', 1],
      ['timeoutSeconds', 600],
      ['timeoutSeconds', 2.5],
      ['allowedCommands', []],
    ] as const)
      expect(parseSettings({ [key]: value }).settings[key]).toEqual(value);
    expect(parseSettings({ bindAddress: ' ::1 ' }).settings.bindAddress).toBe('::1');
  });

  test.each(HOST_SETTING_KEYS)(
    'an invalid %s is replaced by its default and reported; the others stay',
    (key) => {
      for (const value of BAD[key]) {
        const { settings, problems } = parseSettings({ ...GOOD, [key]: value });
        expect(settings).toEqual({ ...GOOD, [key]: HOST_DEFAULTS[key] });
        expect(problems).toHaveLength(1);
        expect(problems[0]).toMatch(new RegExp(`^The setting "${key}" isn't valid: .+\\.$`));
        expect(problems[0]).not.toMatch(/invalid input|too (?:small|big)|expected/i);
        expect(settingProblem(key, value)).toBe(problems[0]);
      }
      expect(settingProblem(key, GOOD[key])).toBeUndefined();
    },
  );

  test('unknown keys are reported and ignored, even __proto__ and constructor', () => {
    const data = JSON.parse(
      '{"Port": 1, "__proto__": {"readOnly": true}, "constructor": 1, "port": 5}',
    ) as unknown;
    const { settings, problems, unknownKeys } = parseSettings(data);
    expect(unknownKeys).toEqual(['Port', '__proto__', 'constructor']);
    expect(problems).toEqual([]);
    expect(settings).toEqual({ ...HOST_DEFAULTS, port: 5 });
  });

  test.each([[[]], ['text'], [5], [true], [[GOOD]]])(
    '%j is not an object: the defaults, reported',
    (data) => {
      expect(parseSettings(data)).toEqual({
        settings: HOST_DEFAULTS,
        problems: ["The settings aren't a JSON object."],
        unknownKeys: [],
      });
    },
  );

  test('inherited values do not count', () => {
    expect(parseSettings(Object.create({ readOnly: true })).settings.readOnly).toBe(false);
  });

  test('property: no junk throws, and the result is always valid', () => {
    const key = fc.oneof(fc.constantFrom<string>(...HOST_SETTING_KEYS), fc.string());
    const junk = fc.oneof(
      fc.anything({ withNullPrototype: true, withSparseArray: true, withBigInt: true }),
      fc.dictionary(key, fc.anything({ withNullPrototype: true, withBigInt: true })),
      fc.dictionary(key, fc.array(fc.anything({ withNullPrototype: true, withBigInt: true }))),
    );
    fc.assert(
      fc.property(junk, (data) => {
        const { settings, problems, unknownKeys } = parseSettings(data);
        expect(Object.keys(settings)).toEqual(HOST_SETTING_KEYS);
        for (const name of HOST_SETTING_KEYS) expect(settingProblem(name, settings[name])).toBeUndefined();
        expect(problems.every((problem) => problem.endsWith('.'))).toBe(true);
        expect(unknownKeys.some((name) => HOST_SETTING_KEYS.includes(name as HostSettingKey))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
