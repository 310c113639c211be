/** Where an OpenAPI document keeps its schemas. */
export const SCHEMAS_PLACE = '#/components/schemas/';

/** A part of an OpenAPI document. */
export type Part = Readonly<Record<string, unknown>>;

/** The types of values that are passed on as text. */
export const ANY_VALUE = ['string', 'number', 'boolean'];
/** The schema of a value that may also be a list of these. */
export const VALUE_OR_LIST = { type: [...ANY_VALUE, 'array'], items: { type: ANY_VALUE } };

/** The content of a file. */
export const BYTES: Part = { type: 'string', format: 'binary' };

/** Refers to a component of the document. */
export function ref(kind: 'schemas' | 'responses' | 'parameters', name: string): Part {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The schema of an object. A property is required unless its name ends in a question mark. */
export function object(properties: Part, more: Part = {}): Part {
  const names = Object.keys(properties);
  const required = names.filter((name) => !name.endsWith('?'));
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), properties[name]])),
    ...more,
  };
}

/** The body of a request or response that is JSON of this schema. */
export function jsonContent(schema: Part): Part {
  return { 'application/json': { schema } };
}
