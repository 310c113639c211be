import { beforeAll, expect } from 'vitest';
import type { BridgePorts } from '../../src/bridge/ports';
import type { Settings } from '../../src/bridge/settings';
import { BEHAVIORS, writeFakeCli } from '../kit/fake-cli';
import type { FakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { groupScope } from '../kit/test-scope';
import type { TestScope } from '../kit/test-scope';
import { serve } from '../kit/bridge';
import type { Served } from '../kit/bridge';
import { exchange } from '../kit/wire';
import type { WireAnswer } from '../kit/wire';

/** An MCP call that would run a command. */
export const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'execute', arguments: { command: 'files' } },
});

/** A bridge to attack, with a program that records every call. */
export interface Target extends Served {
  readonly cli: FakeCli;
  readonly port: number;
  /** The internal errors that the bridge reported. */
  readonly faults: string[];
}

export async function makeTarget(
  ends: TestScope,
  ports: Partial<BridgePorts> = {},
  settings: Partial<Settings> = {},
  behavior: string = BEHAVIORS.echo,
  options: Parameters<typeof writeFakeCli>[2] = {},
): Promise<Target> {
  const cli = await writeFakeCli(await makeFolder(ends), behavior, options);
  const faults: string[] = [];
  const program = { file: cli.path, leadingArguments: [] };
  const served = await serve(ends, { program, report: (fault) => faults.push(fault), ...ports }, settings);
  // After this response the program has been found, so nothing else runs by itself.
  await served.client.get('files');
  return { ...served, cli, faults, port: served.bridge.status().listening?.port ?? 0 };
}

/** One target for all tests of a file. */
export function useTarget(...given: TargetArguments): () => Target {
  const scope = groupScope();
  let target: Target | undefined;
  beforeAll(async () => {
    target = await makeTarget(scope, ...given);
  });
  return () => {
    if (!target) throw new Error('The target is made before the tests run.');
    return target;
  };
}

type TargetArguments = Parameters<typeof makeTarget> extends [TestScope, ...infer Rest] ? Rest : never;

/** Checks that an error response has the usual envelope. */
export function expectEnvelope({ headers, body }: WireAnswer): { code?: string; error?: string } {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  const envelope = JSON.parse(body) as { ok: boolean; code?: string; error?: string };
  expect([envelope.ok, typeof envelope.code, typeof envelope.error]).toEqual([false, 'string', 'string']);
  return envelope;
}

/** Runs the attack, then a normal request, which must succeed and be the only command that has run. */
export async function unharmed<T>(target: Target, attack: () => Promise<T>): Promise<T> {
  const before = (await target.cli.calls()).length;
  const result = await attack();
  // The queue is in order: anything that the attack started has run before this.
  expect((await target.client.get('files')).status, 'a normal request afterwards').toBe(200);
  expect((await target.cli.calls()).slice(before), 'commands that ran').toEqual([['files']]);
  expect(target.faults).toEqual([]);
  return result;
}

/** Sends the bytes: the only response has this status and the usual envelope, nothing ran, and a normal request works. */
export async function refuses(target: Target, bytes: string | Buffer, status: number): Promise<WireAnswer> {
  return unharmed(target, () => refusal(target, bytes, status));
}

/** The same for each of several attacks, of which nothing has run after the last one. */
export async function refusesEach(
  target: Target,
  attacks: readonly (readonly [what: string, bytes: string | Buffer, status: number])[],
): Promise<readonly WireAnswer[]> {
  return unharmed(target, async () => {
    const answers: WireAnswer[] = [];
    for (const [what, bytes, status] of attacks) answers.push(await refusal(target, bytes, status, what));
    return answers;
  });
}

/** The only response to the bytes, which has this status and the usual envelope. */
async function refusal(
  target: Target,
  bytes: string | Buffer,
  status: number,
  what = 'the attack',
): Promise<WireAnswer> {
  const answers = (await exchange(target.client.url, bytes)).answers();
  expect([what, answers.map((answer) => answer.status)]).toEqual([what, [status]]);
  const [answer] = answers;
  if (!answer) throw new Error('There is one answer.');
  expectEnvelope(answer);
  return answer;
}
