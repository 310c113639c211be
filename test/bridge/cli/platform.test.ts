import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { platformOf } from '../../../src/bridge/cli/platform';
import { isRunning } from '../../kit/processes';
import { until } from '../../kit/until';

const LINUX = platformOf('linux');
const MACOS = platformOf('darwin');
const WINDOWS = platformOf('win32');

describe('platforms', () => {
  test('a system of another name counts as Linux', () => {
    for (const id of ['freebsd', 'openbsd', 'aix', '', 'LINUX']) expect(platformOf(id)).toBe(LINUX);
  });

  test('the own client of the app, and the home folder', () => {
    expect(LINUX.bundledProgram('/opt/Obsidian/resources')).toBe('/opt/Obsidian/obsidian-cli');
    expect(MACOS.bundledProgram('/Applications/Obsidian.app/Contents/Resources')).toBe(
      '/Applications/Obsidian.app/Contents/MacOS/obsidian-cli',
    );
    expect(WINDOWS.bundledProgram('C:\\Apps\\Obsidian\\resources')).toBe('C:\\Apps\\Obsidian\\Obsidian.com');
    expect(LINUX.homePrograms('/home/me')).toEqual(['/home/me/.local/bin/obsidian']);
    expect(MACOS.homePrograms('/Users/me')).toEqual(['/Users/me/.local/bin/obsidian']);
    expect(WINDOWS.homePrograms('C:\\Users\\me')).toEqual([]);
  });

  test('Windows: programs run in its own folder, whichever drive it is on', () => {
    expect(platformOf('win32', { SystemRoot: 'D:\\WINNT' }).neutralFolder).toBe('D:\\WINNT');
    for (const SystemRoot of [undefined, ''])
      expect(platformOf('win32', { SystemRoot }).neutralFolder).toBe('C:\\');
    expect(platformOf('linux', { SystemRoot: 'D:\\WINNT' }).neutralFolder).toBe('/');
  });

  test.each([
    ['darwin', '/Applications/Obsidian.app/Contents/MacOS/Obsidian', true],
    ['darwin', '/applications/obsidian.app/contents/macos/obsidian', true],
    ['darwin', '/Applications/Obsidian.app/Contents/MacOS/obsidian-cli', false],
    ['darwin', '/usr/local/bin/obsidian', false],
    ['win32', 'C:\\Users\\me\\AppData\\Local\\Programs\\Obsidian\\Obsidian.exe', true],
    ['win32', 'c:\\apps\\obsidian.EXE', true],
    ['win32', 'C:/Apps/Obsidian/Obsidian.exe', true],
    ['win32', 'C:\\Apps\\Obsidian\\Obsidian.com', false],
    ['linux', '/opt/Obsidian/obsidian', true],
    ['linux', '/opt/Obsidian/obsidian-cli', false],
    ['linux', '/usr/bin/obsidian', false],
    ['linux', '/tmp/.mount_ObsidiA1b2C3/obsidian', true],
    ['linux', '/tmp/.mount_ObsidiA1b2C3/usr/bin/obsidian', true],
    ['linux', '/tmp/.mount_ObsidiA1b2C3/AppRun', true],
    ['linux', '/tmp/.mount_ObsidiA1b2C3/obsidian-cli', false],
  ])('%s, whether %s is the windowed app: %s', (id, path, expected) => {
    expect(platformOf(id).isAppExecutable(path)).toBe(expected);
  });

  test('Linux: nothing named like the app in its own folder is run', () => {
    const resources = '/app/Obsidian/resources';
    expect(LINUX.isAppExecutable('/app/Obsidian/obsidian', resources)).toBe(true);
    expect(LINUX.isAppExecutable('/app/Obsidian/bin/obsidian', resources)).toBe(true);
    expect(LINUX.isAppExecutable('/app/Obsidian/obsidian-cli', resources)).toBe(false);
    expect(LINUX.isAppExecutable('/app/Obsidian2/obsidian', resources)).toBe(false);
    expect(LINUX.isAppExecutable('/app/Obsidian/obsidian')).toBe(false);
  });

  test.each([
    ['linux', '/usr/bin/obsidian', '/opt/Obsidian/resources', true],
    ['linux', '/usr/bin/obsidian', undefined, false],
    ['linux', '/usr/local/bin/obsidian', '/opt/Obsidian/resources', false],
    ['linux', '/snap/bin/obsidian', '/snap/obsidian/12/resources', true],
    ['linux', '/snap/bin/obsidian', '/opt/Obsidian/resources', false],
    ['darwin', '/opt/homebrew/bin/obsidian', '/Applications/Obsidian.app/Contents/Resources', true],
    ['darwin', '/opt/homebrew/bin/obsidian', undefined, false],
    ['darwin', '/usr/local/bin/obsidian', '/Applications/Obsidian.app/Contents/Resources', false],
  ])('%s, whether %s usually starts the app whose resources are %s: %s', (id, path, resources, expected) => {
    expect(platformOf(id).isAppLauncher(path, resources)).toBe(expected);
  });

  test('ending a child reaches the children of its group', async () => {
    const child = spawn('/bin/sh', ['-c', 'sleep 30 & echo $!; wait'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    const grandchild = Number(said.toString());
    const gone = once(child, 'exit');
    LINUX.end(child, 'SIGTERM');
    expect(await gone).toEqual([null, 'SIGTERM']);
    await until('the grandchild has ended', () => !isRunning(grandchild));
  });

  test('without a process group, and always on Windows, only the child gets the signal', () => {
    for (const [platform, pid, calls] of [
      [LINUX, 2_147_483_646, ['SIGKILL']],
      [LINUX, undefined, []],
      [WINDOWS, 4, ['SIGKILL']],
    ] as const) {
      const told: string[] = [];
      platform.end({ pid, kill: (signal) => told.push(signal) > 0 }, 'SIGKILL');
      expect(told).toEqual(calls);
    }
  });
});
