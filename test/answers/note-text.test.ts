import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { serve } from '../kit/bridge';
import type { Served } from '../kit/bridge';
import { callTool } from '../kit/mcp-client';
import { RUNS as GENERATED } from '../fuzz/generators';
import { residentVault } from '../kit/resident-stand-in';
import { groupScope } from '../kit/test-scope';
import { until } from '../kit/until';
import { BROKEN, FAILURES } from './expected';
import { anyString } from '../kit/any-string';

/** Fewer than elsewhere: each note is read by processes of its own. */
const RUNS = Math.ceil(GENERATED / 10);

/** The name of the note contains words of the program, too. */
const NAME = 'Error log';
const NOTE = `Notes/${NAME}.md`;
const DAILY = 'Daily/2025-11-20.md';

/** Lines that the program prints in place of an answer, or before or after one. */
const SAID = [
  ...FAILURES.map(([said]) => said),
  ...BROKEN,
  `Error: File "${NOTE}" not found.`,
  `Error: File "${NAME}" not found.`,
  'Error: Command "read" not found. It may require a plugin to be enabled.',
  'Error: Command "daily:read" not found. It may require a plugin to be enabled.',
  'Error:',
  'Error: ',
  'error: in lowercase letters',
  'RangeError: x\n    at read (app.js:1:2)',
  'No matches found.',
  'No frontmatter found.',
  'Created: a.md',
  `Appended to: ${NOTE}`,
  '=> 1',
  '{"ok": false}',
  '2026-01-05 03:00:01 Success.',
  '2026-01-05 03:00:01 Loading updated app package /opt/Obsidian/resources/obsidian.asar',
  'Your Obsidian installer is out of date. Please download the latest installer from https://obsidian.md/download',
  '---\nstatus: done\n---',
];

const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SAID) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '\t', '\uFEFF', '\u2028', '\0', '\u001b[2J', '🎉', 'e\u0301', '\\n'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  // A file holds no half of a surrogate pair.
  { weight: 1, arbitrary: anyString({ maxLength: 20 }) },
  // Around the lengths that the bridge takes a message to have at most.
  {
    weight: 1,
    arbitrary: fc.constantFrom(2_040, 2_048, 16_384, 131_072).map((size) => `Error: ${'x'.repeat(size)}`),
  },
);

const note = fc
  .record({
    head: fc.constantFrom('', '', '', '\uFEFF', '\n', '\r\n', '  '),
    lines: fc.oneof(
      { weight: 3, arbitrary: line.map((only) => [only]) },
      { weight: 1, arbitrary: fc.array(line, { maxLength: 3 }) },
    ),
    between: fc.constantFrom('\n', '\r\n', '\r', ' ', '\n\n'),
    end: fc.constantFrom('', '\n', '\r\n', '\n\n\n', ' '),
  })
  .map(({ head, lines, between, end }) => head + lines.join(between) + end);

/** Ways to read a note. */
const WAYS = ['path', 'file', 'text', 'daily', 'mcp'] as const;

async function readBy(way: (typeof WAYS)[number], { client }: Served): Promise<unknown> {
  switch (way) {
    case 'text': {
      const query = new URLSearchParams({ path: NOTE });
      const answer = await client.send(`/api/v1/cli/read?${query}`, { headers: { Accept: 'text/plain' } });
      const { 'x-warning': warning } = answer.headers;
      return { ok: answer.status === 200, stdout: answer.text, warnings: warning };
    }
    case 'mcp': {
      const given = { command: 'read', params: { path: NOTE }, max_chars: 45_000 };
      const { structured } = await callTool(new URL('/mcp', client.url), 'execute', given);
      return { ok: structured['ok'], stdout: structured['stdout'], warnings: structured['warnings'] };
    }
    case 'path':
    case 'file':
    case 'daily': {
      const params = { path: { path: NOTE }, file: { file: NAME }, daily: {} }[way];
      const { envelope } = await client.get(way === 'daily' ? 'daily:read' : 'read', params);
      return { ok: envelope.ok, stdout: envelope.stdout, warnings: envelope.warnings };
    }
  }
}

describe.each([
  ['the CLI', {}],
  ["the app's own program, which prints start-up lines first", { OBSIDIAN_STANDIN_NOISE: '1' }],
])('%s', (_what, switches) => {
  const scope = groupScope();

  test(
    'property: whatever a note says, reading it returns that, and nothing else',
    { timeout: 3_600_000 },
    async () => {
      const { program, vault } = await residentVault(scope, switches);
      const served = await serve(scope, { program });
      await until('the program is recognized', () => served.bridge.status().cli.recognized);
      await mkdir(join(vault, 'Daily'), { recursive: true });
      await fc.assert(
        fc.asyncProperty(note, fc.constantFrom(...WAYS), async (content, way) => {
          await rm(join(vault, NOTE), { force: true });
          await writeFile(join(vault, way === 'daily' ? DAILY : NOTE), content);
          const isLong = way === 'mcp' && content.length > 40_000;
          const stdout = content === '' || content.endsWith('\n') ? content : `${content}\n`;
          expect(await readBy(isLong ? 'path' : way, served)).toEqual({
            ok: true,
            stdout,
            warnings: undefined,
          });
        }),
        { numRuns: RUNS },
      );
    },
  );
});
