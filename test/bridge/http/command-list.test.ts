import { expect, test } from 'vitest';
import { Catalogue } from '../../../src/bridge/commands/catalogue';
import { commandList } from '../../../src/bridge/http/command-list';
import { documentReply } from '../../../src/bridge/http/envelope';

const bodyOf = (catalogue: Catalogue): string => documentReply('commands', commandList(catalogue)).body;

test('§2.3: the list is made once, and anew when the commands have changed', async () => {
  let help = '';
  const catalogue = new Catalogue(() => Promise.resolve(help));
  const documented = documentReply('commands', commandList(catalogue));
  expect(documentReply('commands', commandList(catalogue))).toBe(documented);
  await catalogue.refresh();
  expect(documentReply('commands', commandList(catalogue))).toBe(documented);

  help = 'Commands:\n  shelf:dust  Dust the shelf\n';
  await catalogue.refresh();
  expect(bodyOf(catalogue)).toContain('shelf:dust');
  expect(commandList(catalogue)).toBe(commandList(catalogue));
  help = 'Commands:\n  shelf:paint  Paint the shelf\n';
  await catalogue.refresh();
  expect(bodyOf(catalogue)).toContain('shelf:paint');
  expect(bodyOf(catalogue)).not.toContain('shelf:dust');
});

test('each bridge has its own', async () => {
  const [one, two] = ['one', 'two'].map(
    (name) => new Catalogue(() => Promise.resolve(`Commands:\n  shelf:${name}  x\n`)),
  );
  await Promise.all([one?.refresh(), two?.refresh()]);
  if (one) expect(bodyOf(one)).toContain('shelf:one');
  if (two) expect(bodyOf(two)).toContain('shelf:two');
});
