import type { Plugin } from 'obsidian';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import manifest from '../../../manifest.json';
import type * as records from '../../../src/bridge/commands/records';
import type { CommandRecord } from '../../../src/bridge/commands/records/command-record';
import CliBridgePlugin from '../../../src/main';
import { writeFakeCli } from '../../kit/fake-cli';
import type { FakeCli } from '../../kit/fake-cli';
import { makeFolder } from '../../kit/folder';
import { Client, isServed, jsonCall, pathOf } from '../../kit/http-client';
import { freePort } from '../../kit/ports';
import { until } from '../../kit/until';
import { createTestApp, loadPlugin, unloadPlugin } from '../../obsidian/testing';
import { deviceWith } from '../../plugin/device';
import type { TestApp } from '../../obsidian/testing';

/** All that is added: two records, in the section "Files and folders". */
const { added } = vi.hoisted(() => {
  const record: CommandRecord = {
    kind: 'read',
    reveals: 'nothing',
    summary: 'Lists the stars above a place.',
    parameters: {
      place: { placeholder: '<town>', description: 'Where you stand', required: true, sample: 'Brno' },
      format: { values: ['text', 'json'], description: 'Output format', defaultValue: 'text' },
    },
    flags: { bright: 'Only the bright ones' },
    success: { shape: 'lines' },
    nothing: { sentences: ['The sky is overcast.'], json: [] },
    searchWords: 'astronomy constellations telescope',
  };
  const drawing: CommandRecord = {
    kind: 'write',
    reveals: 'note',
    guards: ['create_target'],
    summary: 'Draws stars.',
    parameters: {
      path: { placeholder: '<path>', description: 'The note', namesNewNote: true },
      stars: { placeholder: '<names>', description: 'Which', takesList: true },
    },
    success: { shape: 'confirmation', line: /^Created: (?<path>.+)$/m },
    searchWords: 'pencil',
  };
  return { added: { 'sky:stars': record, 'sky:draw': drawing } };
});

vi.mock('../../../src/bridge/commands/records', async (importOriginal) => {
  const { COMMAND_CATEGORIES } = await importOriginal<typeof records>();
  return {
    COMMAND_CATEGORIES: COMMAND_CATEGORIES.map((category) =>
      category.name === 'files' ? { ...category, records: { ...category.records, ...added } } : category,
    ),
  };
});

const ends: (() => unknown)[] = [];
let cli: FakeCli;
let app: TestApp;
let plugin: Plugin;
let client: Client;

beforeAll(async () => {
  const folder = await makeFolder({ onTestFinished: (end) => void ends.push(end) });
  cli = await writeFakeCli(
    folder,
    `case "$*" in
*place=fog*) echo 'The sky is overcast.' ;;
*sky:draw*) echo 'Created: Map 1.md' ;;
*) echo Vega ;;
esac`,
    { help: `printf 'Commands:\\n  sky:stars             List stars\\n\\n  sky:draw              Draw\\n'` },
  );
  const port = await freePort();
  app = createTestApp({
    dataJson: { port },
    localStorage: deviceWith({ cliPath: cli.path }),
    layoutReady: true,
  });
  plugin = await loadPlugin(CliBridgePlugin, manifest, app);
  await until('it serves', () => isServed(port));
  client = new Client(`http://127.0.0.1:${port}`, app.secrets.values.get('cli-bridge-api-key') ?? '');
  await until('the list of the app was read', async () => {
    const { text } = await client.send('/api/v1/commands');
    // Until then only the two are unavailable that no app has.
    return text.split('"available":false').length > 10;
  });
});

afterAll(async () => {
  unloadPlugin(plugin, app);
  for (const end of ends.reverse()) await end();
});

async function callTool(name: string, given: object): Promise<Record<string, unknown>> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  const call = jsonCall('POST', message);
  const accept = { Accept: 'application/json, text/event-stream' };
  const { text } = await client.send('/mcp', { ...call, headers: { ...call.headers, ...accept } });
  const { result } = JSON.parse(text) as { result: { structuredContent: Record<string, unknown> } };
  return result.structuredContent;
}

test('the command list has it, with the method of its kind', async () => {
  const { envelope } = await client.request('/api/v1/commands');
  expect(envelope.data).toContainEqual({
    command: 'sky:stars',
    httpMethod: 'GET',
    category: 'files',
    dangerous: false,
    description: 'Lists the stars above a place.',
    available: true,
  });
});

test('GET and POST run it, other methods do not', async () => {
  const { status, envelope } = await client.get('sky:stars', { place: 'Brno', bright: 'true' });
  expect(status).toBe(200);
  expect(envelope).toMatchObject({ ok: true, command: 'sky:stars', stdout: 'Vega\n' });
  expect((await cli.calls()).at(-1)?.slice(1)).toEqual(['sky:stars', 'place=Brno', 'bright']);
  const refused = await client.request(pathOf('sky:stars'), jsonCall('DELETE', {}));
  expect(refused).toMatchObject({ status: 405, headers: { allow: 'GET, POST' } });
});

test('a missing parameter is refused with its usage line', async () => {
  const { status, envelope } = await client.get('sky:stars');
  expect(status).toBe(400);
  expect(envelope).toMatchObject({ code: 'missing_parameter' });
  expect(envelope.hint).toBe('Usage: sky:stars place=<town> [format=text|json] [bright]');
});

test('its sentence for "nothing found" becomes its empty value', async () => {
  const { envelope } = await client.get('sky:stars', { place: 'fog', format: 'json' });
  expect(envelope).toMatchObject({ ok: true, data: [] });
  expect(envelope.warnings).toBeUndefined();
});

test('what the record says of its parameters is checked', async () => {
  const { status, envelope } = await client.post('sky:draw', { params: { path: 'Sky/' } });
  expect([status, envelope.code]).toEqual([400, 'invalid_parameter']);
  const drawn = await client.post('sky:draw', { params: { path: 'Map.md' } });
  expect(drawn.envelope.warnings).toEqual([expect.stringContaining('"Map 1.md"')]);
  const params = { path: 'Map v1', stars: ['Vega', 'a,b'] };
  expect(await callTool('execute', { command: 'sky:draw', params })).toMatchObject({ ok: true });
  expect((await cli.calls()).at(-1)).toEqual(expect.arrayContaining(['path=Map v1', 'stars=["Vega","a,b"]']));
});

test('MCP search finds it by its search words, and by its name with an example', async () => {
  const answer = await callTool('search', { query: 'astronomy with a telescope' });
  expect((answer['commands'] as unknown[])[0]).toMatch(/^sky:stars place=<\w+>.* \[bright\].* # read\. /);
  expect(await callTool('search', { command: 'sky:stars' })).toMatchObject({
    parameters: { bright: 'Only the bright ones' },
    example: { command: 'sky:stars', params: { place: 'Brno' } },
  });
});

test('the settings page lists it among the commands', () => {
  expect(app.standIn.setting.search('sky:stars')).toEqual([
    { name: 'sky:stars', pagePath: ['Commands', 'Files and folders'] },
  ]);
  expect(app.standIn.setting.search('above a place')).toEqual([
    { name: 'sky:stars', pagePath: ['Commands', 'Files and folders'] },
  ]);
});
