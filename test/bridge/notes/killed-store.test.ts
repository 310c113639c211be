import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { FileStore } from '../../../src/bridge/notes/file-store';
import { makeFolder } from '../../kit/folder';

const ROUNDS = 5;
const LONGEST_MS = 60;
const OLD = 'old text\n'.repeat(50_000);
const NEW = 'the new text\r\n'.repeat(50_000);

/** Changes a note and makes new ones until it is killed. */
const WRITER = `
import { readFileSync } from 'node:fs';
import { FileStore } from './src/bridge/notes/file-store';
const [, , folder, ...files] = process.argv;
const texts = files.map((file) => readFileSync(file, 'utf8'));
const store = new FileStore(folder);
process.stdout.write('ready');
for (let count = 0; ; count++) {
  await store.change('Note.md', () => texts[count % 2 === 0 ? 1 : 0]);
  await store.create('New ' + count + '.md', texts[1]);
}
`;

test(
  'a process that is killed leaves each note with its old or its new text, and nothing after the next write',
  async (scope) => {
    const folder = await makeFolder(scope);
    const program = await makeFolder(scope);
    const at = (name: string): string => join(program, name);
    await build({
      stdin: {
        contents: WRITER,
        resolveDir: fileURLToPath(new URL('../../..', import.meta.url)),
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      // Packages in CommonJS load Node's modules with it.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      outfile: at('writer.mjs'),
    });
    await writeFile(at('old'), OLD);
    await writeFile(at('new'), NEW);
    const store = new FileStore(folder);
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of await readdir(folder)) await rm(join(folder, name));
      await writeFile(join(folder, 'Note.md'), OLD);
      const writer = spawn(process.execPath, [at('writer.mjs'), folder, at('old'), at('new')]);
      const isReady = await Promise.race([
        once(writer.stdout, 'data').then(() => true),
        once(writer, 'exit').then(() => false),
      ]);
      expect(isReady).toBe(true);
      await pause(Math.random() * LONGEST_MS);
      writer.kill('SIGKILL');
      await once(writer, 'close');
      const names = (await store.list('')) ?? [];
      for (const name of names) {
        const text = await readFile(join(folder, name), 'utf8');
        expect(text === NEW || (name === 'Note.md' && text === OLD), name).toBe(true);
      }
      await store.change('Note.md', (text) => `${text}more`);
      // The one that was being made is the last that is there, or the next.
      for (const number of [names.length - 2, names.length - 1]) await store.create(`New ${number}.md`, NEW);
      expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
    }
  },
  60_000 + ROUNDS * 5_000,
);
