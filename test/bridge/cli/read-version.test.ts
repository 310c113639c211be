import { expect, test } from 'vitest';
import { readVersion } from '../../../src/bridge/cli/read-answer';
import { withoutNoise } from '../../../src/bridge/cli/start-up-lines';

const DISABLED = 'Command line interface is not enabled. Please turn it on in Settings > General > Advanced.';
const MISSING = 'The CLI is unable to find Obsidian. Please make sure Obsidian is running and try again.';

test.each([
  ['1.13.7 (installer 1.13.4)\n', '', { kind: 'version', version: '1.13.7 (installer 1.13.4)' }],
  ['\r\n1.12.7\r\n', '', { kind: 'version', version: '1.12.7' }],
  [
    '2026-09-15 12:05:01 Loading updated app package /x\n1.12.4\n',
    '',
    { kind: 'version', version: '1.12.4' },
  ],
  ['', MISSING, { kind: 'app_unreachable' }],
  [DISABLED, '', { kind: 'switched_off' }],
  ['Vault not found.', '', { kind: 'unavailable' }],
  ['Error: no', '', { kind: 'unavailable' }],
  ['', '', { kind: 'other_program' }],
  ['v1.2.3', '', { kind: 'other_program' }],
  ['obsidian 0.4.1', '', { kind: 'other_program' }],
  ['1.2', '', { kind: 'other_program' }],
])('version prints %j and %j: %j', (stdout, stderr, answer) => {
  expect(readVersion({ stdout: withoutNoise(Buffer.from(stdout)).toString(), stderr })).toEqual(answer);
});
