import type { BridgePorts } from '../../src/bridge/ports';
import type { AuditEntry } from '../../src/bridge/request-log';
import type { KeyRecord } from '../../src/bridge/key-records';
import type { Settings } from '../../src/bridge/settings';
import { serve, TEST_KEY } from './bridge';
import type { Served } from './bridge';
import { filesIn } from './folder';
import type { Files } from './folder';
import { Client } from './http-client';
import type { Envelope } from './http-client';
import { makeKey } from './keys';
import { callTool } from './mcp-client';
import { NoteFolder } from './note-folder';
import { residentVault } from './resident-stand-in';
import { ScriptedApprovals } from './scripted-approvals';
import type { TestScope } from './test-scope';

export const HOME = 'Home.md';
export const VAULT = 'sample-vault';

export interface Asking extends Served, Files {
  readonly person: ScriptedApprovals;
  readonly key: string;
  readonly record: KeyRecord;
  readonly entries: readonly AuditEntry[];
  readonly folder: string;
}

/** A bridge for the sample vault, with a person who is asked, and a client with a key of its own. */
export async function serveAsking(
  scope: TestScope,
  settings: Partial<Settings> = {},
  limits: Partial<KeyRecord> = {},
  given: Partial<BridgePorts> = {},
): Promise<Asking> {
  const { vault, program } = await residentVault(scope);
  const { key, record } = makeKey('a', limits);
  const person = new ScriptedApprovals();
  const entries: AuditEntry[] = [];
  const served = await serve(
    scope,
    {
      program,
      keys: [record],
      approvals: person,
      audit: (entry) => entries.push(entry),
      hostVault: VAULT,
      notes: new NoteFolder(vault),
      ...given,
    },
    settings,
  );
  await served.client.get('vault');
  return {
    ...served,
    person,
    key,
    record,
    entries,
    folder: vault,
    ...filesIn(vault),
  };
}

export interface CallGiven {
  readonly command: string;
  readonly vault?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** The part of an answer that both interfaces have. */
export type Answer = Pick<Envelope, 'ok' | 'code' | 'error' | 'hint' | 'data' | 'warnings'>;

export const INTERFACES = ['rest', 'mcp'] as const;

export async function run(
  { client }: Served,
  through: 'rest' | 'mcp',
  { command, ...body }: CallGiven,
  key = TEST_KEY,
  signal?: AbortSignal,
): Promise<Answer> {
  if (through === 'rest') return (await new Client(client.url, key).post(command, body, signal)).envelope;
  const { structured } = await callTool(
    new URL('/mcp', client.url),
    'execute',
    { command, params: {}, ...body },
    key,
  );
  return structured as unknown as Answer;
}
