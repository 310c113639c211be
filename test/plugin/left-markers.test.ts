import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tellOfLeftMarkers } from '../../src/obsidian/left-markers';
import { makeFolder } from '../kit/folder';
import { createTestApp } from '../obsidian/testing';

const KEY = 'cli-bridge-markers';
const [LEFT, GONE] = ['a', 'b'].map((digit) => `%%cli-bridge-${digit.repeat(24)}%%`);

it('names each note that holds a comment of version 2 in one notice, and forgets them', async (test) => {
  const folder = await makeFolder(test);
  await writeFile(join(folder, 'Left.md'), `text\n${LEFT}`);
  await writeFile(join(folder, 'Other.md'), 'text');
  const { standIn: app } = createTestApp({ vaultName: 'Vault', vaultFolder: folder });
  app.saveLocalStorage(KEY, [{ marker: LEFT, since: 0 }, { marker: GONE, since: 0 }, 'of no use']);
  const notices: string[] = [];
  const notify = (message: string): void => void notices.push(message);
  await tellOfLeftMarkers(app as never, notify as never);
  expect(notices).toEqual([expect.stringContaining(`Left.md: ${LEFT}`)]);
  expect(notices[0]).not.toContain('Other.md');
  expect(app.loadLocalStorage(KEY)).toBeNull();
  await tellOfLeftMarkers(app as never, notify as never);
  expect(notices).toHaveLength(1);
});
