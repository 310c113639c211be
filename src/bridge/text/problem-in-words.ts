import type * as z from 'zod/v4';
import { amount } from './printable';

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The units of sizes. A number has none. */
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

/** What is wrong with a value, in words that follow its name: `must be a whole number`. */
export function problemInWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${TYPES[issue.expected] ?? 'of another type'}`;
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return 'must not be empty';
      return `must be at least ${amount(Number(issue.minimum))}`;
    case 'too_big': {
      const unit = UNITS[issue.origin];
      return `must ${unit ? 'have' : 'be'} at most ${amount(Number(issue.maximum))}${unit ?? ''}`;
    }
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'unrecognized_keys':
      return `has no field ${issue.keys.map((key) => JSON.stringify(key)).join(' or ')}`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return "isn't valid";
  }
}
