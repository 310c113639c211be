import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { HttpAnswer } from './http-client';

/** The parts of the OpenAPI document that say which answers there may be. */
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, unknown>> }>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

interface Operation {
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string } | undefined>>;
}

interface Response {
  readonly content: Readonly<Record<string, { readonly schema: object } | undefined>>;
}

const FILE = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
const description = JSON.parse(readFileSync(FILE, 'utf8')) as Description;
const ajv = new Ajv2020({ strict: false, validateSchema: false, meta: false });
ajv.addSchema({ $id: 'openapi', components: description.components });
const compiled = new Map<object, ValidateFunction>();

/** @throws Error when docs/openapi.json does not describe this answer to a request with or without the API key */
export function requireDescribed(
  method: string,
  target: string,
  { status, headers, text }: HttpAnswer,
): void {
  const [path = ''] = target.split('?');
  if (!path.startsWith('/api/v1/') || method === 'HEAD' || method === 'OPTIONS') return;
  const what = `${method} ${path}: ${status} ${text.slice(0, 2_000)}`;
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  const schema = schemaOf(method.toLowerCase(), path, status, type);
  if (!schema) throw new Error(`No answer of this kind is described: ${type} of ${what}`);
  if (type !== 'application/json') return;
  const answer = JSON.parse(text) as object;
  const validate = compiledFor(schema);
  if (!validate(answer)) throw new Error(`Not as described: ${ajv.errorsText(validate.errors)} in ${what}`);
  if (path === '/api/v1/openapi.json' && status === 200) return;
  const { Success, Failure } = description.components.schemas;
  const known = Object.keys((status === 200 ? Success : Failure)?.properties ?? {});
  const others = Object.keys(answer).filter((name) => !known.includes(name));
  if (others.length > 0) throw new Error(`Fields that are not described, ${others.join(', ')}, in ${what}`);
}

/** The schema of an answer. Paths, methods and commands that are not described answer as all others do. */
function schemaOf(method: string, path: string, status: number, type: string): object | undefined {
  const item = description.paths[path] ?? {};
  const operation = item[method] ?? Object.values(item)[0] ?? description.paths['/api/v1/cli/read']?.['get'];
  const response = operation?.responses[status];
  if (!response) return undefined;
  const name = '$ref' in response ? response.$ref.replace('#/components/responses/', '') : undefined;
  const { content } =
    name === undefined ? (response as Response) : (description.components.responses[name] ?? { content: {} });
  return (content[type] ?? content['*/*'])?.schema;
}

function compiledFor(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
  const made = ajv.compile(JSON.parse(text) as object);
  compiled.set(schema, made);
  return made;
}
