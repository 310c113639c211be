import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { platformOf } from '../../../src/bridge/cli/platform';
import { displayPath } from '../../../src/bridge/cli/program';
import { candidates } from '../../../src/bridge/cli/program-places';
import type { SearchPlaces } from '../../../src/bridge/cli/program-places';

const LINUX = platformOf('linux');
const MACOS = platformOf('darwin');
const WINDOWS = platformOf('win32');
const SYSTEM = ['/usr/local/bin/obsidian', '/usr/bin/obsidian'];

function places(parts: Partial<SearchPlaces> = {}): SearchPlaces {
  return { configured: '', environment: {}, ...parts };
}

function files(given: Partial<SearchPlaces>, platform = LINUX): string[] {
  return candidates(places(given), platform).map(({ program }) => program.file);
}

describe('the places that are searched', () => {
  test('Linux, inside the app: setting, its own client, PATH, the system folders, the home folder', () => {
    const environment = { PATH: '/snap/bin:/bin:/usr/sbin:/sbin:/home/me/bin', HOME: '/home/me' };
    expect(
      files({ configured: '/my/obsidian', environment, resourcesPath: '/opt/Obsidian/resources' }),
    ).toEqual([
      '/my/obsidian',
      '/opt/Obsidian/obsidian-cli',
      '/snap/bin/obsidian',
      '/home/me/bin/obsidian',
      // The package of the app links /usr/bin/obsidian to the windowed app, and /bin and /usr/sbin may be links to that folder.
      '/usr/local/bin/obsidian',
      '/home/me/.local/bin/obsidian',
    ]);
  });

  test('macOS: the same, with the client inside the app bundle', () => {
    const resourcesPath = '/Applications/Obsidian.app/Contents/Resources';
    expect(files({ environment: { PATH: '/usr/bin', HOME: '/Users/me' }, resourcesPath }, MACOS)).toEqual([
      '/Applications/Obsidian.app/Contents/MacOS/obsidian-cli',
      '/usr/bin/obsidian',
      '/usr/local/bin/obsidian',
      '/Users/me/.local/bin/obsidian',
    ]);
  });

  test('Windows: beside the app, then PATH', () => {
    const environment = { Path: 'C:\\Windows;D:\\Tools\\' };
    expect(files({ environment, resourcesPath: 'C:\\Apps\\Obsidian\\resources' }, WINDOWS)).toEqual([
      'C:\\Apps\\Obsidian\\Obsidian.com',
      'C:\\Windows\\Obsidian.com',
      'D:\\Tools\\Obsidian.com',
    ]);
  });

  test.each(['PATH', 'Path', 'path', 'pATH'])('Windows finds PATH under the name %s', (name) => {
    expect(files({ environment: { [name]: 'C:\\Tools' } }, WINDOWS)).toEqual(['C:\\Tools\\Obsidian.com']);
  });

  test('only PATH itself counts where case does', () => {
    expect(files({ environment: { Path: '/elsewhere', path: '/other' } })).toEqual(SYSTEM);
  });

  test('Windows folders in quotation marks are read without them', () => {
    expect(files({ environment: { Path: '"C:\\Program Files\\Obsidian";C:\\x' } }, WINDOWS)).toEqual([
      'C:\\Program Files\\Obsidian\\Obsidian.com',
      'C:\\x\\Obsidian.com',
    ]);
  });

  test('empty and relative folders of PATH are never searched', () => {
    for (const PATH of ['', ':', '::', '.', 'bin', './bin:../bin', ' :~/bin:$HOME/bin'])
      expect(files({ environment: { PATH } })).toEqual(SYSTEM);
    expect(files({ environment: {} })).toEqual(SYSTEM);
    expect(files({ environment: { PATH: '.;bin;;C:bin' } }, WINDOWS)).toEqual([]);
  });

  test('each place is tried once, in its first spelling', () => {
    expect(files({ environment: { PATH: '/a:/b:/a:/a/:/b/../a:/A' } })).toEqual([
      '/a/obsidian',
      '/b/obsidian',
      '/A/obsidian',
      ...SYSTEM,
    ]);
    expect(files({ environment: { PATH: '/a:/A' } }, MACOS)).toEqual(['/a/obsidian', ...SYSTEM]);
    expect(files({ configured: '/a/obsidian', environment: { PATH: '/b:/a' } })).toEqual([
      '/a/obsidian',
      '/b/obsidian',
      ...SYSTEM,
    ]);
  });

  test('the windowed app on PATH is never a candidate', () => {
    const mac = { PATH: '/Applications/Obsidian.app/Contents/MacOS:/usr/bin' };
    expect(files({ environment: mac }, MACOS)).toEqual(['/usr/bin/obsidian', '/usr/local/bin/obsidian']);
    expect(files({ environment: { PATH: '/opt/Obsidian' } })).toEqual(SYSTEM);
  });

  test('outside the app: PATH, the system folders, the home folder', () => {
    const environment = { PATH: '/home/me/bin', HOME: '/home/me' };
    expect(files({ environment })).toEqual([
      '/home/me/bin/obsidian',
      ...SYSTEM,
      '/home/me/.local/bin/obsidian',
    ]);
  });

  test('nothing is taken from the mount of the AppImage, which is first on PATH, but its client', () => {
    const resourcesPath = '/tmp/.mount_ObsidiA1/resources';
    const environment = {
      PATH: '/tmp/.mount_ObsidiA1:/tmp/.mount_ObsidiA1/usr/bin:/tools',
      HOME: '/home/me',
    };
    expect(files({ environment, resourcesPath })).toEqual([
      '/tmp/.mount_ObsidiA1/obsidian-cli',
      '/tools/obsidian',
      '/usr/local/bin/obsidian',
      '/home/me/.local/bin/obsidian',
    ]);
  });

  test('a program that the host names is the only candidate', () => {
    const only = { file: '/usr/bin/node', leadingArguments: ['/x/cli.mjs'] };
    const list = candidates(
      places({ only, configured: '/y/obsidian', environment: { PATH: '/bin' } }),
      LINUX,
    );
    expect(list).toEqual([{ program: only, named: true, bundled: false }]);
    expect(displayPath(only)).toBe('/x/cli.mjs');
  });

  test('property: any PATH gives absolute places, each once, and the system folders in order', () => {
    const folder = fc.oneof(
      fc.string(),
      fc.constantFrom('/a', '/a/', '', '.', '/Contents/MacOS', '/opt/Obsidian'),
    );
    fc.assert(
      fc.property(fc.array(folder), fc.constantFrom(LINUX, MACOS), (folders, platform) => {
        const found = files({ environment: { PATH: folders.join(':') } }, platform);
        const keys = found.map((file) => (platform.pathsIgnoreCase ? file.toLowerCase() : file));
        expect(new Set(keys).size).toBe(found.length);
        expect(found.every((file) => platform.isAbsolute(file) && !platform.isAppExecutable(file))).toBe(
          true,
        );
        expect(found.filter((file) => SYSTEM.includes(file)).length).toBe(2);
      }),
    );
  });
});
