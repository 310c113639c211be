import * as z from 'zod/v4';

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema for the input of a zod schema. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return simplified(z.toJSONSchema(schema, { io: 'input' }));
}

/** The JSON Schemas of all zod schemas with a name, which refer to each other at this place. */
export function jsonSchemasOf(named: Readonly<Record<string, z.ZodType>>, place: string): JsonSchema {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  return simplified(z.toJSONSchema(registry, { io: 'input', uri: (id) => `${place}${id}` }).schemas);
}

/** Keywords that add nothing here: the dialect, the id, and that names are strings. */
const REDUNDANT: ReadonlySet<string> = new Set(['$schema', '$id', 'propertyNames']);

/** Drops those keywords, and spells out lists of types, which some clients reject. */
function simplified(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key: string, value: unknown) => {
    if (REDUNDANT.has(key) || value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER)
      return undefined;
    const isObject = typeof value === 'object' && value !== null;
    if (key === 'additionalProperties' && isObject && Object.keys(value).length === 0) return undefined;
    if (!isObject || !('type' in value) || !Array.isArray(value.type)) return value;
    const { type: types, ...rest } = value;
    return { ...rest, anyOf: (types as unknown[]).map((type) => ({ type })) };
  }) as JsonSchema;
}
