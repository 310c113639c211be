import * as z from 'zod/v4';
import { patternProblem } from './command-pattern';

/** How long a text, or an entry of a list, may be. */
const MAX_TEXT_CHARS = 4_096;

/** How many entries a list may have: far more than a person writes. Each call checks them all. */
const MAX_ENTRIES = 500;

export const flag = z.boolean();

export const text = z.string().max(MAX_TEXT_CHARS);

export const textList: z.ZodType<readonly string[]> = z.array(text).max(MAX_ENTRIES);

/** A name of a command, or a prefix wildcard. */
export const commandPattern = text.check(({ value, issues }) => {
  const problem = patternProblem(value);
  if (problem !== undefined) issues.push({ code: 'custom', input: value, message: problem });
});

export const commandPatterns: z.ZodType<readonly string[]> = z.array(commandPattern).max(MAX_ENTRIES);
