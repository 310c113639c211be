import { BridgeError } from '../../../src/bridge/errors';

/** The result, or the code of a refusal with status 400; anything else is thrown on. */
export function codeOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    if (error instanceof BridgeError && error.status === 400) return error.code;
    throw error;
  }
}
