/** Prints the entries in which two recordings differ: `node test/recording/compare.mjs BEFORE AFTER`. Exits with 1 if any does. */
import { readFileSync } from 'node:fs';

const [before, after] = process.argv.slice(2);
if (after === undefined) {
  console.error('Usage: node test/recording/compare.mjs BEFORE AFTER');
  process.exit(2);
}

const read = (file) => new Map(JSON.parse(readFileSync(file, 'utf8')).map((entry) => [entry.name, entry]));
const recordings = [read(before), read(after)];
const names = new Set(recordings.flatMap((recording) => [...recording.keys()]));
let differing = 0;
for (const name of names) {
  const [one, other] = recordings.map((recording) => lines(recording.get(name)));
  if (one.join('\n') === other.join('\n')) continue;
  differing += 1;
  console.log(`\n${name}`);
  const [from, to] = [onlyIn(one, other), onlyIn(other, one)];
  for (const line of from) console.log(`- ${line}`);
  for (const line of to) console.log(`+ ${line}`);
  if (from.length + to.length === 0) console.log('  The same lines in another order.');
}
console.log(`\n${differing} of ${names.size} entries differ.`);
process.exitCode = differing === 0 ? 0 : 1;

function lines(entry) {
  return entry === undefined ? ['(absent)'] : JSON.stringify(entry, null, 1).split('\n');
}

/** The lines of the first that the second does not have, each as often as it is missing. */
function onlyIn(some, others) {
  const left = new Map();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return some.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
