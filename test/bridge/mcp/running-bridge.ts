import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bridge } from '../../../src/bridge/bridge';
import { platformOf } from '../../../src/bridge/cli/platform';
import type { Program } from '../../../src/bridge/cli/spawn';
import { DEFAULT_SETTINGS } from '../../../src/bridge/settings';
import type { Settings } from '../../../src/bridge/settings';

export const KEY = 'key-of-the-tests';
const FIXTURE = fileURLToPath(new URL('fixtures/cli.sh', import.meta.url));

interface RunningOptions {
  readonly settings?: Partial<Settings>;
  readonly program?: Program;
  readonly environment?: NodeJS.ProcessEnv;
}

/** A bridge on a free port, over the fixture program unless another is given. */
export interface RunningBridge {
  readonly bridge: Bridge;
  readonly url: URL;
  /** Failures that the bridge reported as its own. */
  readonly faults: readonly string[];
  /** The calls that reached the program, in order. */
  ran(): Promise<string[]>;
  change(settings: Partial<Settings>): void;
  stop(): Promise<void>;
}

export async function startBridge(options: RunningOptions = {}): Promise<RunningBridge> {
  const folder = await mkdtemp(join(tmpdir(), 'cli-bridge-mcp-'));
  const trace = join(folder, 'trace');
  let settings: Settings = { ...DEFAULT_SETTINGS, port: 0, ...options.settings };
  const faults: string[] = [];
  const bridge = new Bridge(settings, {
    version: '1.0.0',
    platform: platformOf(process.platform),
    environment: { ...process.env, TRACE: trace, ...options.environment },
    apiKey: KEY,
    program: options.program ?? { file: '/bin/sh', leadingArguments: [FIXTURE] },
    report: (fault) => faults.push(fault),
  });
  const { address, port } = await bridge.start();
  return {
    bridge,
    url: new URL(`http://${address}:${port}/mcp`),
    faults,
    ran: async () => (await readFile(trace, 'utf8').catch(() => '')).split('\n').filter(Boolean),
    change: (changed) => {
      settings = { ...settings, ...changed };
      bridge.update(settings);
    },
    stop: async () => {
      await bridge.stop(0);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
