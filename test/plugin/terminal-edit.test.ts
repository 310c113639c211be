import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runApp } from './running-app';

const NOTE = '# Plan\r\n\r\n## Monday\r\n\r\nwater the garden\r\n\r\n## Tuesday\r\n\r\nrest\r\n';

it('edits a note, with line breaks and tabs as the program takes them', async (test) => {
  const { terminal, folder } = await runApp(test);
  const note = join(folder, 'Plan.md');
  await writeFile(note, NOTE);
  const edit = (...argv: string[]) => terminal('cli-bridge:edit', 'path=Plan.md', ...argv);
  expect(await edit('old=water the garden', 'new=water\\nthe\\tgarden')).toBe('Edited: Plan.md\n');
  expect(await readFile(note, 'utf8')).toBe(NOTE.replace('water the garden', 'water\r\nthe\tgarden'));
  expect(await edit('heading=Tuesday', 'content=work', 'mode=append')).toBe('Edited: Plan.md\n');
  expect(await readFile(note, 'utf8')).toContain('rest\r\nwork\r\n');
  expect(await terminal('cli-bridge:edit', 'file=Plan', 'old=e', 'new=', 'all')).toBe('Edited: Plan.md\n');
  expect(await readFile(note, 'utf8')).not.toContain('e');
});

it('changes nothing where it cannot, and says why', async (test) => {
  const { terminal, folder, app } = await runApp(test);
  const note = join(folder, 'Plan.md');
  await writeFile(note, NOTE);
  const says = (...argv: string[]) => terminal('cli-bridge:edit', ...argv);
  expect(await says('path=Plan.md', 'old=nowhere', 'new=x')).toMatch(/^Error: .*Plan\.md/);
  expect(await says('path=Plan.md', 'old=day', 'new=x')).toMatch(/^Error: /);
  expect(await says('path=Plan.md', 'heading=Sunday', 'content=x')).toMatch(/^Error: .*Sunday/);
  expect(await says('path=Missing.md', 'old=a', 'new=b')).toMatch(/^Error: .*not found/);
  expect(await says('old=a', 'new=b')).toMatch(/^Error: .*path/);
  expect(await says('path=Plan.md', 'old=a', 'new=b', 'mod=x')).toBe('Error: Unknown parameter: mod\n');
  expect(await readFile(note, 'utf8')).toBe(NOTE);
  expect(app.standIn.vault.writes).toBe(0);
});

it('says what is in the note if the app interrupts a change', async (test) => {
  const { terminal, folder, app } = await runApp(test);
  const note = join(folder, 'Plan.md');
  await writeFile(note, NOTE);
  const { vault } = app.standIn;
  const edit = () => terminal('cli-bridge:edit', 'path=Plan.md', 'old=water', 'new=x');
  vault.tornChanges = 1;
  expect(await edit()).toMatch(/^Error: .*"Plan\.md".* may or may not have happened/);
});
