import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleRelay } from './extension.mjs';
import { makePage } from './page.mjs';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

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
