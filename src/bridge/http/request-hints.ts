import type { FailureCode } from '../errors';
import { REQUEST_HINTS } from './request-hint-texts';

/** The next step after a refusal by the HTTP checks; undefined for other failures. */
export function requestHint(code: FailureCode): string | undefined {
  return REQUEST_HINTS[code];
}
