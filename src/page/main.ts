import { findCommands, readCommands, readHealth } from './bridge';
import type { ListedCommand } from './command';
import { showCommands, showStart } from './command-list';
import { Details } from './details';
import { showHealth } from './health';
import { KeyForm } from './key-form';
import { SAMPLES } from './samples';
import { part } from './template';

/** How often the page asks for health, in milliseconds. */
const POLL_MS = 5_000;

let commands: readonly ListedCommand[] = [];
let found: readonly string[] | undefined;
let details: Details | undefined;
let state = '';
const language = { chosen: Object.keys(SAMPLES)[0] ?? '' };
const search = part<HTMLInputElement>('#search');
const keys = new KeyForm(() => {
  details?.showCode();
  void look(true);
});

function chosen(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

function list(): void {
  showCommands(commands, found, chosen());
}

/** Shows the chosen command, unless it is already shown and unchanged. */
function choose(): void {
  list();
  const command = commands.find((each) => each.command === chosen());
  showStart(commands, command !== undefined);
  part('#command').hidden = command === undefined;
  if (command && details?.update(command) !== true)
    details = new Details(command, { keys, language, lost: () => void look() });
}

/** Lists what the bridge finds, and the commands whose name has the words in it, even if only their beginning is typed. */
async function find(): Promise<void> {
  const words = search.value.trim().toLowerCase();
  const named = commands.filter(({ command }) => command.includes(words)).map(({ command }) => command);
  const ranked = words === '' ? [] : await findCommands(words).catch(() => []);
  if (words !== search.value.trim().toLowerCase()) return;
  found = words === '' ? undefined : [...new Set([...ranked, ...named])];
  list();
}

/** Reads the commands as the key may use them. @throws a browser error when the bridge cannot be reached */
async function load(): Promise<void> {
  const { key } = keys;
  const read = await readCommands(key);
  if (key !== keys.key) return;
  if ('status' in read) {
    if (read.status === 401) keys.refuse(read.envelope.error);
    return;
  }
  keys.accept();
  commands = read;
  choose();
}

/** Shows the bridge's state. Reads the commands again if it has changed, or if the settings may have. */
async function look(mayHaveChanged = false): Promise<void> {
  if (document.hidden) return;
  const health = await readHealth().catch(() => undefined);
  showHealth(health);
  const seen = JSON.stringify([health?.cli.state, health?.server.restEnabled]);
  // The app's own commands are known only once its CLI is available.
  const isRead = !health || (!mayHaveChanged && seen === state) || (await isLoaded());
  state = isRead ? seen : '';
}

function isLoaded(): Promise<boolean> {
  return load().then(
    () => true,
    () => false,
  );
}

search.addEventListener('input', () => void find());
window.addEventListener('hashchange', () => {
  choose();
  details?.focus();
});
part('#list').addEventListener('click', ({ target }) => {
  // Choosing the same command again does not change the address.
  if (target instanceof Element && target.closest('[aria-current]')) details?.focus();
});
document.addEventListener('visibilitychange', () => void look(true));
window.addEventListener('focus', () => void look(true));
window.setInterval(() => void look(), POLL_MS);
void look();
