import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Program } from '../../../src/bridge/cli/program';
import { SpawnError } from '../../../src/bridge/cli/run-process';
import { active, activeAfter } from '../../kit/processes';
import { start, text } from './runs';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bridge-run-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a run', () => {
  test('collects both streams separately, the exit code and the duration', async () => {
    const result = await start('echo out; echo err >&2; exit 3');
    expect(result).toMatchObject({ exitCode: 3, stdout: Buffer.from('out\n'), stderr: Buffer.from('err\n') });
    expect(result.endedBy).toBeUndefined();
    expect(result.duration).toBeGreaterThan(0);
  });

  test('passes every argument unchanged, without a shell', async () => {
    const argv = ['vault=My "Vault"', 'content=a\nb\tc', '$(id)', '`id`', '*', '', 'a  b', 'é😀', "'", '\\n'];
    const result = await start('printf "%s\\0" "$@"', argv);
    expect(text(result).split('\0').slice(0, -1)).toEqual(argv);
  });

  test('runs in the neutral folder, with the given environment and a closed stdin', async () => {
    const result = await start('pwd; echo "$MARK"; cat; echo end', [], {
      environment: { PATH: process.env['PATH'], MARK: 'here' },
    });
    expect(text(result)).toBe('/\nhere\nend\n');
  });

  test.each([
    ['KILL', 137],
    ['TERM', 143],
    ['ABRT', 134],
  ])('a process that dies of SIG%s has exit code %i', async (signal, code) => {
    expect((await start(`kill -${signal} $$; sleep 5`)).exitCode).toBe(code);
  });
});

describe('a program that cannot be started', () => {
  async function codeOf(promise: Promise<unknown>): Promise<string> {
    const error: unknown = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof SpawnError ? error.code : `no SpawnError: ${String(error)}`;
  }
  const at = (file: string): Program => ({ file, leadingArguments: [] });

  test("is reported with the system's error code, and nothing is thrown outside the promise", async () => {
    const plain = join(folder, 'plain');
    await writeFile(plain, '#!/bin/sh\n', { mode: 0o644 });
    expect(await codeOf(start(at('/nowhere/obsidian')))).toBe('ENOENT');
    expect(await codeOf(start(at(plain)))).toBe('EACCES');
    expect(await codeOf(start(at(folder)))).toBe('EACCES');
    expect(await codeOf(start(at(join(plain, 'obsidian'))))).toBe('ENOTDIR');
    expect(await codeOf(start('true', ['a\0b']))).toBe('ERR_INVALID_ARG_VALUE');
    expect(await codeOf(start('true', ['x'.repeat(140_000)]))).toBe('E2BIG');
  });

  test('for lack of file handles: the error reaches the caller and does not crash the host', async () => {
    const bundle = join(folder, 'starved.mjs');
    await build({
      stdin: {
        contents: `
          import { openSync, closeSync } from 'node:fs';
          import { runProcess } from './src/bridge/cli/run-process';
          import { platformOf } from './src/bridge/cli/platform';
          const open = [];
          try { for (;;) open.push(openSync('/dev/null', 'r')); } catch {}
          const options = { platform: platformOf('linux'), environment: {}, timeoutMs: 5000, outputLimit: 9, endSignals: [] };
          const told = await runProcess({ file: '/bin/true', leadingArguments: [] }, [], options).catch((error) => error);
          open.forEach((handle) => closeSync(handle));
          process.stdout.write(told.name + ' ' + told.code);`,
        resolveDir: process.cwd(),
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile: bundle,
    });
    const command = 'ulimit -n 60; exec "$0" "$1"';
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command, process.execPath, bundle]);
    expect(stdout).toBe('SpawnError EMFILE');
  });
});

test('no run leaves a process, pipe, timer or listener behind, however it ends', async () => {
  const before = { timers: active('Timeout'), children: active('ProcessWrap'), pipes: active('PipeWrap') };
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, 'addEventListener');
  const removed = vi.spyOn(controller.signal, 'removeEventListener');
  const endSignals = [controller.signal];
  const calls = [
    start('echo ok', [], { endSignals }),
    start('sleep 30 & echo ok', [], { endSignals }),
    // A grandchild out of reach, in a session of its own, keeps the pipes: they are closed all the same.
    start('setsid sleep 4 & echo ok', [], { endSignals }),
    start('sleep 30', [], { endSignals, timeoutMs: 30 }),
    start('yes', [], { endSignals, outputLimit: 1_000 }),
    start({ file: '/nowhere', leadingArguments: [] }, [], { endSignals }).catch(() => undefined),
    start('sleep 30', ['a\0b'], { endSignals }).catch(() => undefined),
  ];
  await Promise.all(calls);
  // What is held for a moment, to end such a grandchild by force, goes immediately when the bridge ends.
  expect(active('PipeWrap')).toBeGreaterThan(before.pipes);
  controller.abort();
  expect(await activeAfter('ProcessWrap', before.children)).toBe(0);
  expect(await activeAfter('PipeWrap', before.pipes)).toBe(0);
  expect(await activeAfter('Timeout', before.timers)).toBe(0);
  expect(added.mock.calls.length).toBeGreaterThan(0);
  expect(removed.mock.calls.length).toBeGreaterThanOrEqual(added.mock.calls.length);
});
