import { NO_BRIDGE } from './bridge';
import type { HealthSummary } from './bridge';
import { part } from './template';

/** Shows the bridge's state. @param health undefined when it cannot be reached */
export function showHealth(health: HealthSummary | undefined): void {
  const place = part('#health');
  const { isWell, text } = describe(health);
  if (health) say(part('#key-place'), keyPlace(health));
  place.className = isWell ? 'ready' : 'problem';
  say(place, text);
}

/** Setting the same text would make screen readers repeat it. */
function say(place: HTMLElement, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

/** Where the user finds the key. Outside of the app, the bridge has no vault of its own. */
function keyPlace(health: HealthSummary): string {
  return health.server.vault === ''
    ? 'Copy it from the terminal that runs CLI Bridge.'
    : 'Copy it from Obsidian → Settings → CLI Bridge.';
}

function describe(health: HealthSummary | undefined): { isWell: boolean; text: string } {
  if (!health) return { isWell: false, text: NO_BRIDGE };
  const { version, cli, server } = health;
  if (!server.restEnabled) {
    return {
      isWell: false,
      text:
        server.vault === ''
          ? 'The REST interface is off. Turn it on in the settings file of CLI Bridge.'
          : 'The REST interface is off. Turn it on in Obsidian → Settings → CLI Bridge.',
    };
  }
  if (cli.state !== 'available') {
    return {
      isWell: false,
      text: [cli.problem ?? 'Looking for the Obsidian CLI…', cli.hint].join(' ').trim(),
    };
  }
  const about = [`CLI Bridge ${version}`, `Obsidian CLI ${cli.version}`.trim()];
  if (server.vault) about.push(`vault "${server.vault}"`);
  return { isWell: true, text: `Ready: ${about.join(', ')}` };
}
