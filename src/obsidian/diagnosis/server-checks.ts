import type { ServerState } from '../host';
import { urlOf } from '../server/address';
import type { ProbeAnswer } from '../server/http-get';
import type { Finding } from './finding';

/** A timer that fires later than this after its time was held back. */
const LATE_MS = 500;

/** `isOwn` tells whether it is this vault's bridge that answers at the port. */
export function portOwner(server: ServerState, isOwn: boolean): Finding {
  switch (server.kind) {
    case 'running':
      if (isOwn) return { level: 'ok', text: `${urlOf(server.address)} is served by this vault.` };
      return {
        level: 'problem',
        text: `Another program answers at ${urlOf(server.address)} in place of this vault.`,
        remedy: 'Choose another port in the settings of CLI Bridge.',
      };
    case 'failed':
      return {
        level: 'problem',
        text: server.reason,
        remedy: 'Choose a free port in the settings of CLI Bridge.',
      };
    case 'starting':
    case 'stopped':
      return {
        level: 'problem',
        text: 'The server is not running.',
        remedy: 'Start it from the settings of CLI Bridge or the command palette.',
      };
  }
}

/** What a call came to that went the whole way a client goes. `isBusy` tells whether another one runs. */
export function selfCall(
  server: ServerState,
  answer: ProbeAnswer | undefined,
  ms: number,
  isBusy = false,
): Finding {
  if (server.kind !== 'running')
    return { level: 'note', text: 'Left out, because the server is not running.' };
  if (!answer && isBusy) {
    return {
      level: 'note',
      text: 'Not answered yet, because other requests run before it.',
      remedy: 'Wait for the running requests, then run the diagnosis again.',
    };
  }
  if (!answer) {
    return {
      level: 'problem',
      text: 'The server did not answer its own call.',
      remedy: 'Check whether a firewall or security program holds back local connections.',
    };
  }
  switch (answer.status) {
    case 200:
      return { level: 'ok', text: `Answered in ${Math.round(ms)} ms, with the API key.` };
    case 401:
      return {
        level: 'problem',
        text: 'The API key was refused.',
        remedy: 'Stop and start the server, or regenerate the key.',
      };
    case 404:
      return {
        level: 'note',
        text: 'The HTTP interface for scripts is switched off, so the call was refused.',
      };
    case 503:
      return {
        level: 'note',
        text: 'The API key was taken, but the program could not be run. The lines above say why.',
      };
    case 403:
      return { level: 'ok', text: 'The API key was taken; the command itself is blocked in the settings.' };
    default:
      return {
        level: 'problem',
        text: `Answered with status ${answer.status}.`,
        remedy: 'See the lines above.',
      };
  }
}

/** How late a short timer fired: systems hold back windows that are not in sight. */
export function clock(lateMs: number, isHidden: boolean): Finding {
  const where = isHidden ? 'while the window is hidden' : 'while the window is in sight';
  if (lateMs <= LATE_MS) return { level: 'ok', text: `Timers are on time ${where}.` };
  return {
    level: 'note',
    text: `Timers are ${Math.round(lateMs)} ms late ${where}.`,
    remedy:
      'The system slows the app down, so requests take longer. Keep its window in sight, or turn off App Nap for it.',
  };
}
