import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { packDesktopExtension } from './desktop-extension.mjs';
import { packPage } from './page.mjs';

const SKILL = fileURLToPath(new URL('../../skills/obsidian-vault/SKILL.md', import.meta.url));

/** Puts files in the place of names, compressed and as base64: the extension for Claude Desktop, the page at `/`, and the skill for agents. */
export async function withEmbeddedFiles() {
  const [extension, page, skill] = await Promise.all([packDesktopExtension(), packPage(), readFile(SKILL)]);
  return {
    DESKTOP_EXTENSION: JSON.stringify(brotliCompressSync(extension).toString('base64')),
    PAGE: JSON.stringify(page.toString('base64')),
    AGENT_SKILL: JSON.stringify(brotliCompressSync(skill).toString('base64')),
  };
}
