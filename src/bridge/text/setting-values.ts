import * as z from 'zod/v4';
import { patternProblem } from './command-pattern';
import { isVaultPath } from './path-list';
import { printable } from './printable';

/** How long a text, or an entry of a list, may be. */
const MAX_TEXT_CHARS = 4_096;

/** How many entries a list may have: far more than a person writes. Each call checks them all. */
const MAX_ENTRIES = 500;

export const flag = z.boolean();

export const text = z.string().max(MAX_TEXT_CHARS);

export const textList: z.ZodType<readonly string[]> = z.array(text).max(MAX_ENTRIES);

/** How long the path of a folder or note in a setting may be. */
const MAX_PATH_CHARS = 1_000;

/** The path of a folder or note, from the vault root, as the app has it. */
export const vaultPath = z
  .string()
  .max(MAX_PATH_CHARS, `must have at most ${MAX_PATH_CHARS} characters`)
  .refine(
    (path) => isVaultPath(path) && !path.includes('*'),
    'must be the path of a folder or note, from the vault root, such as Projects/Garden, and not a pattern',
  );

export const vaultPaths: z.ZodType<readonly string[]> = z.array(vaultPath).max(MAX_ENTRIES);

/** A name of a command, or a prefix wildcard. */
export const commandPattern = text.check(({ value, issues }) => {
  const problem = patternProblem(value);
  if (problem !== undefined) issues.push({ code: 'custom', input: value, message: problem });
});

export const commandPatterns: z.ZodType<readonly string[]> = z.array(commandPattern).max(MAX_ENTRIES);

/** Exact names of commands. */
export const commandNames: z.ZodType<readonly string[]> = z
  .array(
    commandPattern.check(({ value, issues }) => {
      if (!/[*/]|^\s|\s$/.test(value)) return;
      const message = `"${printable(value, 60)}" must be the exact name of a command, such as dataview:query`;
      issues.push({ code: 'custom', input: value, message });
    }),
  )
  .max(MAX_ENTRIES);
