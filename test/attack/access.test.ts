import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../kit/bridge';
import type { Served } from '../kit/bridge';
import { Client, jsonCall } from '../kit/http-client';
import { makeKey } from '../kit/keys';
import { callTool } from '../kit/mcp-client';
import { NoteFolder } from '../kit/note-folder';
import { residentVault } from '../kit/resident-stand-in';
import type { ResidentStandIn } from '../kit/resident-stand-in';
import { ScriptedApprovals } from '../kit/scripted-approvals';
import { groupScope } from '../kit/test-scope';

const NOTE = 'Scratch.md';
const params = { path: NOTE };
const read = { command: 'read', params };
const append = { command: 'append', params: { ...params, content: 'x' } };
const evaluate = { command: 'eval', params: { code: '1' } };

/** One call, or several at once. */
type Calls = readonly { readonly command: string; readonly params: Readonly<Record<string, string>> }[];

const SCOPE = 'key_scope';
type Outcome = 'ran' | typeof SCOPE | 'command_dangerous';

/** What becomes of calls of each kind, by the access of the key. */
const KINDS: Record<
  string,
  { calls: Calls; isDangerousOn?: boolean; read: Outcome; write: Outcome; full: Outcome }
> = {
  read: { calls: [read], read: 'ran', write: 'ran', full: 'ran' },
  write: { calls: [append], read: SCOPE, write: 'ran', full: 'ran' },
  remove: { calls: [{ command: 'delete', params }], read: SCOPE, write: 'ran', full: 'ran' },
  edit: {
    calls: [{ command: 'cli-bridge:edit', params: { ...params, old: 'text', new: 'new' } }],
    read: SCOPE,
    write: 'ran',
    full: 'ran',
  },
  batch: { calls: [read, append], read: SCOPE, write: 'ran', full: 'ran' },
  'batch with eval': {
    calls: [append, evaluate],
    isDangerousOn: true,
    read: SCOPE,
    write: SCOPE,
    full: 'ran',
  },
  eval: { calls: [evaluate], read: SCOPE, write: SCOPE, full: 'command_dangerous' },
  'eval, allowed': { calls: [evaluate], isDangerousOn: true, read: SCOPE, write: SCOPE, full: 'ran' },
};

const LEVELS = ['read', 'write', 'full'] as const;
const keyOf = (access: string, ask: boolean) =>
  makeKey(ask ? `${access}-ask` : access, { access, ask } as never);
const records = LEVELS.flatMap((access) => [keyOf(access, false).record, keyOf(access, true).record]);

const scope = groupScope();
const person = new ScriptedApprovals();
let standIn: ResidentStandIn;
let served: Served;
let file: string;

beforeAll(async () => {
  const resident = await residentVault(scope);
  standIn = resident.standIn;
  file = join(resident.vault, NOTE);
  served = await serve(scope, {
    program: resident.program,
    keys: records,
    approvals: person,
    hostVault: 'sample-vault',
    notes: new NoteFolder(resident.vault),
  });
  await served.client.get('vault');
});

interface Answer {
  readonly ok?: boolean;
  readonly code?: string;
  readonly results?: readonly Answer[];
}

async function answerOf(through: 'rest' | 'mcp', key: string, calls: Calls): Promise<Answer> {
  const { url } = served.client;
  const [only] = calls.length === 1 ? calls : [];
  if (through === 'mcp') {
    const { structured } = await callTool(
      new URL('/mcp', url),
      'execute',
      only ? { ...only } : { calls },
      key,
    );
    return structured;
  }
  const client = new Client(url, key);
  if (only) return (await client.post(only.command, { params: only.params })).envelope;
  const { text } = await client.send('/api/v1/batch', jsonCall('POST', { calls }));
  return JSON.parse(text) as Answer;
}

/** The code of what was refused; `ran` where the last of the calls was carried out, whatever came of it. */
function outcomeOf({ results, code }: Answer): string {
  const codes = [code, ...(results ?? []).map((each) => each.code)];
  return codes.find((each) => /^(key_scope|command_dangerous|denied_by_user)$/.test(each ?? '')) ?? 'ran';
}

const CASES = LEVELS.flatMap((access) => (['rest', 'mcp'] as const).map((through) => ({ access, through })));

describe('calls of each kind', () => {
  test.for(CASES)('a key for $access, over $through', async ({ access, through }) => {
    for (const [kind, { calls, isDangerousOn = false, ...outcomes }] of Object.entries(KINDS)) {
      served.change({ allowDangerousCommands: isDangerousOn });
      for (const answer of [undefined, 'allow', 'deny'] as const) {
        await writeFile(file, 'text\n');
        person.always = answer;
        const asked = person.asked.length;
        const before = standIn.calls.length;
        const { key } = keyOf(access, answer !== undefined);
        const given = await answerOf(through, key, calls);
        const outcome = outcomeOf(given);
        const isAsked = answer !== undefined && outcomes[access] === 'ran' && kind !== 'read';
        const where = `${kind}, ${answer ?? 'not asked'}`;
        expect([where, outcome]).toEqual([
          where,
          isAsked && answer === 'deny' ? 'denied_by_user' : outcomes[access],
        ]);
        // One question for all of them.
        expect([where, person.asked.length - asked]).toEqual([where, isAsked ? 1 : 0]);
        if (outcome === 'ran') {
          // The stand-in evaluates nothing.
          if (!kind.includes('eval')) expect([where, given.ok]).toEqual([where, true]);
          continue;
        }
        expect([where, await readFile(file, 'utf8')]).toEqual([where, 'text\n']);
        const ran = standIn.calls.slice(before).map(({ command }) => command);
        expect([where, ran.filter((command) => /append|delete|eval/.test(command))]).toEqual([where, []]);
      }
    }
  });
});
