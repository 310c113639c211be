import { urlOf } from '../../bridge/http/address';
import { SETTING_LABELS } from '../../bridge/settings';
import type { ServerState } from '../bridge-controller';
import type { ProbeAnswer } from '../server/http-get';
import type { Finding } from './finding';
import type { Naps } from './nap-watch';

/** A timer that fires later than this was throttled. */
const LATE_MS = 500;

/** Whether this vault's server has the port. @param isOwn whether this vault's bridge responds there */
export function portOwner(server: ServerState, isOwn: boolean): Finding {
  switch (server.kind) {
    case 'running':
      if (isOwn) return { level: 'ok', text: `${urlOf(server.address)} is served by this vault.` };
      return {
        level: 'problem',
        text: `Another program responds at ${urlOf(server.address)}.`,
        remedy: 'Choose another port under Interfaces.',
        fix: 'bridge_settings',
      };
    case 'failed':
      return {
        level: 'problem',
        text: server.reason,
        ...(server.freePort === undefined
          ? { remedy: 'Change the port or the bind address under Interfaces.', fix: 'bridge_settings' }
          : { remedy: `Use port ${server.freePort}.`, fix: 'server' }),
      };
    case 'starting':
    case 'stopped':
      return {
        level: 'problem',
        text: "The server isn't running.",
        remedy: 'Start it.',
        fix: 'server',
      };
  }
}

/** The result of a request like a client's. @param isBusy whether another one is running */
export function selfCall(
  server: ServerState,
  answer: ProbeAnswer | undefined,
  ms: number,
  isBusy = false,
): Finding {
  if (server.kind !== 'running') return { level: 'note', text: "Skipped because the server isn't running." };
  if (!answer && isBusy) {
    return {
      level: 'note',
      text: 'No response yet because other requests run first.',
      remedy: 'Wait for the running requests to finish, then run the diagnosis again.',
    };
  }
  if (!answer) {
    return {
      level: 'problem',
      text: "The server didn't respond to its own request.",
      remedy: 'Check whether a firewall or security software blocks local connections.',
    };
  }
  switch (answer.status) {
    case 200:
      return { level: 'ok', text: `The API key was accepted; the response took ${Math.round(ms)} ms.` };
    case 401:
      return {
        level: 'problem',
        text: 'The API key was rejected.',
        remedy: 'Stop and start the server, or regenerate the key.',
        fix: 'bridge_settings',
      };
    case 404:
      return {
        level: 'note',
        text: `Skipped because "${SETTING_LABELS.restEnabled}" is off.`,
      };
    case 503:
      return {
        level: 'note',
        text: "The API key was accepted. The rest was skipped because the Obsidian CLI couldn't run.",
      };
    case 403:
      return { level: 'ok', text: 'The API key was accepted; the command is blocked in the settings.' };
    default:
      return {
        level: 'problem',
        text: `Unexpected status ${answer.status}.`,
        remedy: 'Stop and start the server, then run the diagnosis again.',
      };
  }
}

/** How to turn off App Nap for the app permanently. */
const END_APP_NAP =
  'To turn App Nap off, quit the app, run "defaults write md.obsidian NSAppSleepsWhenInactive -bool NO" in a terminal, and start it again.';
/** A single delay may have another cause. */
const MIN_NAPS = 2;

/**
 * How late a short timer fired. Systems throttle windows that aren't visible.
 * @param naps the app's naps since the plugin was loaded; undefined on systems without App Nap
 */
export function clock(lateMs: number, isHidden: boolean, naps?: Naps): Finding {
  if (naps && naps.count >= MIN_NAPS) {
    const seconds = Math.round(naps.longestMs / 1000);
    return {
      level: 'note',
      text: `macOS suspended the hidden app ${naps.count} times, for up to ${seconds} s (App Nap).`,
      remedy: END_APP_NAP,
    };
  }
  if (lateMs <= LATE_MS) return { level: 'ok', text: "Obsidian isn't being slowed down." };
  const when = isHidden ? ' while its window is hidden' : '';
  return {
    level: 'note',
    text: `The system slows Obsidian down${when}: a timer was ${Math.round(lateMs)} ms late.`,
    remedy: naps ? END_APP_NAP : 'Keep its window visible.',
  };
}
