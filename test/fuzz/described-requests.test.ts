import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../kit/bridge';
import { requireDescribed } from '../kit/described-answers';
import { jsonCall } from '../kit/http-client';
import type { Client, Envelope, HttpCall } from '../kit/http-client';
import { residentVault } from '../kit/resident-stand-in';
import { groupScope } from '../kit/test-scope';
import { RUNS } from './generators';

/** What the OpenAPI document says of a value. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly {
    readonly name?: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

/** One request, and what the document requires of it that it lacks. */
interface Request {
  readonly path: string;
  readonly call: HttpCall;
  readonly lacks?: string;
}

const RUN_COUNT = Math.ceil(RUNS / 5);
const NAMES = ['Home.md', 'Inbox.md', 'Garden/🌱 Seedlings.md', 'Missing.md', 'Projects', 'tags', 'Home'];
/** In a form for which no call is refused: a call may be refused for what it would do, but not for how it is written. */
const text = fc.oneof(
  fc.constantFrom(...NAMES),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((value) => `x${value.replaceAll('\0', '')}`),
);

/** Any value that the schema describes. */
function valueOf(schema: Schema): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  if (type === 'integer') return fc.integer({ min: 1, max: 1_000 });
  if (type === 'array') return fc.uniqueArray(valueOf(schema.items ?? {}), { maxLength: 3 });
  if (type === 'object') return objectOf(schema);
  return schema.examples ? fc.oneof(fc.constantFrom(...schema.examples), text) : text;
}

/** An object with what the schema requires, and any of the rest. */
function objectOf({
  properties = {},
  required = [],
  oneOf,
  anyOf,
}: Schema): Arbitrary<Record<string, unknown>> {
  const sets = (oneOf ?? [{}]).flatMap((one) =>
    (anyOf ?? [{}]).map((any) => [...required, ...(one.required ?? []), ...(any.required ?? [])]),
  );
  const excluded = (chosen: readonly string[]): string[] =>
    (oneOf ?? []).flatMap((one) => one.required ?? []).filter((name) => !chosen.includes(name));
  // The vault and the revision would have to be those of the test.
  const left = (name: string): boolean => !['vault', 'ifRevision', 'mode'].includes(name);
  return fc.constantFrom(...sets).chain((chosen) => {
    const names = Object.keys(properties).filter((name) => left(name) && !excluded(chosen).includes(name));
    const values = names.map((name) => [name, valueOf(properties[name] ?? {})] as const);
    return fc.record(Object.fromEntries(values), { requiredKeys: chosen });
  });
}

/** Any request that the operation describes, or one that lacks something that it requires. */
function requestOf(
  path: string,
  method: string,
  { parameters = [], requestBody }: Operation,
): Arbitrary<Request> {
  const schema = requestBody?.content['application/json'].schema;
  const named = parameters.filter(({ name }) => name !== undefined);
  const input: Schema = schema ?? {
    properties: Object.fromEntries(named.map(({ name = '', schema: value = {} }) => [name, value])),
    required: named.filter(({ required }) => required).map(({ name = '' }) => name),
  };
  const params = schema ? (schema.properties?.['params'] ?? {}) : input;
  return fc
    .record({ given: objectOf(input), place: fc.nat(), isWhole: fc.boolean() })
    .map(({ given, place, isWhole }) => {
      const needed = params.required ?? [];
      const lacks = isWhole ? undefined : needed[place % Math.max(1, needed.length)];
      const from = (schema ? given['params'] : given) as Record<string, unknown> | undefined;
      if (lacks !== undefined) delete from?.[lacks];
      const call = schema ? jsonCall(method.toUpperCase(), given) : { method: method.toUpperCase() };
      const query = Object.entries(schema ? {} : given).map(
        ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
      );
      return {
        path: path + (query.length > 0 ? `?${query.join('&')}` : ''),
        call,
        ...(lacks !== undefined && { lacks }),
      };
    });
}

describe('requests that the OpenAPI document describes', () => {
  const scope = groupScope();
  let client: Client;
  let requests: Arbitrary<Request>[];
  beforeAll(async () => {
    const { program } = await residentVault(scope);
    ({ client } = await serve(scope, { program }, { allowDangerousCommands: true }));
    const { text: document } = await client.send('/api/v1/openapi.json');
    const { paths } = JSON.parse(document) as { paths: Record<string, Record<string, Operation>> };
    requests = Object.entries(paths)
      .filter(([path]) => path.startsWith('/api/v1/cli/'))
      .flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => requestOf(path, method, operation)),
      );
  });

  /** What a flag needs, which flags to choose from, and which of two in a query, is said in a description alone. */
  const TOLD_IN_WORDS = / with \w+ needs | needs the flag | needs "path" or "file"/;
  const FORM_CODES = [
    'malformed_body',
    'missing_parameter',
    'unknown_parameter',
    'unknown_command',
    'method_not_allowed',
  ];

  test(
    'get an answer that is described, are never refused for their form, and lack nothing without being told',
    { timeout: 60_000 + RUN_COUNT * 200 },
    async () => {
      const statuses = new Map<number, number>();
      let number = 0;
      await fc.assert(
        fc.asyncProperty(fc.nat(), async (seed) => {
          // Each operation in turn, so that all of them are reached.
          const request = requests[number++ % requests.length] ?? fc.constant({ path: '', call: {} });
          const [{ path, call, lacks }] = fc.sample(request, { numRuns: 1, seed }) as [Request];
          const answer = await client.send(path, call);
          requireDescribed(call.method ?? 'GET', path, answer);
          const { code = '', error = '' } = JSON.parse(answer.text) as Envelope;
          const what = `${call.method} ${path} ${String(call.body)}\n${answer.text}`;
          expect(answer.status, what).toBeLessThan(500);
          if (TOLD_IN_WORDS.test(error)) return;
          if (lacks === undefined) expect(FORM_CODES, what).not.toContain(code);
          else expect(code, what).toBe('missing_parameter');
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        }),
        { numRuns: RUN_COUNT, endOnFailure: true },
      );
      process.stdout.write(`${requests.length} operations: ${[...statuses].join('; ')}\n`);
      expect(statuses.get(200)).toBeGreaterThan(RUN_COUNT / 10);
    },
  );
});
