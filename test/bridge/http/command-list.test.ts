import { expect, test } from 'vitest';
import { Catalogue } from '../../../src/bridge/commands/catalogue';
import { commandList } from '../../../src/bridge/http/command-list';

test('the list follows the commands of the running app', async () => {
  let help = 'Commands:\n  shelf:dust  Dust the shelf\n';
  const catalogue = new Catalogue(() => Promise.resolve(help));
  await catalogue.refresh();
  expect(commandList(catalogue)).toContainEqual(expect.objectContaining({ command: 'shelf:dust' }));
  help = 'Commands:\n  shelf:paint  Paint the shelf\n';
  await catalogue.refresh();
  expect(commandList(catalogue)).toContainEqual(expect.objectContaining({ command: 'shelf:paint' }));
  expect(JSON.stringify(commandList(catalogue))).not.toContain('shelf:dust');
});
