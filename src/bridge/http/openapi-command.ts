import type { Command, CommandFlag, CommandParameter } from '../commands/catalogue/command';
import { takesRevision } from '../call/input/check-revision';
import { meaningOf } from '../commands/catalogue/command';
import { FAILED } from './openapi-components';
import { ANY_VALUE, BYTES, jsonContent, object, ref, VALUE_OR_LIST } from './openapi-parts';
import type { Part } from './openapi-parts';
import { allowedMethods, commandPath } from './routes';

/** The path of a command, with an operation for each method that it takes. */
export function commandOperations(command: Command): readonly [path: string, operations: Part] {
  const { name, category, summary, note, instead = '', available, dangerous } = command;
  const described = {
    tags: [category],
    summary: summary || name,
    ...(note + instead !== '' && { description: [note, instead].filter(Boolean).join(' ') }),
    'x-dangerous': dangerous,
    'x-available': available,
  };
  const responses = { 200: ref('responses', successOf(command)), ...FAILED };
  // The program's help may list a name twice.
  const parameters = uniqueByName(command.parameters);
  const flags = uniqueByName(command.flags);
  const operations: Record<string, Part> = {};
  for (const method of allowedMethods(command)) {
    const key = method.toLowerCase();
    const { parameters: given = [], ...input } =
      method === 'GET'
        ? { parameters: queryParameters(parameters, flags) }
        : bodyInput(command, parameters, flags);
    const all = command.kind === 'read' ? given : [...given, ref('parameters', 'idempotencyKey')];
    operations[key] = {
      operationId: `${key}:${name}`,
      ...described,
      ...(all.length > 0 && { parameters: all }),
      ...input,
      responses,
    };
  }
  return [commandPath(name), operations];
}

/** The response to a success. */
function successOf({
  byBridge,
  writes,
  evidence,
}: Command): 'Success' | 'Written' | 'Changes' | 'Questions' | 'Attachment' {
  if (byBridge === 'changes') return 'Changes';
  if (byBridge === 'questions') return 'Questions';
  if (byBridge === 'attachment') return 'Attachment';
  return (byBridge ?? writes ?? evidence) ? 'Written' : 'Success';
}

function uniqueByName<Item extends { readonly name: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.name, item])).values()];
}

function queryParameters(parameters: readonly CommandParameter[], flags: readonly CommandFlag[]): Part[] {
  const others = parameters.filter(({ name }) => name !== 'vault' && name !== 'flags');
  return [
    ...others.map((parameter) => {
      const { description, ...schema } = valueSchema(parameter);
      const required = isNeeded(parameter);
      return { name: parameter.name, in: 'query', description, ...(required && { required }), schema };
    }),
    ...flagList(flags).map(({ description, ...schema }) => ({
      name: 'flags',
      in: 'query',
      description,
      explode: false,
      schema,
    })),
    ref('parameters', 'vault'),
  ];
}

/** The body of a request. If it may be a file, the other parameters may be in the query instead. */
function bodyInput(
  command: Command,
  parameters: readonly CommandParameter[],
  flags: readonly CommandFlag[],
): Part & { readonly parameters?: readonly Part[] } {
  const body = jsonBody(command, parameters, flags);
  const others = parameters.filter(({ mayBeBody }) => !mayBeBody);
  if (others.length === parameters.length) return { requestBody: body };
  return {
    description: `${command.note} The body is JSON, or the file itself as \`application/octet-stream\`; then the query has the rest.`,
    parameters: queryParameters(
      others.map((parameter) => ({ ...parameter, required: false })),
      flags,
    ),
    requestBody: {
      required: true,
      content: { ...(body['content'] as Part), 'application/octet-stream': { schema: BYTES } },
    },
  };
}

function jsonBody(
  command: Command,
  parameters: readonly CommandParameter[],
  flags: readonly CommandFlag[],
): Part {
  const chosen = choices(command);
  const needed = parameters.filter(isNeeded).map(({ name }) => name);
  const params = {
    type: 'object',
    ...(needed.length > 0 && { required: needed }),
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, valueSchema(parameter)])),
    ...chosen,
    additionalProperties: false,
  };
  const required = needed.length > 0 || Object.keys(chosen).length > 0;
  const schema = object(
    {
      [required ? 'params' : 'params?']: params,
      ...Object.fromEntries(flagList(flags).map((list) => ['flags?', list])),
      'vault?': ref('schemas', 'Vault'),
      ...(takesRevision(command) && { 'ifRevision?': ref('schemas', 'Revision') }),
    },
    { additionalProperties: false },
  );
  return { required, content: jsonContent(schema) };
}

/** Whether a call without the parameter is refused. */
function isNeeded({ required, positional }: CommandParameter): boolean {
  return required && !positional;
}

/**
 * The sets of parameters of which a call must have at least one, or exactly one. Where flags are among the choices, only the
 * description says so.
 */
function choices({ alternatives, parameters, target }: Command): Part {
  const isOptional = (name: string): boolean =>
    parameters.find((parameter) => parameter.name === name)?.defaultValue !== undefined;
  const isParameter = (name: string): boolean => parameters.some((parameter) => parameter.name === name);
  const sets = alternatives?.map((names) => names.filter((name) => isParameter(name) && !isOptional(name)));
  const required = (names: readonly string[]): Part => ({ required: names });
  return {
    ...(sets?.every((names) => names.length > 0) && { oneOf: sets.map(required) }),
    ...(target.without === 'nothing' &&
      target.parameters.length > 0 && { anyOf: target.parameters.map((name) => required([name])) }),
  };
}

const NUMBER = '<n>';

/** Drops the keyword `default`: many tools would add the value to every call. */
function valueSchema(parameter: CommandParameter): Part {
  const { values, placeholder, defaultValue, sample, takesList } = parameter;
  const isNumber = placeholder === NUMBER;
  return {
    description: meaningOf(parameter),
    type: isNumber ? 'integer' : placeholder === '<value>' ? ANY_VALUE : 'string',
    ...(takesList && VALUE_OR_LIST),
    ...(values && { enum: [...new Set([...values, defaultValue ?? values[0]])] }),
    ...(placeholder === '<char>' && { maxLength: 1 }),
    ...(!isNumber && isNeeded(parameter) && !parameter.mayBeEmpty && { minLength: 1 }),
    ...(sample !== undefined && { examples: [isNumber ? Number(sample) : sample] }),
  };
}

/** The parameter for flags, if the command has any. */
function flagList(flags: readonly CommandFlag[]): Part[] {
  if (flags.length === 0) return [];
  const meanings = flags.map(({ name, description, needs = [] }) => [
    name,
    needs.length > 0 ? `${description}; needs ${needs.join(' or ')}` : description,
  ]);
  const items = {
    type: 'string',
    enum: flags.map(({ name }) => name),
    'x-enumDescriptions': Object.fromEntries(meanings) as Part,
  };
  const description = meanings.map(([name, meaning]) => `- \`${name}\`: ${meaning}`).join('\n');
  return [{ description, type: 'array', items }];
}
