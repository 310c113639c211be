import { expect, test } from 'vitest';
import type { CommandLine } from '../../../src/bridge/cli/command-line';
import type { CliClient, CliTurn } from '../../../src/bridge/cli/client';
import { SpawnError } from '../../../src/bridge/cli/run-process';
import type { AuditEntry } from '../../../src/bridge/commands/audit';
import { runCommand } from '../../../src/bridge/commands/run-command';
import type { RunEnd } from '../../../src/bridge/commands/run-command';
import { BridgeError } from '../../../src/bridge/errors';
import { serve, serveFake } from '../../kit/bridge';
import { writeFakeCli } from '../../kit/fake-cli';
import { makeFolder } from '../../kit/folder';
import { get } from './checking';

const APPEND = { params: { path: 'a.md', content: 'x' } };

test('a call that fails in the bridge after its process has run is recorded', async (context) => {
  const cli = await writeFakeCli(await makeFolder(context), "echo 'Appended to: a.md'");
  const recorded: AuditEntry[] = [];
  const reported: string[] = [];
  const { client } = await serve(context, {
    program: { file: cli.path, leadingArguments: [] },
    audit: (entry) => recorded.push(entry),
    report: (message) => reported.push(message),
    activity: () => {
      if (recorded.length > 0) throw new RangeError('of the host');
    },
  });
  const { status, envelope } = await client.post('append', APPEND);
  expect([status, envelope.code]).toEqual([500, 'internal_error']);
  expect(reported).toHaveLength(1);
  expect(recorded).toMatchObject([{ command: 'append', result: 'ok', exitCode: 0 }]);
});

test('a call whose program vanishes before the hint is found keeps its answer', async (context) => {
  const missing = `echo 'Error: File "a.md" not found.'; rm "$0"`;
  const { client, cli } = await serveFake(context, missing);
  const { status, envelope } = await client.post('append', APPEND);
  expect([status, envelope.code]).toEqual([422, 'file_not_found']);
  expect(await cli.calls()).toHaveLength(1);
});

/** How a run in a turn of a program that fails in this way ends. */
async function endsOf(error: Error): Promise<RunEnd[]> {
  const turn: CliTurn = {
    waited: 0,
    isRecognised: () => true,
    lastChange: () => -Infinity,
    noteChange: () => undefined,
    hold: () => undefined,
    isStopping: () => false,

    run: () => Promise.reject(error),
  };
  const client: Pick<CliClient, 'requireSize' | 'timeoutMs' | 'inTurn'> = {
    requireSize: () => undefined,
    timeoutMs: () => 30_000,
    inTurn: (_caller, task) => task(turn),
  };
  const line: CommandLine = {
    command: 'append',
    vault: undefined,
    words: [],
    parameters: new Map(Object.entries(APPEND.params)),
    flags: [],
  };
  const ends: RunEnd[] = [];
  const run = runCommand(client as CliClient, get('append'), line, { ended: (end) => ends.push(end) });
  await expect(run).rejects.toBe(error);
  return ends;
}

test('a run that fails in a way nobody foresaw may have changed something; one that was not started has not', async () => {
  expect(await endsOf(new RangeError('Out of memory'))).toEqual(['unknown']);
  expect(await endsOf(new SpawnError('EAGAIN'))).toEqual([]);
  expect(await endsOf(BridgeError.of('stopping', {}))).toEqual([]);
});
