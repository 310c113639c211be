import { BRIDGE_FAILURES } from './bridge';
import { COMMAND_FAILURES } from './commands';
import type { Failure } from './failure';
import { REQUEST_FAILURES } from './requests';

/** The closed list of failures, by HTTP status. Codes are stable: clients may rely on them. */
export const FAILURES = {
  ...REQUEST_FAILURES,
  ...COMMAND_FAILURES,
  ...BRIDGE_FAILURES,
} as const satisfies Record<string, Failure<never>>;

export type FailureCode = keyof typeof FAILURES;
