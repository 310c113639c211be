import type { IncomingMessage } from 'node:http';
import { BridgeError } from '../errors';
import {
  FETCHING_VAULT,
  HANDED_RESULT,
  HANDOVER_LIMIT,
  TICKET_SCHEME,
} from '../call/carriers/other-vaults/handed-change';
import type { Handovers } from '../call/carriers/other-vaults/handovers';
import { BATCH_LIMITS, parseJsonBody, readBody } from './body';
import { empty, json } from './reply';
import type { Reply } from './reply';

/** Bytes of what a vault says of itself when it fetches a change. */
const VAULT_LIMIT = 16 * 1024;

/**
 * Serves the bridge of another vault: for a ticket the change that waits for it, for a receipt it takes the result. Without
 * either, there is nothing here. Takes no turn of the queue, because a call waits in its own for this.
 * @throws BridgeError `not_found`; `body_too_large`, `malformed_body`, `bad_request`
 */
export async function serveHandover(
  handovers: Pick<Handovers, 'show'>,
  request: IncomingMessage,
): Promise<Reply> {
  const [scheme, secret = ''] = (request.headers.authorization ?? '').split(' ');
  const shown = request.method === 'POST' && scheme === TICKET_SCHEME ? handovers.show(secret) : undefined;
  if (!shown) throw BridgeError.of('not_found', {});
  const limit = shown.kind === 'ticket' ? VAULT_LIMIT : HANDOVER_LIMIT;
  const body = parseJsonBody(await readBody(request, limit), BATCH_LIMITS);
  if (shown.kind === 'ticket') {
    const { data: vault } = FETCHING_VAULT.safeParse(body);
    const fetched = vault && shown.fetch(vault);
    if (!fetched) throw BridgeError.of('not_found', {});
    return json(200, JSON.stringify(fetched));
  }
  const { data: result } = HANDED_RESULT.safeParse(body);
  if (!result) throw BridgeError.of('malformed_body', { detail: 'The body is not the result of a change.' });
  shown.answer(result);
  return empty(204);
}
