/** Checks everything about a release but its build. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changelogSection, newestVersion } from './changelog.mjs';

/** The keys that a manifest must have and may have. */
const REQUIRED = ['id', 'name', 'version', 'minAppVersion', 'description', 'author', 'isDesktopOnly'];
const ALLOWED = [...REQUIRED, 'authorUrl', 'fundingUrl', 'helpUrl'];

/** Versions are three numbers, as the app reads them; a tag is the same, without a `v`. */
const VERSION = /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/;

/**
 * The problems with a release, each as a sentence: breaches of the community directory's rules for a manifest, and files that
 * name another version.
 * @param {string} folder the root of the repository
 * @param {string} [tag] the tag of the release, if there is one
 */
export async function releaseProblems(folder, tag) {
  const read = (name) => readFile(join(folder, name), 'utf8');
  const readJson = async (name) => JSON.parse(await read(name));
  const manifest = await readJson('manifest.json');
  const lock = await readJson('package-lock.json');
  const changelog = await read('CHANGELOG.md');
  const { version } = manifest;
  const others = {
    'package.json': (await readJson('package.json')).version,
    'package-lock.json': lock.version,
    'package-lock.json, packages': lock.packages[''].version,
    'docs/openapi.json': (await readJson('docs/openapi.json')).info.version,
    'CHANGELOG.md, the newest section': newestVersion(changelog, tag !== undefined),
    ...(tag === undefined ? {} : { 'The tag': tag }),
  };
  return [
    ...manifestProblems(manifest),
    ...Object.entries(others)
      .filter(([, other]) => other !== version)
      .map(([where, other]) => `${where}: the version is ${other}, and ${version} in manifest.json.`),
    ...versionsProblems(await readJson('versions.json'), manifest),
    ...(changelogSection(changelog, version)
      ? []
      : [`CHANGELOG.md: no text below "## ${version} - <date>".`]),
  ];
}

/** The app reads versions.json to find the newest version of the plugin that it can run. */
function versionsProblems(versions, { version, minAppVersion }) {
  return [
    ...(versions[version] === minAppVersion
      ? []
      : [`versions.json: ${version} needs ${versions[version]}, and ${minAppVersion} in manifest.json.`]),
    ...Object.entries(versions)
      .filter((entry) => !entry.every((each) => VERSION.test(each)))
      .map((entry) => `versions.json: "${entry.join(': ')}" is not two versions.`),
  ];
}

/** The rules of the community directory for a manifest. */
function manifestProblems(manifest) {
  const { id, name, description } = manifest;
  const rules = {
    'have all keys that are required': REQUIRED.every((key) => key in manifest),
    'have no key that is not known': Object.keys(manifest).every((key) => ALLOWED.includes(key)),
    'be for the desktop only, where Node.js is': manifest.isDesktopOnly === true,
    'name its author': /\S/.test(manifest.author),
    'have versions of three numbers': VERSION.test(manifest.version) && VERSION.test(manifest.minAppVersion),
    'have an id of lower-case words with hyphens': /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id),
    'have an id without "obsidian", that does not end in "plugin"': !/obsidian|plugin$/.test(id),
    'have a name of Latin letters, digits and spaces': /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/.test(name),
    'have a name without "Obsidian" or a part of it, and without "plugin"': !/obsi|sidian|plugin/i.test(name),
    'have a name that is not all capitals': name !== String(name).toUpperCase(),
    'have a description of at most 250 characters': String(description).length <= 250,
    'have a description that is a sentence of plain characters': /^[A-Z][A-Za-z0-9 .,!?'"-]*\.$/.test(
      description,
    ),
    'have a description without "Obsidian" and "plugin"': !/obsidian|plugin/i.test(description),
    'have a description that does not begin with the name': !String(description).startsWith(name),
  };
  return Object.entries(rules)
    .filter(([, isKept]) => !isKept)
    .map(([rule]) => `manifest.json must ${rule}.`);
}
