import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The files of a release: the built one, and two from the repository. */
export const RELEASE_FILES = ['main.js', 'manifest.json', 'styles.css'];

/**
 * Builds twice, and fills a folder with nothing but the files of a release.
 * @param {string} folder emptied first
 * @returns {Promise<string[]>} the problems with the builds, each as a sentence
 */
export async function fillRelease(folder) {
  const [first, second] = await Promise.all([buildApart(), buildApart()]);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const name of RELEASE_FILES)
      await cp(join(name === 'main.js' ? first : root, name), join(folder, name));
    const code = await readFile(join(folder, 'main.js'), 'utf8');
    return [
      ...(await differences(first, second)).map((name) => `${name}: a second build has other bytes.`),
      ...([root, first].some((place) => code.includes(place))
        ? ['main.js: it names the folder it was built in.']
        : []),
    ];
  } finally {
    for (const built of [first, second]) await rm(built, { recursive: true, force: true });
  }
}

/** Builds everything into a new folder, in its own process. */
async function buildApart() {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-release-'));
  await promisify(execFile)(process.execPath, ['esbuild.config.mjs', folder], { cwd: root });
  return folder;
}

/** The files that differ between the folders or are in only one of them. */
async function differences(first, second) {
  const [inFirst, inSecond] = await Promise.all([filesOf(first), filesOf(second)]);
  return [...new Set([...inFirst.keys(), ...inSecond.keys()])].filter((name) => {
    const [one, other] = [inFirst.get(name), inSecond.get(name)];
    return one === undefined || other === undefined || !one.equals(other);
  });
}

/** The bytes of all files in a folder, by path. */
async function filesOf(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return new Map(
    await Promise.all(paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path)])),
  );
}
