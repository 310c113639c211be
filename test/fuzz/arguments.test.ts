import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonCall } from '../kit/http-client';
import { commandOf, anyCall, RUNS } from './generators';
import type { FuzzCall } from './generators';
import { isProbe } from '../kit/fake-cli';
import { makeReporting } from './runs';
import type { Reporting } from './runs';

const TIMEOUT_MS = Math.max(60_000, RUNS * 60);
const REFUSALS = [400, 404, 405, 413];

/** A star leaves the choice of the vault to the program. */
function namesVault(vault: unknown): vault is string {
  return typeof vault === 'string' && vault !== '' && vault !== '*';
}

/** The expected argument list of a call: vault, command, words, parameters, flags. */
function asked({ command, vault, params, flags }: FuzzCall): string[] {
  const positional = new Set(
    commandOf(command)
      ?.parameters.filter((parameter) => parameter.positional)
      .map(({ name }) => name),
  );
  const words: string[] = [];
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(params)) {
    if (positional.has(name)) words.push(String(value));
    else pairs.push(`${name}=${String(value)}`);
  }
  const first = namesVault(vault) ? [`vault=${vault}`] : [];
  return [...first, command, ...words, ...pairs, ...new Set(flags.map(String))];
}

/** What must hold for every argument list. */
function expectHarmless(argv: readonly string[]): void {
  const [command, ...rest] = argv[0]?.startsWith('vault=') ? argv.slice(1) : argv;
  for (const word of rest) {
    // The argument of `help` may be the name of a command.
    if (command === 'help' && word === 'vault') continue;
    expect(word).not.toMatch(/^(?:--)?vault(?:=|$)/i);
    expect(word).not.toMatch(/^obsidian:/i);
    expect(word).toMatch(/^(?:[A-Za-z][A-Za-z0-9_-]*=[^]*|(?:--)?[a-z][A-Za-z0-9-]*|[A-Za-z0-9][\w.:-]*)$/);
  }
}

/** Either exactly the requested command ran once, or nothing ran and the client got an error. */
async function check(target: Reporting, call: FuzzCall, status: number): Promise<boolean> {
  const runs = await target.newRuns();
  if (status === 200) {
    // A bare `help` or `version` looks like the bridge's own calls, which are left out.
    expect(runs).toEqual([asked(call)].filter((words) => !isProbe(words)));
    runs.forEach(expectHarmless);
    return true;
  }
  expect(REFUSALS).toContain(status);
  expect(runs).toEqual([]);
  return false;
}

/** Sends generated calls until one is handled wrongly. A fair share must run, or the test proves nothing. */
async function fuzz(runs: number, send: (call: FuzzCall) => Promise<boolean>): Promise<void> {
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(anyCall, async (call) => {
      if (await send(call)) ran++;
    }),
    { numRuns: runs, endOnFailure: runs > 2_000 },
  );
  expect(ran / runs, 'the part of the requests that ran').toBeGreaterThan(0.1);
}

/** The path for any text as the command. */
function pathTo(command: string): string {
  return `/api/v1/cli/${encodeURIComponent(command.toWellFormed())}`;
}

/** The call after a round trip through JSON. */
function overJson(call: FuzzCall): FuzzCall {
  return JSON.parse(JSON.stringify(call)) as FuzzCall;
}

test(
  'POST: the arguments of the process are those asked for, or nothing runs',
  { timeout: TIMEOUT_MS },
  async (context) => {
    const target = await makeReporting(context);
    await fuzz(RUNS * 0.4, async (call) => {
      const { command, ...body } = call;
      const { status } = await target.client.request(pathTo(command), jsonCall('POST', body));
      return check(target, { ...overJson(call), command }, status);
    });
  },
);

test(
  'GET and DELETE: the arguments of the process are those asked for, or nothing runs',
  { timeout: TIMEOUT_MS },
  async (context) => {
    const target = await makeReporting(context);
    await fuzz(RUNS * 0.4, async (call) => {
      const { command, vault, params, flags } = overJson(call);
      const known = commandOf(command);
      const path = pathTo(command);
      if (known?.kind === 'remove') {
        const { status } = await target.client.request(path, jsonCall('DELETE', { vault, params, flags }));
        return check(target, { command, vault, params, flags }, status);
      }
      const pairs = Object.entries(params).map(([name, value]) => [name, String(value)]);
      // In a query string these names are the vault and the flags, not parameters.
      const given = pairs.filter(([name]) => name !== 'vault' && name !== 'flags');
      const names = flags
        .map(String)
        .filter((flag) => !flag.includes(',') && flag === flag.trim() && flag !== '');
      const query = [
        ...(typeof vault === 'string' ? [['vault', vault]] : []),
        ...given,
        ...(names.length > 0 ? [['flags', names.join(',')]] : []),
      ];
      const encoded = query.map((pair) =>
        pair.map((part) => encodeURIComponent(part?.toWellFormed() ?? '')).join('='),
      );
      const { status } = await target.client.request(`${path}?${encoded.join('&')}`);
      if (known?.kind === 'write') expect(status).not.toBe(200);
      const sent = given.map(
        ([name = '', value = '']) => [name.toWellFormed(), value.toWellFormed()] as const,
      );
      const asText = typeof vault === 'string' ? vault.toWellFormed() : undefined;
      return check(
        target,
        { command, vault: asText, params: Object.fromEntries(sent), flags: names },
        status,
      );
    });
  },
);

test(
  'MCP: what runs is what was asked for in the command’s own names, or nothing',
  { timeout: TIMEOUT_MS },
  async (context) => {
    const target = await makeReporting(context);
    await fuzz(RUNS * 0.4, async (call) => {
      const message = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'execute', arguments: call },
      };
      const answer = await target.client.send('/mcp', jsonCall('POST', message));
      expect(answer.status).toBe(200);
      const runs = await target.newRuns();
      const { result } = JSON.parse(answer.text) as { result: { isError?: boolean } };
      expect(runs.length).toBeLessThanOrEqual(result.isError ? 0 : 1);
      // The bridge's own calls are left out, and these look like them.
      if (!/help|version|vaults/i.test(call.command)) expect(runs).toHaveLength(result.isError ? 0 : 1);
      for (const argv of runs) {
        expectHarmless(argv);
        expectMeant(argv, overJson(call));
      }
      return runs.length > 0;
    });
  },
);

/** MCP tolerates other spellings, so names may differ from what was given, but nothing else may. */
function expectMeant(argv: readonly string[], call: FuzzCall): void {
  const rest = [...argv];
  if (namesVault(call.vault)) expect(rest.shift()).toBe(`vault=${call.vault}`);
  const name = rest.shift() ?? '';
  expect(plain(name)).toBe(plain(call.command));
  const command = commandOf(name);
  if (!command) throw new Error(`${name} is not a command.`);
  const given = [
    ...Object.entries(call.params).map(([key, value]) => [key, String(orNothing(value))] as const),
    ...flagPairs(call),
  ];
  for (const word of rest) {
    const [, key, value] = /^([^=]+)=([^]*)$/.exec(word) ?? [];
    if (key === undefined) {
      const isFlag = command.flags.some((flag) => flag.name === word);
      const isWord =
        command.parameters.some(({ positional }) => positional) && given.some((pair) => pair[1] === word);
      const isMeant = given.some(([flag, on]) => plain(flag) === plain(word) && /^(?:true)?$/i.test(on));
      expect(isWord || (isFlag && isMeant), `"${word}" was asked for`).toBe(true);
      continue;
    }
    expect(command.parameters.map((parameter) => parameter.name)).toContain(key);
    const isMeant = given.some((pair) => plain(pair[0]) === plain(key) && sameValue(pair[1], value ?? ''));
    expect(isMeant, `"${word}" was asked for`).toBe(true);
  }
  expect(new Set(rest).size).toBe(rest.length);
}

/** Null stands for a value that is not given. */
function orNothing(value: unknown): unknown {
  return value === null ? '' : value;
}

function flagPairs({ flags }: FuzzCall): (readonly [string, string])[] {
  return flags.map(String).map((flag) => {
    const [, key = flag, value = ''] = /^([^=]+)=([^]*)$/.exec(flag) ?? [];
    return [key, value] as const;
  });
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

/** Allowed values match in any case. */
function sameValue(given: string, sent: string): boolean {
  return given === sent || given.trim().toLowerCase() === sent;
}
