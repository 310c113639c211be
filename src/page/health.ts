import { NO_BRIDGE } from './bridge';
import type { Health } from './bridge';
import { part } from './template';

/** Shows the bridge's state. @param health undefined when it cannot be reached */
export function showHealth(health: Health | undefined): void {
  const place = part('#health');
  const { isWell, text } = describe(health);
  place.className = isWell ? 'ready' : 'problem';
  // Setting the same text would make screen readers repeat it.
  if (place.textContent !== text) place.textContent = text;
}

function describe(health: Health | undefined): { isWell: boolean; text: string } {
  if (!health) return { isWell: false, text: NO_BRIDGE };
  const { version, cli, server } = health;
  if (!server.restEnabled) {
    return {
      isWell: false,
      text: 'The REST interface is off. Turn it on in Obsidian → Settings → CLI Bridge.',
    };
  }
  if (cli.state !== 'available') {
    return {
      isWell: false,
      text: [cli.problem ?? 'Looking for the Obsidian CLI…', cli.hint].join(' ').trim(),
    };
  }
  const about = [`CLI Bridge ${version}`, `Obsidian CLI ${cli.version}`.trim()];
  if (server.vault) about.push(`vault “${server.vault}”`);
  return { isWell: true, text: `Ready: ${about.join(', ')}` };
}
