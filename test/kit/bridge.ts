import { Bridge } from '../../src/bridge/bridge';
import type { BridgePorts } from '../../src/bridge/ports';
import { platformOf } from '../../src/bridge/cli/platform';
import { DEFAULT_SETTINGS } from '../../src/bridge/settings';
import type { Settings } from '../../src/bridge/settings';
import { writeFakeCli } from './fake-cli';
import type { FakeCli } from './fake-cli';
import { makeFolder } from './folder';
import type { TestScope } from './test-scope';
import { Client } from './http-client';
import { freePort } from './ports';

export const TEST_KEY = 'the-key-for-tests';

/** A bridge in this very process, listening on a free port, and a client of it. */
export interface Served {
  readonly bridge: Bridge;
  readonly client: Client;
  /** Changes settings on the running bridge. */
  readonly change: (settings: Partial<Settings>) => void;
}

/** Settings for a test: a free port, and these. */
export function settingsWith(settings: Partial<Settings> = {}): Settings {
  return { ...DEFAULT_SETTINGS, port: 0, ...settings };
}

/** A bridge that is not started yet; stopped when the test ends. */
export function makeBridge(
  test: TestScope,
  settings: Settings,
  ports: Partial<BridgePorts> & { program?: BridgePorts['program'] },
): Bridge {
  const bridge = new Bridge(settings, {
    version: '1.0.0',
    platform: platformOf(process.platform),
    environment: process.env,
    apiKey: TEST_KEY,
    report: (message) => {
      throw new Error(message);
    },
    ...ports,
  });
  test.onTestFinished(() => bridge.stop(0));
  return bridge;
}

/** Starts a bridge; stopped when the test ends. */
export async function serve(
  test: TestScope,
  ports: Partial<BridgePorts>,
  settings: Partial<Settings> = {},
): Promise<Served> {
  let current = settingsWith({ port: await freePort(), ...settings });
  const bridge = makeBridge(test, current, ports);
  const { port } = await bridge.start();
  return {
    bridge,
    client: new Client(`http://127.0.0.1:${port}`, TEST_KEY),
    change: (changes) => bridge.update((current = { ...current, ...changes })),
  };
}

/** Starts a bridge whose program is a fake with this behavior (see {@link writeFakeCli}). */
export async function serveFake(
  test: TestScope,
  behavior: string,
  settings: Partial<Settings> = {},
  program: Parameters<typeof writeFakeCli>[2] = {},
): Promise<Served & { readonly cli: FakeCli }> {
  const cli = await writeFakeCli(await makeFolder(test), behavior, program);
  const served = await serve(test, { program: { file: cli.path, leadingArguments: [] } }, settings);
  return { ...served, cli };
}
