import { expect } from 'vitest';
import type { Client, EnvelopeAnswer } from './http-client';
import { jsonCall } from './http-client';

export const UNDO = 'cli-bridge:undo';

/** The id of the change that an answer names. */
export function changeOf({ envelope: { data } }: EnvelopeAnswer): string {
  return (data as { readonly change?: string } | undefined)?.change ?? 'none';
}

export const undo = (client: Client, id: string, flags: readonly string[] = []) =>
  client.post(UNDO, { params: { id }, flags });

export interface Listed {
  readonly id: string;
  readonly group?: string;
  readonly command: string;
  readonly path: string;
  readonly from?: string;
  readonly added: number;
  readonly removed: number;
  readonly state: string;
}

export async function listed(client: Client, limit?: number): Promise<readonly Listed[]> {
  const query = limit === undefined ? {} : { limit: String(limit) };
  const { envelope } = await client.get('cli-bridge:changes', query);
  return envelope.data as readonly Listed[];
}

/** Runs a batch. @returns the ids of its changes */
export async function batch(client: Client, calls: readonly object[]): Promise<readonly string[]> {
  const answer = await client.request('/api/v1/batch', jsonCall('POST', { calls }));
  expect([answer.status, answer.envelope.error]).toEqual([200, undefined]);
  return (answer.envelope.data as { data: { change: string } }[]).map(({ data }) => data.change);
}
