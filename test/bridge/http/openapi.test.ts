import { expect, test } from 'vitest';
import { Catalogue } from '../../../src/bridge/commands/catalogue/catalogue';
import { FAILURES } from '../../../src/bridge/error-codes/error-codes';
import { openApiDocument } from '../../../src/bridge/http/openapi';

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Readonly<Record<string, { readonly $ref: string }>>;
}

interface Parameter {
  readonly name?: string;
  readonly required?: boolean;
  readonly schema?: object;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, object>> };
}

/** The document of the commands that the app lists in this help, besides those of its documentation. */
async function documentOf(help = ''): Promise<Document> {
  const catalogue = new Catalogue(() => Promise.resolve(help));
  await catalogue.refresh();
  const facts = { version: '1.0.0', url: 'http://127.0.0.1:27124' };
  return JSON.parse((await openApiDocument(catalogue.list(), facts)).toString()) as Document;
}

test('has the commands of the running app, with what its help says of them', async () => {
  const help = `Commands:
  shelf:dust            Dust the shelf
    room=<name>         - Room to dust (required)
    how=wet|dry|wet     - How to dust it
    how=wet             - The same name again
    times=<n>           - How often (default 2)
    gently              - Without a sound

  tags                  List tags
    format=md           - One more format
    format=md           - The same name again
    vault=<name>        - Not a parameter of ours
`;
  const { paths } = await documentOf(help);
  const params = {
    required: ['room'],
    properties: {
      room: { description: 'Room to dust', type: 'string', minLength: 1 },
      times: { type: 'integer', description: 'How often (default 2)' },
    },
  };
  expect(paths['/api/v1/cli/shelf/dust']).toMatchObject({
    post: {
      'x-dangerous': true,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              required: ['params'],
              properties: { params, flags: { items: { enum: ['gently'] } } },
            },
          },
        },
      },
    },
  });
  const names = paths['/api/v1/cli/tags']?.['get']?.parameters?.flatMap(({ name }) => name ?? []) ?? [];
  expect(new Set(names).size).toBe(names.length);
});

test('has commands and parameters of any name that a call can have, and those that say nothing of themselves', async () => {
  const help = `Commands:
  shelf:sön
    größe=<text>          - Not in ASCII (required)
    a.b-c_d=<text>        - Signs between
    why?=<text>           - Nothing that a call could name

${Array.from({ length: 500 }, (_, index) => `  shelf:${String(index).padEnd(16)}Put number ${index}`).join('\n\n')}
`;
  const { paths } = await documentOf(help);
  expect(Object.keys(paths).filter((path) => path.startsWith('/api/v1/cli/shelf/'))).toHaveLength(501);
  const { summary, requestBody } = paths[`/api/v1/cli/shelf/${encodeURIComponent('sön')}`]?.['post'] ?? {};
  expect(summary).toBe('shelf:sön');
  expect(requestBody).toMatchObject({
    content: { 'application/json': { schema: { properties: { params: { required: ['größe'] } } } } },
  });
  const text = JSON.stringify(requestBody);
  for (const name of ['größe', 'a.b-c_d']) expect(text).toContain(`"${name}":{`);
  expect(text).not.toContain('why');
});

test('a parameter has its allowed values, and whether it is required', async () => {
  const { paths } = await documentOf();
  const parameters = paths['/api/v1/cli/search']?.['get']?.parameters ?? [];
  const named = (name: string) => parameters.find((parameter) => parameter.name === name);
  expect(named('query')).toMatchObject({ required: true, schema: { type: 'string', minLength: 1 } });
  expect(named('format')).toMatchObject({
    description: 'Output format (default: text)',
    schema: { enum: ['text', 'json'] },
  });
  expect(named('format')).not.toHaveProperty('required');
});

test('has each code that REST answers with, at its status', async () => {
  const { paths, components } = await documentOf();
  const { responses = {} } = paths['/api/v1/cli/read']?.['get'] ?? {};
  const ofMcp = ['origin_not_allowed', 'mcp_disabled', 'unsupported_media_type'];
  for (const [code, { status }] of Object.entries(FAILURES)) {
    const name = responses[status]?.$ref.split('/').at(-1) ?? '';
    const text = JSON.stringify(components.responses[name] ?? {});
    expect([code, text.includes(`"${code}"`)]).toEqual([code, !ofMcp.includes(code)]);
  }
});

test('nothing is described twice or not at all', async () => {
  const text = JSON.stringify(await documentOf());
  const used = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+\/\w+)"/g)].map(([, name]) => name));
  const { components } = JSON.parse(text) as { components: Record<string, object> };
  const { securitySchemes, ...others } = components;
  const there = Object.entries(others).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `${kind}/${name}`),
  );
  expect([...used].sort()).toEqual(there.sort());
  expect(Object.keys(securitySchemes ?? {})).toEqual(['key']);
  const ids = [...text.matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
