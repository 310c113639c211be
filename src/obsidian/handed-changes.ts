import { request } from 'node:http';
import type { CliData } from 'obsidian';
import * as z from 'zod/v4';
import {
  HANDED_CHANGE,
  HANDOVER_LIMIT,
  HANDOVER_PATH,
  TICKET_SCHEME,
} from '../bridge/call/carriers/other-vaults/handed-change';
import type {
  FetchingVault,
  HandedChange,
  HandedResult,
} from '../bridge/call/carriers/other-vaults/handed-change';

/** How long the other bridge may stay silent, in milliseconds. */
const SILENCE_MS = 10_000;

/** What the vault needs to make a change that is handed over. */
interface Receiving {
  readonly vault: FetchingVault;
  /** Fires when the plugin unloads. */
  readonly closed: AbortSignal;
  readonly carryOut: (change: HandedChange) => Promise<HandedResult>;
}

const TICKET = z.strictObject({
  ticket: z.string().regex(/^[0-9a-f]{32}$/),
  port: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(65_535)),
});

const FETCHED = z.strictObject({ receipt: z.string(), change: z.unknown() });

/**
 * Fetches one change from the bridge of another vault at 127.0.0.1, makes it in this vault, and tells that bridge the result.
 * Texts go over HTTP in both directions, because what a process prints has a limit.
 * @returns what to print; it has no part in the result
 */
export async function applyHandedChange(
  data: CliData,
  { vault, closed, carryOut }: Receiving,
): Promise<string> {
  const given = TICKET.safeParse(data).data;
  if (!given) return 'Error: This command is for CLI Bridge alone, which runs it with a ticket and a port.';
  const { ticket, port } = given;
  const answer = await post(port, ticket, vault, closed);
  const fetched = FETCHED.safeParse(answer && parsed(answer)).data;
  if (!fetched) return 'Error: No change waits for this vault with this ticket.';
  const change = HANDED_CHANGE.safeParse(fetched.change).data;
  if (closed.aborted) return 'Error: CLI Bridge was closed.';
  const result: HandedResult = change ? await carryOut(change) : { kind: 'not_understood' };
  const taken = await post(port, fetched.receipt, result, closed);
  return taken === undefined ? 'Error: The other vault did not take the result.' : 'Done.';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends JSON to a bridge on this computer. @returns its body; undefined if it refuses or does not answer; never rejects */
function post(port: number, secret: string, body: object, closed: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, path: HANDOVER_PATH, method: 'POST', agent: false, signal: closed },
        headers: { Authorization: `${TICKET_SCHEME} ${secret}`, 'Content-Type': 'application/json' },
      },
      (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          parts.push(part);
          size += part.length;
          if (size > HANDOVER_LIMIT) sent.destroy();
        });
        const isFine = Math.trunc((response.statusCode ?? 0) / 100) === 2;
        response.on('end', () => resolve(isFine ? Buffer.concat(parts).toString() : undefined));
        response.on('error', () => resolve(undefined));
      },
    );
    sent.setTimeout(SILENCE_MS, () => sent.destroy());
    sent.on('error', () => resolve(undefined));
    sent.on('close', () => resolve(undefined));
    sent.end(JSON.stringify(body));
  });
}
