import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, test } from 'vitest';
import type { KeyRecord } from '../../../src/bridge/key-records';
import { TEST_KEY } from '../../kit/bridge';
import { makeKey } from '../../kit/keys';
import { legacyMessage, modernRequest, sendMessage } from '../../kit/mcp-client';
import { serveNotes } from '../../kit/note-vault';
import type { NoteVault } from '../../kit/note-vault';
import { THIS_TEST } from '../../kit/test-scope';

const NAME = { name: 'test', version: '1' };
const FOLDER = 'My prompts';
const STORES = ['own', 'folders', 'none'] as const;
const REVIEW = 'Review.md';
const REVIEW_TEXT = 'Review {{project}} for {{who}}, then {{project}} again.\n';

/** A client of an official SDK. */
interface Agent {
  readonly capabilities: object | undefined;
  readonly list: () => Promise<
    readonly { name: string; description?: string | undefined; arguments?: unknown }[]
  >;
  /** The text of the one message of a prompt. */
  readonly get: (name: string, given?: Record<string, string>) => Promise<string>;
}

async function agentV1(url: string, key: string): Promise<Agent> {
  const client = new ClientV1(NAME);
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new TransportV1(new URL('/mcp', url), { requestInit }));
  return agentOf(client, client.getServerCapabilities());
}

async function agentV2(url: string, key: string, mode: 'legacy' | { pin: string }): Promise<Agent> {
  const client = new ClientV2(NAME, { versionNegotiation: { mode } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new TransportV2(new URL('/mcp', url), { requestInit }));
  return agentOf(client, client.getServerCapabilities());
}

function agentOf(client: ClientV1 | ClientV2, capabilities: object | undefined): Agent {
  THIS_TEST.onTestFinished(() => client.close());
  return {
    capabilities,
    list: async () => (await client.listPrompts()).prompts,
    get: async (name, given = {}) => {
      const { messages } = await client.getPrompt({ name, arguments: given });
      const [message] = messages;
      if (messages.length !== 1 || message?.role !== 'user' || message.content.type !== 'text')
        throw new Error(`Not one text of the user: ${JSON.stringify(messages)}`);
      return message.content.text;
    },
  };
}

const AGENTS = [
  ['SDK 1', agentV1],
  ['SDK 2, 2025-11-25', (url: string, key: string) => agentV2(url, key, 'legacy')],
  ['SDK 2, 2026-07-28', (url: string, key: string) => agentV2(url, key, { pin: '2026-07-28' })],
] as const;

interface PromptVault extends NoteVault {
  readonly connect: (key?: string) => Promise<Agent>;
  readonly put: (name: string, text: string) => Promise<void>;
}

/** A vault with a folder of prompts. */
async function servePrompts(
  store: (typeof STORES)[number] = 'own',
  notes: Readonly<Record<string, string>> = { [REVIEW]: REVIEW_TEXT },
  connect: (typeof AGENTS)[number][1] = agentV1,
): Promise<PromptVault> {
  const vault = await serveNotes(THIS_TEST, { store, settings: { promptsFolder: FOLDER } });
  const put = (name: string, text: string): Promise<void> => vault.write(`${FOLDER}/${name}`, text);
  for (const [name, text] of Object.entries(notes)) await put(name, text);
  vault.commands();
  return { ...vault, put, connect: (key = TEST_KEY) => connect(vault.client.url, key) };
}

const refused = (code: number, words: string | RegExp) => ({
  code,
  message:
    typeof words === 'string'
      ? (expect.stringContaining(words) as string)
      : (expect.stringMatching(words) as string),
});
const INVALID = -32_602;
const UNKNOWN_METHOD = -32_601;
const names = (prompts: readonly { name: string }[]): string[] => prompts.map(({ name }) => name);

describe.each(AGENTS)('%s', (_, connect) => {
  test('lists the notes in the folder, and gets one as a message of the user', async () => {
    const vault = await servePrompts(
      'own',
      {
        [REVIEW]: `---\ntags: [a]\ndescription: "Looks at a project: \\"all\\" of it"\n---\n${REVIEW_TEXT}`,
        'No arguments.md': 'As {it} is, {{ with }} {{}} {{a b}} {{a.b}} all braces.',
        'Not a note.txt': 'x',
        'deeper/Inner.md': 'x',
      },
      connect,
    );
    const agent = await vault.connect();
    expect(agent.capabilities).toMatchObject({ prompts: {}, tools: {} });
    expect(await agent.list()).toEqual([
      { name: 'No arguments' },
      {
        name: 'Review',
        description: 'Looks at a project: "all" of it',
        arguments: [
          { name: 'project', required: true },
          { name: 'who', required: true },
        ],
      },
    ]);
    expect(await agent.get('Review', { project: 'Garden', who: 'Jana', more: 'x' })).toBe(
      'Review Garden for Jana, then Garden again.\n',
    );
    expect(await agent.get('No arguments')).toBe('As {it} is, {{ with }} {{}} {{a b}} {{a.b}} all braces.');
    expect(vault.commands()).toEqual([]);
  });

  test('learns which argument is missing, and which prompt is unknown', async () => {
    const agent = await (await servePrompts('own', undefined, connect)).connect();
    await expect(agent.get('Review', { project: 'x' })).rejects.toMatchObject(refused(INVALID, '"who"'));
    await expect(agent.get('Review')).rejects.toMatchObject(refused(INVALID, '"project", "who"'));
    await expect(agent.get('Nothing')).rejects.toMatchObject(refused(INVALID, '"Nothing"'));
    expect(await agent.get('Review', { project: '', who: '' })).toBe('Review  for , then  again.\n');
  });

  test('gets prompts whose names are difficult', async () => {
    const difficult = [
      'v1.2',
      "Dr. Who's “quotes”",
      'Übersicht – ročník 2025',
      '京都へ'.repeat(20),
      '🌱 seeds',
      '__proto__',
      'constructor',
      '=?base64?eA==?=',
      ' outer spaces ',
    ];
    const notes = Object.fromEntries(difficult.map((name) => [`${name}.md`, `This is ${name}`]));
    const agent = await (await servePrompts('own', notes, connect)).connect();
    expect(names(await agent.list()).sort()).toEqual([...difficult].sort());
    for (const name of difficult) expect(await agent.get(name)).toBe(`This is ${name}`);
  });

  test('gets nothing by a name that is not in the list', async () => {
    const { connect: open, put } = await servePrompts('own', undefined, connect);
    await put('deeper/Inner.md', 'x');
    await put('.hidden.md', 'x');
    const agent = await open();
    for (const name of [
      '../Home',
      `../${FOLDER}/Review`,
      './Review',
      'deeper/Inner',
      'Review.md',
      'review',
      '.hidden',
      '/Review',
      '..',
      '*',
      'toString',
    ])
      await expect(agent.get(name), name).rejects.toMatchObject(refused(INVALID, name));
  });
});

describe.each(STORES)('with the store "%s"', (store) => {
  const [list, get] = {
    own: [[], []],
    folders: [[], []],
    none: [['files'], ['files', 'read']],
  }[store];

  test('it takes as many processes as the store needs, and each request is a call in the log', async () => {
    const vault = await servePrompts(store, { 'Plain.md': '---\ndescription: d\n---\nHello {{you}}\n' });
    const agent = await vault.connect();
    const known = store === 'none' ? {} : { description: 'd', arguments: [{ name: 'you', required: true }] };
    expect(await agent.list()).toEqual([{ name: 'Plain', ...known }]);
    expect(vault.commands()).toEqual(list);
    expect(await agent.get('Plain', { you: 'world' })).toBe('Hello world\n');
    expect(vault.commands()).toEqual(get);
    await expect(agent.get('Plain')).rejects.toMatchObject(refused(INVALID, '"you"'));
    await expect(agent.get('Other')).rejects.toMatchObject(refused(INVALID, '"Other"'));
    const logged = vault.bridge.log.list().slice(0, 4);
    expect(logged.map(({ command, code, interface: through }) => [command, code, through])).toEqual([
      ['read', 'file_not_found', 'mcp'],
      ['read', '', 'mcp'],
      ['read', '', 'mcp'],
      ['read', '', 'mcp'],
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/world|Plain|Other/);
  });

  test('a folder that does not exist, is a note or is hidden has no prompts', async () => {
    const vault = await servePrompts(store);
    await vault.write('.secret/Hidden.md', 'x');
    const agent = await vault.connect();
    for (const promptsFolder of ['Nowhere', `${FOLDER}/${REVIEW}`, '.secret', '../sample-vault', '..']) {
      vault.change({ promptsFolder });
      expect(await agent.list(), promptsFolder).toEqual([]);
      await expect(agent.get('Review')).rejects.toMatchObject(refused(INVALID, '"Review"'));
      await expect(agent.get('Hidden')).rejects.toMatchObject(refused(INVALID, '"Hidden"'));
    }
  });

  test('folders in folders, slashes around them, and the root', async () => {
    const vault = await servePrompts(store);
    await vault.write('Deep/Über/One.md', 'one');
    const agent = await vault.connect();
    for (const promptsFolder of ['Deep/Über', '/Deep/Über/', 'Deep//U\u0308ber'.normalize('NFC')]) {
      vault.change({ promptsFolder });
      expect(names(await agent.list())).toEqual(['One']);
      expect(await agent.get('One')).toBe('one\n'.slice(0, store === 'none' ? 4 : 3));
    }
    vault.change({ promptsFolder: '/' });
    expect(names(await agent.list())).toEqual(['Home', 'Inbox']);
  });

  test('a note that changes, comes, is renamed or goes', async () => {
    const vault = await servePrompts(store, { 'One.md': '{{a}}\n' });
    const agent = await vault.connect();
    expect(names(await agent.list())).toEqual(['One']);
    await vault.put('One.md', '{{b}}\n');
    await vault.put('Two.md', 'two\n');
    if (store !== 'none')
      expect(await agent.list()).toEqual([
        { name: 'One', arguments: [{ name: 'b', required: true }] },
        { name: 'Two' },
      ]);
    expect(await agent.get('One', { b: 'B' })).toBe('B\n');
    await rename(join(vault.folder, FOLDER, 'Two.md'), join(vault.folder, FOLDER, 'Three.md'));
    expect(names(await agent.list())).toEqual(['One', 'Three']);
    await rm(join(vault.folder, FOLDER), { recursive: true });
    expect(await agent.list()).toEqual([]);
    await expect(agent.get('One')).rejects.toMatchObject(refused(INVALID, '"One"'));
  });
});

/** A client of a vault whose prompts are these texts, named 0, 1, and so on. */
async function agentWith(notes: readonly string[]): Promise<Agent> {
  const named = Object.fromEntries(notes.map((text, index) => [`${index}.md`, text]));
  return (await servePrompts('own', named)).connect();
}

describe('the text of a prompt', () => {
  test('has arguments put in literally, and each only once', async () => {
    const agent = await agentWith(['<{{a}}|{{b}}|{{{a}}}>']);
    for (const value of ["$& $1 $$ $` $'", '{{b}} {{a}}', '{{', 'x\r\ny\n'])
      expect(await agent.get('0', { a: value, b: 'B' })).toBe(`<${value}|B|{${value}}>`);
  });

  test('names arguments by letters of any script, digits, _ and -', async () => {
    const agent = await agentWith(['{{Größe}} {{数}} {{a_b-2}} {{constructor}} {{größe}}']);
    const [{ arguments: given } = {}] = await agent.list();
    expect(given).toEqual(
      ['Größe', '数', 'a_b-2', 'constructor', 'größe'].map((name) => ({ name, required: true })),
    );
    const most = { Größe: '1', 数: '2', 'a_b-2': '3', größe: '5' };
    await expect(agent.get('0', most)).rejects.toMatchObject(refused(INVALID, '"constructor"'));
    expect(await agent.get('0', { ...most, constructor: '4' })).toBe('1 2 3 4 5');
  });

  test('is the note without its frontmatter', async () => {
    const texts = [
      ['---\na: 1\n---\n\ntext\n', '\ntext\n'],
      ['\uFEFF---\r\na: 1\r\n---\r\ntext', 'text'],
      ['\uFEFFtext', 'text'],
      ['---\nnot closed', '---\nnot closed'],
      ['---\na: {{x}}\n---', ''],
      ['', ''],
    ] as const;
    const agent = await agentWith(texts.map(([note]) => note));
    for (const [index, [, text]] of texts.entries()) expect(await agent.get(String(index))).toBe(text);
    expect((await agent.list()).some((prompt) => prompt.arguments)).toBe(false);
  });
});

test('the description of a prompt is its property', async () => {
  const values = [
    ['plain # a comment', 'plain'],
    ["'it''s: so' # a comment", "it's: so"],
    ['"a\\tb \\u00fc" # a comment', 'a b ü'],
    ['"over\n  two lines"', 'over two lines'],
    ['plain over\n  two lines', 'plain over two lines'],
    ['>-\n  folded\n  text', 'folded text'],
    ['|\n  kept\n  # text', 'kept # text'],
    ['', undefined],
    ['null', undefined],
    ['[a, b]', undefined],
    ['\n  - a\n  - b', undefined],
  ] as const;
  const agent = await agentWith(values.map(([value]) => `---\ndescription: ${value}\nother: 1\n---\nx`));
  const told = new Map((await agent.list()).map(({ name, description }) => [name, description]));
  for (const [index, [value, description]] of values.entries())
    expect(told.get(String(index)), value).toBe(description);
});

test('a note is read again only if its time or size has changed', async () => {
  const vault = await servePrompts('own', { 'A.md': '{{a}}' });
  const reads: string[] = [];
  const { notes } = vault;
  const read = notes.read.bind(notes);
  notes.read = (path) => {
    reads.push(path);
    return read(path);
  };
  const agent = await vault.connect();
  await agent.list();
  await agent.list();
  expect(reads).toEqual([`${FOLDER}/A.md`]);
  await vault.put('A.md', '{{ab}}');
  await agent.list();
  expect(reads).toHaveLength(2);
  await vault.put('A.md', '{{cd}}');
  await utimes(join(vault.folder, FOLDER, 'A.md'), 1, 2);
  expect(await agent.list()).toEqual([{ name: 'A', arguments: [{ name: 'cd', required: true }] }]);
});

test('a note that is not text is listed by its name, and says why it cannot be had', async () => {
  const vault = await servePrompts();
  await writeFile(join(vault.folder, FOLDER, 'Broken.md'), Buffer.from([0x66, 0xff]));
  const agent = await vault.connect();
  expect(names(await agent.list())).toEqual(['Broken', 'Review']);
  await expect(agent.get('Broken')).rejects.toMatchObject(refused(-32_603, 'UTF-8'));
});

describe('without a folder', () => {
  test.each(AGENTS)('there is no capability, until it is set: %s', async (_, connect) => {
    const vault = await servePrompts('own', undefined, connect);
    vault.change({ promptsFolder: '' });
    expect((await vault.connect()).capabilities).not.toHaveProperty('prompts');
    vault.change({ promptsFolder: FOLDER });
    const agent = await vault.connect();
    expect(names(await agent.list())).toEqual(['Review']);
    await mkdir(join(vault.folder, 'Others'));
    await vault.write('Others/Other.md', 'x');
    vault.change({ promptsFolder: 'Others' });
    expect(names(await agent.list())).toEqual(['Other']);
    vault.change({ promptsFolder: '' });
    await expect(agent.list()).rejects.toThrow('Method not found');
    await expect(agent.get('Other')).rejects.toThrow('Method not found');
  });
});

describe('who gets prompts', () => {
  async function withKey(scope: Partial<KeyRecord>): Promise<PromptVault & { agent: () => Promise<Agent> }> {
    const vault = await servePrompts('none');
    const { key, record } = makeKey('agent', scope);
    vault.bridge.setKeys([record]);
    return { ...vault, agent: () => vault.connect(key) };
  }

  test.each([
    ['access read', { access: 'read' }],
    ['the command read', { commands: ['read'] }],
    ['this vault', { vaults: ['Sample-Vault'] }],
    ['changes that are asked about', { ask: true }],
  ] as const)('a key for %s', async (_, scope) => {
    const agent = await (await withKey(scope)).agent();
    expect(names(await agent.list())).toEqual(['Review']);
    expect(await agent.get('Review', { project: 'a', who: 'b' })).toContain('Review a for b');
  });

  test.each([
    ['other commands', { commands: ['files', 'search'] }],
    ['another vault', { vaults: ['Other'] }],
  ] as const)('not a key for %s: it has no capability, and nothing is run', async (_, scope) => {
    const vault = await withKey(scope);
    const agent = await vault.agent();
    expect(agent.capabilities).not.toHaveProperty('prompts');
    const { key } = makeKey('agent');
    for (const method of ['prompts/list', 'prompts/get']) {
      const headers = { authorization: `Bearer ${key}` };
      const url = new URL('/mcp', vault.client.url);
      const params = method === 'prompts/get' ? { name: 'Review' } : {};
      const old = await sendMessage(url, legacyMessage(method, params), { headers });
      expect(old.body.error?.code).toBe(UNKNOWN_METHOD);
      const modern = await sendMessage(url, ...modernRequest(method, params, { headers }));
      expect(modern.body.error?.code).toBe(UNKNOWN_METHOD);
    }
    expect(vault.commands()).toEqual([]);
  });

  test.each([
    ['blocked', { blockedCommands: ['read'] }],
    ['not allowed', { allowedCommands: ['files'] }],
    ['asked about', { askFirst: ['read'] }],
    ['not allowed in this vault', { allowedVaults: ['Other'] }],
  ])('nobody, where reading is %s', async (_, settings) => {
    const vault = await servePrompts();
    const agent = await vault.connect();
    vault.change(settings);
    expect((await vault.connect()).capabilities).not.toHaveProperty('prompts');
    await expect(agent.get('Review')).rejects.toMatchObject({ code: UNKNOWN_METHOD });
  });

  test('a client in read-only mode', async () => {
    const vault = await servePrompts();
    vault.change({ readOnly: true });
    expect(names(await (await vault.connect()).list())).toEqual(['Review']);
  });
});

test('a description is read promptly, however much white space is in it', async () => {
  const gap = ' '.repeat(100_000);
  const note = `---\ndescription: one${gap}two\n  three${gap}four\n---\nx`;
  const vault = await servePrompts('own', { 'Wide.md': note });
  expect(await (await vault.connect()).list()).toEqual([{ name: 'Wide', description: 'one two three four' }]);
});

test.each([
  [{ name: 'Review', arguments: { project: 1, who: 'x' } }],
  [{ name: 'Review', arguments: ['x'] }],
  [{ name: 'Review', arguments: null }],
  [{ name: 5 }],
  [{}],
])('a request of the wrong form is invalid, in both eras: %j', async (params) => {
  const vault = await servePrompts();
  const url = new URL('/mcp', vault.client.url);
  const headers = { 'mcp-name': 'Review' };
  const old = await sendMessage(url, legacyMessage('prompts/get', params, 7));
  expect(old.body).toMatchObject({ id: 7, error: { code: INVALID } });
  const modern = await sendMessage(url, ...modernRequest('prompts/get', params, { headers }));
  expect(modern.body.error?.code).toBe(INVALID);
});

test('a request waits for its turn, and is refused if the rules have changed by then', async () => {
  const vault = await servePrompts();
  const { key, record } = makeKey('agent');
  vault.bridge.setKeys([record]);
  const agent = await vault.connect(key);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  vault.standIn.answering = async (_call, work) => {
    await held;
    return work();
  };
  const running = vault.client.get('vault');
  await expect.poll(() => vault.standIn.calls.at(-1)?.command).toBe('vault');
  const waiting = agent.get('Review', { project: 'x', who: 'y' });
  await expect.poll(() => vault.bridge.status().waiting).toBe(1);
  vault.bridge.setKeys([{ ...record, commands: ['files'] }]);
  release();
  await running;
  await expect(waiting).rejects.toMatchObject(refused(-32_603, 'read is not one of its commands'));
});

test('without the program, the answer is an error that says so', async () => {
  const vault = await servePrompts('none');
  const agent = await vault.connect();
  vault.standIn.isSwitchedOff = true;
  await expect(agent.list()).rejects.toMatchObject(refused(-32_603, /command line/i));
});

describe('a prompt that is too large', () => {
  const LIMIT = 1024 * 1024;

  test('is not listed, and cannot be had', async () => {
    const many = (count: number): string => Array.from({ length: count }, (_, n) => `{{a${n}}}`).join(' ');
    const vault = await servePrompts('own', {
      'Fits.md': many(50),
      'Long.md': 'x'.repeat(LIMIT + 1),
      'Many.md': many(51),
    });
    const agent = await vault.connect();
    expect(names(await agent.list())).toEqual(['Fits']);
    expect(names(await agent.list())).toEqual(['Fits']);
    for (const name of ['Long', 'Many'])
      await expect(agent.get(name)).rejects.toMatchObject(refused(INVALID, `"${name}"`));
  });

  test.each(STORES)('with its arguments is refused, before it is made: %s', async (store) => {
    const agent = await (await servePrompts(store, { 'A.md': '{{a}}'.repeat(20) })).connect();
    const fits = 'x'.repeat(LIMIT / 20 - 1);
    expect((await agent.get('A', { a: fits })).trimEnd()).toHaveLength(20 * fits.length);
    for (const a of [`${fits}xx`, 'x'.repeat(9_000_000)])
      await expect(agent.get('A', { a })).rejects.toMatchObject(refused(INVALID, '"A"'));
  });
});

test('3,000 prompts are listed in a few seconds, at any depth', async () => {
  const folder = 'deep/'.repeat(20) + FOLDER;
  const vault = await serveNotes(THIS_TEST, { store: 'folders', settings: { promptsFolder: folder } });
  await vault.write(`${folder}/0.md`, '{{a}}');
  const others = Array.from({ length: 2_999 }, (_, n) => join(vault.folder, folder, `${n + 1}.md`));
  await Promise.all(others.map((file) => writeFile(file, '{{a}}')));
  const agent = await agentV1(vault.client.url, TEST_KEY);
  const began = performance.now();
  expect(await agent.list()).toHaveLength(3_000);
  // Looked up in listings of the folder, it took half a minute.
  expect(performance.now() - began).toBeLessThan(10_000);
});
