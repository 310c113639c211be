import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { makePage } from './page.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The relay between clients on standard input and output and the bridge, as one ES module for Node. */
export async function bundleRelay() {
  const { outputFiles } = await build({
    absWorkingDir: path(''),
    entryPoints: [path('src/desktop-extension/main.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node18',
    charset: 'utf8',
  });
  return outputFiles[0].text;
}

/** The texts embedded in the bundle, by name: the page at `/` with its policy, the skill for agents, and the relay. */
export async function embeddedFiles() {
  const [page, skill, relay] = await Promise.all([
    makePage(),
    readFile(path('skills/obsidian-vault/SKILL.md'), 'utf8'),
    bundleRelay(),
  ]);
  return {
    PAGE: JSON.stringify(page.html),
    PAGE_POLICY: JSON.stringify(page.policy),
    AGENT_SKILL: JSON.stringify(skill),
    RELAY: JSON.stringify(relay),
  };
}
