import { NO_BRIDGE, readCommands, readHealth } from './bridge';
import type { Command } from './command';
import { showCommands } from './command-list';
import { Details } from './details';
import { showHealth } from './health';
import { KeyForm } from './key-form';
import { SAMPLES } from './samples';
import { part, show } from './template';

/** How often the page asks for health, in milliseconds. */
const POLL_MS = 5_000;

let commands: readonly Command[] = [];
let details: Details | undefined;
let state = '';
const language = { chosen: Object.keys(SAMPLES)[0] ?? '' };
const search = part<HTMLInputElement>('#search');
const keys = new KeyForm(load);

function chosen(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

function list(): void {
  showCommands(commands, search.value, chosen());
}

/** Shows the chosen command, unless it is already shown and unchanged. */
function choose(): void {
  list();
  const command = commands.find((each) => each.command === chosen());
  if (command && details?.update(command) !== true) details = new Details(command, keys, language);
}

/** Reads the commands again. @returns the problem with the key, if any */
async function load(): Promise<string | undefined> {
  details?.showCode();
  try {
    const read = await readCommands(keys.key);
    if ('status' in read) {
      if (keys.key === '') show(part('#count'), read.envelope.error);
      return [read.envelope.error, read.envelope.hint].filter(Boolean).join(' ');
    }
    commands = read;
    choose();
    return undefined;
  } catch {
    return NO_BRIDGE;
  }
}

async function look(): Promise<void> {
  if (document.hidden) return;
  const health = await readHealth().catch(() => undefined);
  showHealth(health);
  const seen = JSON.stringify([health?.cli.state, health?.server.restEnabled]);
  // The app's own commands are known only once its CLI is available.
  if (health && seen !== state) await load();
  state = seen;
}

search.addEventListener('input', list);
window.addEventListener('hashchange', () => {
  choose();
  details?.focus();
});
part('#list').addEventListener('click', ({ target }) => {
  // Choosing the same command again does not change the address.
  if (target instanceof Element && target.closest('[aria-current]')) details?.focus();
});
document.addEventListener('visibilitychange', () => void look());
window.setInterval(() => void look(), POLL_MS);
void look();
