import { describe, expect, test } from 'vitest';
import { childEnvironment } from '../../../src/bridge/cli/environment';

describe('the environment of the program', () => {
  test('keeps what the program needs and drops the key and what changes the program', () => {
    const kept = { HOME: '/home/me', XDG_RUNTIME_DIR: '/run/user/1', PATH: '/bin', LANG: 'C' };
    const dropped = {
      CLI_BRIDGE_API_KEY: 'k',
      ELECTRON_RUN_AS_NODE: '1',
      ELECTRON_NO_ATTACH_CONSOLE: '1',
      NODE_OPTIONS: '--inspect',
      __CFBundleIdentifier: 'md.obsidian',
    };
    expect(childEnvironment({ ...kept, ...dropped })).toEqual(kept);
  });
});
