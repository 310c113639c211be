import { documentedCommands } from '../../src/bridge/commands/catalogue/documented-commands';
import type { Command } from '../../src/bridge/commands/catalogue/command';
import { COMMAND_CATEGORIES } from '../../src/bridge/commands/records';
import type { CanaryVault } from '../kit/canary-vault';
import type { Client } from '../kit/http-client';
import { legacyMessage, sendMessage } from '../kit/mcp-client';
import type { McpAnswer } from '../kit/mcp-client';

/** A call of any command. */
export interface AnyCall {
  readonly command: string;
  readonly params: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
}

/** Ways to name a private note, or what only a private note has. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  path: [
    'zq7folder/zq7note.md',
    'zq7folder/gone.md',
    'ZQ7FOLDER/Zq7note.md',
    'zq7folder/',
    ' zq7folder/zq7note.md',
    './zq7folder/zq7note.md',
    'Notes/../zq7folder/zq7note.md',
    'zq7folder//zq7note.md',
    'zq7folder\\zq7note.md',
    '/zq7folder/zq7note.md',
    'zq7folder./zq7note.md',
    'zq7\u200bfolder/zq7note.md',
    'zq7folder/zq7base.base',
    'zq7folder/zq7picture.png',
    'Projects/zq7single.md',
    'Home.md',
    'Notes/Linking.md',
    'Notes/gone.md',
    'Projects',
  ],
  file: ['Acme', 'Acme.md', 'zq7sub/Acme', 'zq7note', 'zq7base', 'zq7picture.png', 'Inbox', 'gone', 'Home'],
  ref: ['zq7folder/zq7note.md:9', 'Home.md:3'],
  folder: [
    'zq7folder',
    'ZQ7FOLDER/',
    '/',
    'Projects',
    'zq7folde',
    'Projects/zq7single.md',
    'zq7folder/zq7sub',
  ],
  to: ['zq7folder/New.md', 'zq7folder', 'Projects/zq7single.md', 'Archive'],
  name: ['zq7template', 'Meeting', 'zq7tag/deep', 'zq7tag', 'zq7property', 'zq7single', 'Acme'],
  template: ['zq7template', 'zq7template.md', 'Meeting', 'gone'],
  query: [
    'zq7text',
    'a',
    'Home',
    'tag:#zq7tag',
    '[zq7property]',
    'path:zq7folder',
    'path:Projects',
    'task-todo:zq7task',
  ],
  from: ['zq7text', 'Acme', 'zq7tag'],
  kind: ['text', 'tag', 'link'],
  id: ['last', '00000000', 'app:reload'],
  view: ['zq7view', 'Table'],
};

/** What the other required parameters are given. */
const FILLED: Readonly<Record<string, string>> = {
  to: 'Archive/New.md',
  name: 'status',
  value: 'x',
  content: 'x',
  old: 'x',
  new: 'y',
  query: 'a',
  from: 'a',
  id: 'last',
  version: '1',
  line: '1',
  base64: 'eA==',
  code: '1',
  selector: 'body',
  method: 'Page.x',
  url: 'https://example.com',
  command: 'read',
  path: 'Home.md',
};

/** Never run: they end the app, or the resident stand-in waits for them. */
const LEFT_OUT: readonly string[] = ['reload', 'restart'];

/** A new note would have the canary in its own name. */
const NEW_NAMES: readonly string[] = ['New name', 'Acme', 'Inbox'];

function valuesOf({ name, namesNewNote, namesNewFile }: Command['parameters'][number]): readonly string[] {
  return name === 'name' && (namesNewNote || namesNewFile) ? NEW_NAMES : (VALUES[name] ?? []);
}

/** All calls of a command: each way to name a note with each format and flag, and without a note. */
function callsOf(command: Command): AnyCall[] {
  const { name, parameters, flags } = command;
  const required = Object.fromEntries(
    parameters
      .filter((each) => each.required || each.name === 'query')
      .map((each) => [each.name, FILLED[each.name] ?? 'x']),
  );
  const named: Record<string, string>[] = [{}];
  for (const parameter of parameters)
    for (const value of valuesOf(parameter)) named.push({ [parameter.name]: value });
  const formats = parameters.find((each) => each.name === 'format')?.values ?? [];
  const forms: Omit<AnyCall, 'command'>[] = [
    { params: {}, flags: [] },
    ...formats.map((format) => ({ params: { format }, flags: [] as string[] })),
    ...flags.map((flag) => ({ params: {}, flags: [flag.name] })),
    ...(formats.includes('json') && flags.some((flag) => flag.name === 'total')
      ? [{ params: { format: 'json' }, flags: ['total'] }]
      : []),
  ];
  const some = forms.slice(0, 1);
  return named.flatMap((given, index) => {
    const isUsual =
      Object.keys(given).length === 0 || given['path'] === 'Home.md' || given['query'] !== undefined;
    return (isUsual || index % 5 === 1 ? forms : some).map((form) => ({
      command: name,
      params: { ...required, ...given, ...form.params },
      flags: form.flags,
    }));
  });
}

export const COMMANDS: readonly Command[] = documentedCommands(COMMAND_CATEGORIES).filter(
  ({ name }) => !LEFT_OUT.includes(name),
);
/** Those that only read come first, while nothing is moved. */
export const ALL_CALLS: readonly AnyCall[] = [
  ...COMMANDS.filter(({ kind }) => kind === 'read'),
  ...COMMANDS.filter(({ kind }) => kind !== 'read'),
].flatMap(callsOf);

/** All bytes of the answer to a call, by one of three ways. */
export async function answerOf(
  { command, params, flags }: AnyCall,
  client: Client,
  way: number,
): Promise<string> {
  const body = { params, flags };
  const answer =
    way % 3 === 0
      ? await client.post(command, body)
      : way % 3 === 1
        ? await client.get(command, { ...params, ...(flags.length > 0 && { flags: flags.join() }) })
        : await overMcp(client, 'tools/call', { name: 'execute', arguments: { command, ...body } });
  return JSON.stringify([answer.status, answer.headers, answer.text]);
}

/** The answer to a message over MCP. */
export function overMcp(
  client: Client,
  method: string,
  params: Record<string, unknown> = {},
): Promise<McpAnswer> {
  return sendMessage(new URL('/mcp', client.url), legacyMessage(method, params), {
    headers: { authorization: `Bearer ${client.key}` },
  });
}

/** Has the private notes be open in the app, and have a history. */
export async function usePrivateNotes({ client }: CanaryVault): Promise<void> {
  await client.post('append', { params: { path: 'zq7folder/zq7note.md', content: 'zq7text' } });
  await client.post('open', { params: { path: 'zq7folder/zq7note.md' } });
}
