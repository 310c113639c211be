import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from '../../../kit/bridge';
import { callTool } from '../../../kit/mcp-client';
import { residentVault } from '../../../kit/resident-stand-in';

/** Many lines below a first one with a colon, like the trace of an exception. */
const RECIPE = `Ingredients: for four people\n${'    200 g    flour\n'.repeat(40)}`;

test('a note whose form is that of an exception is read promptly and whole', async (context) => {
  const { program, vault } = await residentVault(context);
  await writeFile(join(vault, 'Recipe.md'), RECIPE);
  const { client } = await serve(context, { program });
  const start = performance.now();
  const { status, envelope } = await client.get('read', { path: 'Recipe.md' });
  expect({ status, stdout: envelope.stdout }).toEqual({ status: 200, stdout: RECIPE });
  const { structured } = await callTool(new URL('/mcp', client.url), 'execute', {
    command: 'read',
    params: { path: 'Recipe.md' },
  });
  expect(structured['stdout']).toBe(RECIPE);
  expect(performance.now() - start).toBeLessThan(5_000);
});
