import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { ClientKey } from '../caller';
import { WARNINGS } from '../commands/approval-port';
import type { ApprovalCall, ApprovalRequest } from '../commands/approval-port';
import type { ConfirmInClient } from '../commands/consent-step';
import { isObject } from '../json';
import { nextTurn } from '../loop-turn';
import { printable } from '../printable';

/** What a client may ask its user is worth for so long. */
const VALID_MS = 10 * 60_000;
/** Bytes that are hashed at once. */
const SLICE = 1_000_000;
/** Characters of a value, and of the whole question: clients show it in a small dialog. */
const VALUE_CHARS = 300;
const MESSAGE_CHARS = 4_000;
/** The name of the one input that is asked for. */
const INPUT = 'consent';

/** Thrown where the client has to ask its user first: the result that says so. */
export class InputRequired extends Error {
  constructor(readonly result: InputRequiredResult) {
    super('The client has to ask its user first');
    this.name = 'InputRequired';
  }
}

/** What a request brings along for this: what its client can do, and the answer of its user. */
export type ConsentContext = Pick<ServerContext['mcpReq'], 'envelope' | 'inputResponses' | 'requestState'>;

/**
 * Has clients ask their users, without a session: everything that is needed for the second request travels with the first
 * answer, signed. It is worth one run of exactly these calls by this client.
 */
export class ClientConsent {
  private readonly secret = randomBytes(32);
  /** When states that were used would have expired. */
  private readonly used = new Map<string, number>();

  /** Asks through the client; undefined where it cannot ask. */
  confirmation(context: ConsentContext, key: ClientKey): ConfirmInClient | undefined {
    if (!canAsk(context)) return undefined;
    return async (request) => {
      const digest = await digestOf(request.calls);
      const response = context.inputResponses?.[INPUT];
      const state = context.requestState<unknown>();
      if (isObject(response) && typeof state === 'string' && this.use(state, key, digest))
        return response['action'] === 'accept';
      throw new InputRequired({
        resultType: 'input_required',
        inputRequests: {
          [INPUT]: {
            method: 'elicitation/create',
            params: {
              mode: 'form',
              message: questionFor(request),
              requestedSchema: { type: 'object', properties: {} },
            },
          },
        },
        requestState: this.stateFor(key, digest),
      });
    };
  }

  private stateFor(key: ClientKey, digest: string): string {
    const head = `${randomBytes(12).toString('base64url')}.${Math.round(performance.now() + VALID_MS)}`;
    return `${head}.${this.signatureOf(head, key, digest)}`;
  }

  /** Whether the state was made for these calls of this client, and has not been used. */
  private use(state: string, key: ClientKey, digest: string): boolean {
    const [nonce = '', expires = '', signature = '', ...others] = state.split('.');
    const wanted = Buffer.from(this.signatureOf(`${nonce}.${expires}`, key, digest));
    const given = Buffer.from(signature);
    const isSigned = given.length === wanted.length && timingSafeEqual(given, wanted);
    if (!isSigned || others.length > 0 || Number(expires) < performance.now()) return false;
    for (const [old, until] of this.used) if (until < performance.now()) this.used.delete(old);
    if (this.used.has(nonce)) return false;
    this.used.set(nonce, Number(expires));
    return true;
  }

  private signatureOf(head: string, { id }: ClientKey, digest: string): string {
    return createHmac('sha256', this.secret)
      .update(JSON.stringify([head, id, digest]))
      .digest('base64url');
  }
}

/** Whether the client can show a form to its user. Without any mode it can: that was the only one once. */
function canAsk(context: ConsentContext): boolean {
  const envelope: unknown = context.envelope;
  const capabilities = isObject(envelope)
    ? envelope['io.modelcontextprotocol/clientCapabilities']
    : undefined;
  const elicitation = isObject(capabilities) ? capabilities['elicitation'] : undefined;
  return isObject(elicitation) && ('form' in elicitation || !('url' in elicitation));
}

/** What the calls would be run with, as one short text. Long texts are gone through in slices. */
async function digestOf(calls: readonly ApprovalCall[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { command, vault, parameters, flags } of calls) {
    for (const text of [command, vault, ...flags, '', ...parameters.flat()]) {
      hash.update(`${text.length}:`);
      for (let start = 0; start < text.length; start += SLICE) {
        if (start > 0) await nextTurn();
        hash.update(text.slice(start, start + SLICE), 'utf16le');
      }
    }
    hash.update('|');
  }
  return hash.digest('base64url');
}

function questionFor({ calls }: Pick<ApprovalRequest, 'calls'>): string {
  const question = calls.map(inWords).join('\n\n');
  return question.length > MESSAGE_CHARS ? `${question.slice(0, MESSAGE_CHARS)}…` : question;
}

function inWords({ command, vault, parameters, flags, gravity }: ApprovalCall): string {
  const where = vault === '' ? '' : ` in the vault "${printable(vault, 100)}"`;
  const given = parameters.map(([name, value]) => `${name === '' ? 'name' : name}: ${shown(value)}`);
  return [
    `Run ${command}${flags.map((flag) => ` ${flag}`).join('')}${where} of Obsidian?`,
    ...given,
    ...gravity.map((each) => WARNINGS[each]),
  ].join('\n');
}

function shown(value: string): string {
  const rest = value.length - VALUE_CHARS;
  return printable(value, VALUE_CHARS) + (rest > 0 ? ` (and ${rest} more characters)` : '');
}
