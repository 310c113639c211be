/** The entry for the MCP registry, server.json: made from the manifests, package.json and the extension as built. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
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
    ...(await ruleProblems(entry)),
    ...(isWritten ? [] : ['server.json: it differs from what it describes. Run `npm run registry`.']),
  ];
}

/** What keeps the entry from being published, as a sentence; undefined if nothing does. */
export function entryReminder({ name }) {
  if (!name.startsWith(`io.github.${NO_ACCOUNT}/`)) return undefined;
  return `server.json: "${NO_ACCOUNT}" stands for a GitHub account. To publish, set \`repository\` in package.json and run \`npm run registry\`.`;
}

/** Breaches of the registry's schema, and a release of another repository, each as a sentence. */
export async function ruleProblems(entry) {
  const schema = JSON.parse(await readFile(new URL('server.schema.json', import.meta.url), 'utf8'));
  const validate = new Ajv({ allErrors: true }).compile(schema);
  validate(entry);
  const isOwn = entry.packages[0].identifier.startsWith(`${entry.repository.url}/releases/download/`);
  return [
    ...(validate.errors ?? []).map(({ instancePath, message }) => `server.json: ${instancePath} ${message}.`),
    ...(isOwn ? [] : ['server.json must name a release in its own repository.']),
  ];
}

/** @param {string} url as npm has it, such as `git+https://github.com/account/project.git` */
function repositoryParts(url) {
  const found = /^(?:git\+)?https:\/\/github\.com\/([^/]+)\/([^/]+?)(?:\.git)?$/.exec(url);
  if (!found) throw new Error(`package.json: "${url}" is not the address of a repository on GitHub.`);
  const [, account, project] = found;
  return { account, project };
}
