import type { OutgoingHttpHeaders } from 'node:http';
import { statusOf } from '../commands/runner';
import type { Outcome } from '../commands/runner';
import type { BridgeError } from '../errors';
import { json, plain } from './reply';
import type { Reply } from './reply';

/** The answer to a command that ran (§2.1); as bare text where the client asked for that. */
export function outcomeReply(outcome: Outcome, asText: boolean): Reply {
  const status = statusOf(outcome);
  if (asText) {
    const failure = [outcome.error, outcome.stderr].filter(Boolean).join('\n');
    return plain(status, outcome.ok ? outcome.stdout : `${failure.trimEnd()}\n`, {
      'X-Exit-Code': String(outcome.exitCode),
      'X-Duration-Ms': String(outcome.duration),
    });
  }
  const { ok, command, exitCode, stdout, stderr, duration, waited, error, code, warnings, data } = outcome;
  return json(
    status,
    JSON.stringify({
      ok,
      command,
      exitCode,
      stdout,
      stderr,
      duration,
      waited,
      error,
      code,
      ...(warnings.length > 0 && { warnings }),
      data,
    }),
  );
}

const documentReplies = new WeakMap<object, Reply>();

/**
 * The answer of a public endpoint: the document is in `stdout` as text (§2.1 rule 4), and parsed in `data`.
 * Made once for each document.
 */
export function documentReply(command: string, document: object): Reply {
  const made = documentReplies.get(document) ?? makeDocumentReply(command, document);
  documentReplies.set(document, made);
  return made;
}

function makeDocumentReply(command: string, document: object): Reply {
  return json(
    200,
    JSON.stringify({
      ok: true,
      command,
      exitCode: 0,
      stdout: JSON.stringify(document),
      stderr: '',
      duration: 0,
      data: document,
    }),
  );
}

/** The answer to a request that was refused or failed (§2.1 rule 3, §7.2). */
export function errorReply(error: BridgeError, asText = false): Reply {
  const { command, allow, retryAfter } = error.context;
  const headers: OutgoingHttpHeaders = {
    ...(allow && { Allow: allow.join(', ') }),
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(error.status === 401 && { 'WWW-Authenticate': 'Bearer realm="CLI Bridge"' }),
  };
  if (asText) return plain(error.status, `${error.message}\n`, headers);
  const body = { ok: false, command, error: error.message, code: error.code };
  return json(error.status, JSON.stringify(body), headers);
}
