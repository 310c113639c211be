import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { legacyMessage, sendMessage } from '../kit/mcp-client';
import { glossaryOf } from './fill-in';
import type { Glossary } from './fill-in';

/** What an agent knows before its first call. */
export interface Tools {
  /** The key it was given. */
  readonly key: string;
  readonly instructions: string;
  /** Whether `search` runs what reads. */
  readonly searchRuns: boolean;
  /** The schemas of the arguments of `execute`. */
  readonly executeFields: Readonly<Record<string, Record<string, unknown>>>;
  readonly glossary: Glossary;
  /** The names of commands in the instructions. */
  readonly names: ReadonlySet<string>;
  /** Tokens of the tools with their schemas, and of the instructions. */
  readonly tokens: number;
}

interface Definition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: { readonly properties: Tools['executeFields'] };
}

/** Connects as a client of the 2025 era does, and reads the tools and the instructions. */
export async function readTools(url: URL, key: string): Promise<Tools> {
  const headers = { authorization: `Bearer ${key}` };
  const result = async (method: string, params = {}) =>
    (await sendMessage(url, legacyMessage(method, params), { headers })).body.result ?? {};
  const clientInfo = { name: 'agent', version: '1' };
  const hello = await result('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  const instructions = hello['instructions'] as string;
  const definitions = (await result('tools/list'))['tools'] as Definition[];
  const shown = definitions.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const fieldsOf = (tool: string): Tools['executeFields'] =>
    definitions.find(({ name }) => name === tool)?.inputSchema.properties ?? {};
  return {
    key,
    instructions,
    searchRuns: 'run' in fieldsOf('search'),
    executeFields: fieldsOf('execute'),
    glossary: glossaryOf([instructions, ...shown.map(({ description }) => description)].join('\n')),
    names: namesIn(instructions),
    tokens: countTokens(JSON.stringify(shown)) + countTokens(instructions),
  };
}

/** What could be names of commands in a text; `history:read|list` stands for two. */
function namesIn(text: string): Set<string> {
  return new Set(
    text.split(/[\s,`]+/).flatMap((word) => {
      const [first = '', ...others] = word.split('|');
      const prefix = first.slice(0, first.lastIndexOf(':') + 1);
      return [first, ...others.map((name) => prefix + name)];
    }),
  );
}
