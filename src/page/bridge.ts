import type { HttpRequest } from './request';
import type { ListedCommand } from './command';

/** Shown when the bridge cannot be reached. */
export const NO_BRIDGE = "CLI Bridge isn't running, or Obsidian is closed.";

/** After how many milliseconds without an answer the bridge counts as gone. */
const GONE_MS = 4_000;

/** The body of every answer. */
interface Envelope {
  readonly ok: boolean;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly duration?: number;
  readonly error?: string;
  readonly code?: string;
  readonly hint?: string;
  readonly warnings?: readonly string[];
  readonly data?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly envelope: Envelope;
}

/** The parts of the health document that the page shows. */
export interface HealthSummary {
  readonly version: string;
  readonly cli: { state: string; version: string; problem?: string; hint?: string };
  readonly server: { restEnabled: boolean; vault: string };
}

/** @throws a browser error when the bridge cannot be reached */
export async function readHealth(): Promise<HealthSummary> {
  const { envelope } = await send({ method: 'GET', url: '/api/v1/health' }, '', AbortSignal.timeout(GONE_MS));
  return envelope.data as HealthSummary;
}

/** The names of the commands that fit a request, best first. @throws a browser error when the bridge cannot be reached */
export async function findCommands(request: string): Promise<readonly string[]> {
  const query = new URLSearchParams({ query: request }).toString();
  const { envelope } = await send({ method: 'GET', url: `/api/v1/commands?${query}` });
  return envelope.ok ? (envelope.data as readonly ListedCommand[]).map(({ command }) => command) : [];
}

/** All commands as this key may use them. @returns the bridge's answer if it refuses */
export async function readCommands(key: string): Promise<readonly ListedCommand[] | Answer> {
  const answer = await send({ method: 'GET', url: '/api/v1/commands?details=true' }, key);
  return answer.envelope.ok ? (answer.envelope.data as readonly ListedCommand[]) : answer;
}

/** @throws a browser error when the bridge cannot be reached or the signal fires */
export async function send(
  { method, url, body }: HttpRequest,
  key = '',
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await window.fetch(url, {
    method,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: body ?? null,
    cache: 'no-store',
    credentials: 'omit',
    signal: signal ?? null,
  });
  return { status: response.status, envelope: (await response.json()) as Envelope };
}
