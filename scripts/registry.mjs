/** Writes server.json, the entry for the MCP registry, and the file that it names, dist/cli-bridge.mcpb: `npm run registry`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryReminder, entryText, makeEntry } from './release/registry-entry.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const { entry, extension } = await makeEntry(root);
await mkdir(join(root, 'dist'), { recursive: true });
await writeFile(join(root, 'dist', 'cli-bridge.mcpb'), extension);
await writeFile(join(root, 'server.json'), entryText(entry));
const [{ identifier, fileSha256 }] = entry.packages;
process.stdout.write(`dist/cli-bridge.mcpb: SHA-256 ${fileSha256}, for ${identifier}\n`);
const reminder = entryReminder(entry);
if (reminder) process.stdout.write(`${reminder}\n`);
