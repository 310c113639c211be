import { Catalogue } from '../../src/bridge/commands/catalogue/catalogue';
import type { Command } from '../../src/bridge/commands/catalogue/command';
import { CommandSearch } from '../../src/bridge/commands/search/search';

const REQUESTS = [
  'throw a note away',
  'what links here',
  'add a line to the jurnal',
  'unfinished tasks',
  'set a property',
];

const known = new Catalogue(() => Promise.resolve(undefined)).list();
const many: Command[] = Array.from({ length: 10 }, (_, copy) =>
  known.map((command) => ({ ...command, name: copy === 0 ? command.name : `${command.name}${copy}` })),
).flat();

/** Prints the milliseconds of one search, over the known commands and over ten times as many. */
const results = [known, many].map((commands) => {
  const search = new CommandSearch(commands);
  const rounds = 200;
  for (const request of REQUESTS) search.rank(request);
  const started = performance.now();
  for (let round = 0; round < rounds; round++) for (const request of REQUESTS) search.rank(request);
  return { commands: commands.length, ms: (performance.now() - started) / rounds / REQUESTS.length };
});
process.stdout.write(JSON.stringify(results));
