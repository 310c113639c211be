import { BridgeError } from '../../../src/bridge/errors';

/** The result, or the code of an error with status 400; anything else is rethrown. */
export function codeOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    if (error instanceof BridgeError && error.status === 400) return error.code;
    throw error;
  }
}

/** The code of the error, or undefined when the check passes. */
export function refusal(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof BridgeError) return error.code;
    throw error;
  }
}
