/** Prints the changelog's section for the version in manifest.json, as its release notes. */
import { readFile } from 'node:fs/promises';
import { changelogSection } from './changelog.mjs';

const read = (name) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

const { version } = JSON.parse(await read('manifest.json'));
const section = changelogSection(await read('CHANGELOG.md'), version);
if (section) process.stdout.write(`${section}\n`);
else {
  process.stderr.write(`CHANGELOG.md has no dated section for ${version}.\n`);
  process.exitCode = 1;
}
