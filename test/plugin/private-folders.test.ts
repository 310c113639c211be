import { expect, test } from 'vitest';
import { runApp } from './running-app';

test('a folder or note that the user moves or renames in the app stays private', async (context) => {
  const privateFolders = ['Projects', 'Garden/Seeds.md', 'Books'];
  const running = await runApp(context, { settings: { privateFolders } });
  const {
    plugin,
    app: { standIn },
  } = running;
  const rename = async (from: string, to: string): Promise<readonly string[]> => {
    const file = standIn.vault.getAbstractFileByPath(from);
    if (!file) throw new Error(`The vault has no ${from}.`);
    await standIn.fileManager.renameFile(file, to);
    return plugin.bridge.settings.current.privateFolders;
  };
  expect(await rename('Projects', 'Work')).toEqual(['Work', 'Garden/Seeds.md', 'Books']);
  expect(await rename('Garden', 'Yard')).toEqual(['Work', 'Yard/Seeds.md', 'Books']);
  expect(await rename('Home.md', 'Start.md')).toEqual(['Work', 'Yard/Seeds.md', 'Books']);
  await running.restart();
  expect(plugin.bridge.settings.current.privateFolders).toEqual(['Work', 'Yard/Seeds.md', 'Books']);
});
