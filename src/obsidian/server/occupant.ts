import { connect } from 'node:tls';
import type { Address } from '../../bridge/http/address';
import { urlOf } from '../../bridge/http/address';
import { printable } from '../../bridge/text/printable';
import { BRIDGE_ID } from '../../bridge/commands/policy/policy';
import { httpGet } from './http-get';

/** What listens at an address. */
export type Occupant =
  | { readonly kind: 'cli-bridge'; readonly vault: string }
  | { readonly kind: 'local-rest-api' }
  | { readonly kind: 'https' | 'http' | 'unknown' };

const PROBE_TIMEOUT_MS = 1_000;

/** Finds out what listens at a taken address. Takes a few seconds at most; never rejects. */
export async function identifyOccupant(at: Address): Promise<Occupant> {
  const url = urlOf(at);
  const health = await httpGet(`${url}/api/v1/health`, PROBE_TIMEOUT_MS);
  if (!health) return { kind: (await speaksTls(at)) ? 'https' : 'unknown' };
  const bridge = bridgeIn(health.body);
  if (bridge) return bridge;
  const root = await httpGet(`${url}/`, PROBE_TIMEOUT_MS);
  const service = fieldOf(parse(root?.body ?? ''), 'service');
  return { kind: String(service).includes('Local REST API') ? 'local-rest-api' : 'http' };
}

/** Recognizes the health response of a CLI Bridge, whose document is in `data` and, as text, in `stdout`. */
function bridgeIn(body: string): Occupant | undefined {
  const envelope = parse(body);
  const stdout = fieldOf(envelope, 'stdout');
  const health = fieldOf(envelope, 'data') ?? (typeof stdout === 'string' ? parse(stdout) : undefined);
  if (fieldOf(health, 'app') !== BRIDGE_ID) return undefined;
  const vault = fieldOf(fieldOf(health, 'server'), 'vault');
  return { kind: 'cli-bridge', vault: typeof vault === 'string' ? printable(vault, 100) : '' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Whether the server speaks TLS. A rejected certificate or an alert shows that, too. */
function speaksTls({ address, port }: Address): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(PROBE_TIMEOUT_MS, () => end(false));
    socket.on('secureConnect', () => end(true));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      end(/CERT|VERIFY|SELF_SIGNED|ALERT/.test(error.code ?? '')),
    );
  });
}
