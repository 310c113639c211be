import { BridgeError, hintFor } from '../errors';
import type { BatchItem, CallOutcome } from './outcome';

/** The envelope of a command that succeeded. */
export function envelopeOf(outcome: CallOutcome): Readonly<Record<string, unknown>> {
  const { command, stdout, duration, waited, revision, warnings, data } = outcome;
  const ran = { ok: true, command, exitCode: 0, stdout, stderr: '', duration, waited, revision };
  return { ...ran, ...(warnings.length > 0 && { warnings }), data };
}

/** The envelope of a call that was refused, or whose command failed. */
export function failureEnvelope({ code, message, context, ran }: BridgeError) {
  const { command, data } = context;
  if (!ran) {
    const { hint = hintFor(code, { ...context, interface: 'rest' }) } = context;
    return { ok: false, command, error: message, code, hint, data };
  }
  const { exitCode, stdout, stderr, duration, waited, warnings } = ran;
  const printed = { exitCode, stdout, stderr, duration, waited };
  const { hint } = context;
  return {
    ok: false,
    command,
    ...printed,
    error: message,
    code,
    hint,
    ...(warnings.length > 0 && { warnings }),
    data,
  };
}

/** The envelope of a call, however it ended. */
export function itemEnvelope(item: BatchItem): Readonly<Record<string, unknown>> {
  return item instanceof BridgeError ? failureEnvelope(item) : envelopeOf(item);
}
