import { jsonCall } from '../../kit/http-client';
import type { Client } from '../../kit/http-client';
import { callTool } from '../../kit/mcp-client';
import type { Call, Channel } from './calls';

/** What both interfaces answer. */
export interface Answer {
  readonly ok: boolean;
  readonly code?: string;
  readonly error?: string;
  readonly stdout?: string;
  readonly revision?: string;
  readonly data?: { readonly path?: string; readonly change?: string; readonly revision?: string };
}

/** Makes a call over REST or MCP. */
export async function send(client: Client, channel: Channel, { ifRevision, ...call }: Call): Promise<Answer> {
  if (channel === 'rest') {
    const { command, ...body } = call;
    const { envelope } = await client.post(command, { ...body, ifRevision });
    return envelope as Answer;
  }
  return execute(client, { ...call, if_revision: ifRevision });
}

/** Makes calls together. @returns the answer of each call; one alone if all were refused */
export async function sendBatch(
  client: Client,
  channel: Channel,
  calls: readonly Call[],
  stops: boolean,
): Promise<readonly Answer[]> {
  if (channel === 'rest') {
    const answer = await client.request('/api/v1/batch', jsonCall('POST', { calls, stopOnError: stops }));
    const { data } = answer.envelope;
    return Array.isArray(data) ? (data as Answer[]) : [answer.envelope as Answer];
  }
  const given = calls.map(({ ifRevision, ...call }) => ({ ...call, if_revision: ifRevision }));
  const answer = await execute(client, { calls: given, stop_on_error: stops });
  return (answer as { results?: readonly Answer[] }).results ?? [answer];
}

async function execute(client: Client, given: Record<string, unknown>): Promise<Answer> {
  const url = new URL(`${client.url}/mcp`);
  const { structured } = await callTool(url, 'execute', given, client.key);
  return structured as unknown as Answer;
}
