import { STATUS_CODES } from 'node:http';
import { FAILURES } from '../error-codes/error-codes';
import type { FailureCode } from '../error-codes/error-codes';
import { jsonSchemasOf } from '../text/json-schema';
import { IDEMPOTENCY_KEY_CHARS } from './header-checks';
import { BYTES, jsonContent, object, ref, SCHEMAS_PLACE } from './openapi-parts';
import type { Part } from './openapi-parts';
import { NAMED_SCHEMAS, REST_CODES } from './response-schemas';

const STATUSES = [...new Set(REST_CODES.map((code) => FAILURES[code].status))];

/** The name of the response for a status. */
function nameOf(status: number): string {
  return (STATUS_CODES[status] ?? '').replaceAll(' ', '');
}

/** The responses to failures, by status. */
export const FAILED: Part = Object.fromEntries(
  STATUSES.map((status) => [status, ref('responses', nameOf(status))]),
);

/** A response with the output of a command. */
function outcome(schema: Part, description: string, others: Part = {}): Part {
  const text = { 'text/plain': { schema: { type: 'string' } } };
  return { description, content: { ...jsonContent(schema), ...text, ...others } };
}

/** Codes of another status that a command may answer with 422 because it ran. */
const CODES_OF_RUNS: readonly string[] = ['not_text', 'no_store'] satisfies FailureCode[];

const RESPONSES: Part = {
  Success: outcome(ref('schemas', 'Success'), 'The command succeeded'),
  Written: outcome(ref('schemas', 'Written'), 'The change was made'),
  Attachment: outcome(ref('schemas', 'Attachment'), 'What the file is, or the file itself; see `Accept`', {
    '*/*': { schema: BYTES },
  }),
  Changes: outcome(ref('schemas', 'Changes'), 'The changes, newest first'),
  Questions: outcome(ref('schemas', 'Questions'), 'The questions, oldest first'),
  ...Object.fromEntries(
    STATUSES.map((status) => {
      const codes = REST_CODES.filter(
        (code) => FAILURES[code].status === status || (status === 422 && CODES_OF_RUNS.includes(code)),
      );
      const schema = {
        allOf: [ref('schemas', 'Failure'), object({ code: { enum: codes } })],
      };
      return [nameOf(status), outcome(schema, STATUS_CODES[status] ?? '')];
    }),
  ),
};

/** The components that the paths refer to. */
export function components(): Part {
  return {
    securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'The API key' } },
    parameters: {
      vault: { name: 'vault', in: 'query', schema: ref('schemas', 'Vault') },
      idempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        description:
          'An id of this run, such as a UUID: the same call with the same value is done once in 24 hours',
        schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_CHARS },
      },
    },
    schemas: jsonSchemasOf(NAMED_SCHEMAS, SCHEMAS_PLACE),
    responses: RESPONSES,
  };
}
