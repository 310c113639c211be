/** The entry for the MCP registry, server.json: made from the manifests, package.json and the extension as built. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipExtension } from '../build/extension.mjs';

/** Stands in package.json for the account of the publisher. */
const NO_ACCOUNT = 'OWNER';

/**
 * The entry as it should be, and the extension that it names.
 * @param {string} folder the root of the repository
 */
export async function makeEntry(folder) {
  const readJson = async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'));
  const { name, version } = await readJson('manifest.json');
  const { description } = await readJson('src/desktop-extension/manifest.json');
  const { repository } = await readJson('package.json');
  const { account, project } = repositoryParts(repository.url);
  const url = `https://github.com/${account}/${project}`;
  const extension = await zipExtension();
  const entry = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `io.github.${account}/${project}`,
    title: name,
    description,
    repository: { url, source: 'github' },
    version,
    packages: [
      {
        registryType: 'mcpb',
        identifier: `${url}/releases/download/mcpb-${version}/cli-bridge.mcpb`,
        fileSha256: createHash('sha256').update(extension).digest('hex'),
        transport: { type: 'stdio' },
      },
    ],
  };
  return { entry, extension };
}

/** The text of server.json. */
export function entryText(entry) {
  return `${JSON.stringify(entry, null, 2)}\n`;
}

/** What is wrong with server.json, each as a sentence. @param {string} folder the root of the repository */
export async function entryProblems(folder) {
  const { entry } = await makeEntry(folder);
  const isWritten = (await readFile(join(folder, 'server.json'), 'utf8')) === entryText(entry);
  return [
    ...ruleProblems(entry),
    ...(isWritten ? [] : ['server.json: it differs from what it describes. Run `npm run registry`.']),
  ];
}

/** What keeps the entry from being published, as a sentence; undefined if nothing does. */
export function entryReminder({ name }) {
  if (!name.startsWith(`io.github.${NO_ACCOUNT}/`)) return undefined;
  return `server.json: "${NO_ACCOUNT}" stands for a GitHub account. To publish, set \`repository\` in package.json and run \`npm run registry\`.`;
}

/** Breaches of the registry's rules for an entry of this kind, each as a sentence. */
export function ruleProblems({ name, title, description, repository, packages: [extension] }) {
  const { identifier, fileSha256 } = extension;
  const rules = {
    'have a name of an account and a project': /^io\.github\.[A-Za-z0-9-]+\/[A-Za-z0-9._-]+$/.test(name),
    'have a name of at most 200 characters': name.length <= 200,
    'have a title of 1 to 100 characters': isWithin(title, 100),
    'have a description of 1 to 100 characters': isWithin(description, 100),
    'name a release in its own repository': identifier.startsWith(`${repository.url}/releases/download/`),
    'name a file over https, with "mcp" in its address': /^https:\/\/\S*mcp\S*$/i.test(identifier),
    'have the SHA-256 of the file in lower case': /^[a-f0-9]{64}$/.test(fileSha256),
  };
  return Object.entries(rules)
    .filter(([, isKept]) => !isKept)
    .map(([rule]) => `server.json must ${rule}.`);
}

function isWithin(text, most) {
  return text.length >= 1 && text.length <= most;
}

/** @param {string} url as npm has it, such as `git+https://github.com/account/project.git` */
function repositoryParts(url) {
  const found = /^(?:git\+)?https:\/\/github\.com\/([^/]+)\/([^/]+?)(?:\.git)?$/.exec(url);
  if (!found) throw new Error(`package.json: "${url}" is not the address of a repository on GitHub.`);
  const [, account, project] = found;
  return { account, project };
}
