import { expect, it } from 'vitest';
import { runApp } from './running-app';

it('the commands of the plugin run from a terminal, through the app that has the vault open, and so does their help', async (test) => {
  const { terminal, terminalProcess, client } = await runApp(test);
  await client().get('files', { total: 'true' });
  const status = await terminalProcess('cli-bridge');
  expect(status).toMatchObject({ code: 0, stderr: '' });
  expect(status.stdout).toMatch(/^Server: Running at http:\/\/127\.0\.0\.1:\d+/);
  const log = await terminal('vault=Garden', 'cli-bridge:log', 'limit=1');
  expect(log).toMatch(/^\S+\trest\tfiles\tGarden\t200\twaited \d+ ms\tran \d+ ms\n$/);
  expect(await terminal('cli-bridge:log', 'limit=none')).toMatch(/^Error: limit must be a whole/);
  expect(await terminal('cli-bridge:diagnose')).toContain('[OK] Version: 1.13.7');
  const help = await terminal('help', 'cli-bridge');
  expect(help).toContain('  cli-bridge            [CLI Bridge]: Show the status of the bridge\n');
  expect(help).toContain('    limit=<n>           - How many calls to show (default 20)\n');
  expect(await terminal('help')).toContain('  cli-bridge:log        [CLI Bridge]: Show the latest');
});

it('they are gone once the plugin is unloaded, in another vault, and with the app', async (test) => {
  const { terminal, terminalProcess, unload, socket } = await runApp(test);
  const unknown = 'Error: Command "cli-bridge:log" not found.';
  expect(await terminal('vault=Work', 'cli-bridge:log')).toContain(unknown);
  expect(await unload()).toEqual([]);
  expect(await terminal('cli-bridge:log')).toContain(unknown);
  await socket.close();
  const closed = await terminalProcess('cli-bridge:log');
  expect(closed).toMatchObject({ code: 1, stdout: '' });
  expect(closed.stderr).toContain('unable to find Obsidian');
});

it('the app hears of every change that the program makes', async (test) => {
  const { app, terminal } = await runApp(test);
  const heard: string[] = [];
  for (const kind of ['create', 'modify', 'delete', 'rename']) {
    app.standIn.vault.on(kind, (file) => heard.push(`${kind} ${(file as { path: string }).path}`));
  }
  await terminal('create', 'path=New.md', 'content=a');
  await terminal('append', 'path=New.md', 'content=b');
  await terminal('rename', 'path=New.md', 'name=Newer');
  await terminal('delete', 'path=Newer.md');
  await terminal('vault=Work', 'create', 'path=New.md');
  expect(heard).toEqual(['create New.md', 'modify New.md', 'rename Newer.md', 'delete Newer.md']);
});
