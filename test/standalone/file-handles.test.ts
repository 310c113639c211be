import { describe, expect, test } from 'vitest';
import { TEST_KEY } from '../kit/bridge';
import { built } from '../kit/built';
import { writeFakeCli } from '../kit/fake-cli';
import { makeFolder } from '../kit/folder';
import { StandaloneHost } from '../kit/standalone-host';
import { requestText, Wire } from '../kit/wire';

const CONNECTIONS = 1_000;
const HEALTH = requestText('GET /api/v1/health');

/** How many files and sockets this process may have open, as it has the other ends of all connections. */
function ownFileHandles(): number {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: number | 'unlimited' } };
  };
  const soft = userLimits?.open_files?.soft ?? 0;
  return soft === 'unlimited' ? Infinity : soft;
}

describe.skipIf(process.platform === 'win32' || ownFileHandles() < 2 * CONNECTIONS)(
  `${CONNECTIONS} connections without a key`,
  () => {
    test('in a process with 4,096 file handles: all are served', async (context) => {
      const cli = await writeFakeCli(await makeFolder(context), 'echo "$command"');
      const host = StandaloneHost.start(
        context,
        built,
        ['--port', '0', '--cli', cli.path],
        { CLI_BRIDGE_API_KEY: TEST_KEY },
        { through: ['/bin/sh', '-c', `ulimit -n 4096 && exec "$@"`, 'sh'] },
      );
      const client = await host.client(TEST_KEY);
      expect((await client.get('files')).status).toBe(200);
      const open = async (): Promise<Wire> => {
        const wire = await Wire.open(client.url);
        wire.write(HEALTH);
        return wire;
      };
      const wires = await Promise.all(Array.from({ length: CONNECTIONS }, open));
      context.onTestFinished(() => wires.forEach((wire) => wire.reset()));
      for (let count = 0; count < 5; count++) expect((await client.get('files')).status).toBe(200);
      const answers = await Promise.all(wires.map((wire) => wire.read(1, false, 20_000)));
      expect(answers.filter(([answer]) => answer?.status === 200)).toHaveLength(CONNECTIONS);
      expect(host.stderr).toBe('');
    });
  },
);
