import { randomBytes } from 'node:crypto';

/** What every marker looks like: a comment, which the app does not show, in letters that no platform escapes. */
export const MARKER = /%%cli-bridge-[0-9a-f]{24}%%/g;

/** A marker that stands in no note yet. */
export function newMarker(): string {
  return `%%cli-bridge-${randomBytes(12).toString('hex')}%%`;
}
