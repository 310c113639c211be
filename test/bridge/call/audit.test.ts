import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/bridge/request-log';
import { serve, serveFake } from '../../kit/bridge';
import { writeFakeCli } from '../../kit/fake-cli';
import { makeFolder } from '../../kit/folder';
import { jsonCall } from '../../kit/http-client';
import { oneTextStore } from '../../kit/one-text-store';

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

test('a change that fails in an unforeseen way is recorded as unknown', async (context) => {
  const cli = await writeFakeCli(await makeFolder(context), 'exit 0');
  const recorded: AuditEntry[] = [];
  const notes = oneTextStore('old', { change: () => Promise.reject(new RangeError('Out of memory')) });
  const { client } = await serve(context, {
    program: { file: cli.path, leadingArguments: [] },
    hostVault: 'Home',
    notes,
    audit: (entry) => recorded.push(entry),
    report: () => undefined,
  });
  const edit = { params: { path: 'a.md', old: 'old', new: 'new' } };
  const { status } = await client.post('cli-bridge/edit', edit);
  expect(status).toBe(500);
  expect(recorded).toMatchObject([{ command: 'cli-bridge:edit', result: 'unknown', exitCode: null }]);
});

test('a change whose program does not start is not recorded', async (context) => {
  const cli = await writeFakeCli(await makeFolder(context), 'exit 0');
  const recorded: AuditEntry[] = [];
  const { client } = await serve(context, {
    program: { file: cli.path, leadingArguments: [] },
    audit: (entry) => recorded.push(entry),
  });
  await client.get('files');
  await rm(cli.path);
  const calls = [{ command: 'append', ...APPEND }];
  const { status } = await client.request('/api/v1/batch', jsonCall('POST', { calls }));
  expect([status, recorded]).toEqual([422, []]);
});
