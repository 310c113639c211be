import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { ClientKey } from '../caller';
import { NOTE_TEXTS, WARNINGS } from '../call/approval/approval-port';
import type { ApprovalCall, ApprovalRequest } from '../call/approval/approval-port';
import type { ConfirmInClient } from '../call/approval/approval-port';
import { BridgeError } from '../errors';
import { isObject } from '../text/json';
import { nextTurn } from '../text/loop-turn';
import { printable, quoted } from '../text/printable';

/** How long a question stays valid. */
const VALID_MS = 10 * 60_000;
/** Characters hashed in one turn of the event loop. */
const SLICE = 1_000_000;
/** Characters of the whole question; clients show it in a small dialog. */
const MESSAGE_CHARS = 6_000;
/** Characters of a note's text to show, beginning and end; fewer if the question would be too long. */
const TEXT_CHARS = [400, 150, 60] as const;
/** The name of the requested input. */
const INPUT = 'approval';

/** Thrown when the client has to ask its user first. */
export class InputRequired extends Error {
  constructor(readonly result: InputRequiredResult) {
    super('The client has to ask its user first');
    this.name = 'InputRequired';
  }
}

/** The parts of a request that matter here: the client's capabilities, and its user's answer. */
export type ApprovalContext = Pick<ServerContext['mcpReq'], 'envelope' | 'inputResponses' | 'requestState'>;

/**
 * Has clients ask their users, without a session: the state for the second request travels, signed, with the first answer.
 * An approval allows one run of exactly these calls by this client, including calls that need no approval.
 */
export class ClientApproval {
  private readonly secret = randomBytes(32);
  /** When each used state expires. */
  private readonly used = new Map<string, number>();

  /**
   * Asks through the client; undefined if it cannot ask.
   * @param stopOnError as in the request
   */
  confirmation(context: ApprovalContext, key: ClientKey, stopOnError: unknown): ConfirmInClient | undefined {
    if (!canAsk(context)) return undefined;
    return async (request, all) => {
      const digest = `${await digestOf(all)} ${JSON.stringify(stopOnError)}`;
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

  /** Uses up a state. @returns whether it was made for these calls of this client, and had not been used */
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

/** Whether the client can show its user a form. Clients that name no mode can: form was once the only one. */
function canAsk(context: ApprovalContext): boolean {
  const envelope: unknown = context.envelope;
  const capabilities = isObject(envelope)
    ? envelope['io.modelcontextprotocol/clientCapabilities']
    : undefined;
  const elicitation = isObject(capabilities) ? capabilities['elicitation'] : undefined;
  return isObject(elicitation) && ('form' in elicitation || !('url' in elicitation));
}

/** A digest of all calls of a request. Long texts are hashed in slices. */
async function digestOf(calls: readonly ApprovalCall[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { command, vault, parameters, flags } of calls) {
    for (const text of [command, vault, `${flags.length}`, ...flags, ...parameters.flat()]) {
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

/**
 * The question, with every call in full; only the middle of a note's text may be left out.
 * @throws BridgeError `approval_unavailable` if that is too long for one question
 */
function questionFor({ calls }: Pick<ApprovalRequest, 'calls'>): string {
  for (const limit of TEXT_CHARS) {
    const question = calls.map((call) => inWords(call, limit)).join('\n\n');
    if (question.length <= MESSAGE_CHARS) return question;
  }
  const command = [...new Set(calls.map((call) => call.command))].join(', ');
  throw BridgeError.of('approval_unavailable', {
    command,
    why: 'it is too long to show in one question',
    hint: 'Make fewer or shorter calls at once: the user has to see all of it.',
  });
}

function inWords({ command, vault, parameters, flags, gravity }: ApprovalCall, limit: number): string {
  const where = vault === '' ? '' : ` in the vault ${quoted(vault)}`;
  const given = parameters.map(([name, value]) => {
    const isText = NOTE_TEXTS.includes(name) && !gravity.includes('dangerous');
    return `${name === '' ? 'name' : name}: ${shown(value, isText ? limit : Infinity)}`;
  });
  return [
    `Run ${command}${flags.map((flag) => ` ${flag}`).join('')}${where} of Obsidian?`,
    ...gravity.map((each) => WARNINGS[each]),
    ...given,
  ].join('\n');
}

function shown(value: string, limit: number): string {
  if (value.length <= limit) return printable(value, limit);
  const half = limit / 2;
  const left = value.length - limit;
  return `${printable(value.slice(0, half))} (${left} more characters) ${printable(value.slice(-half))}`;
}
