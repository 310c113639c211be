import { expect, test } from 'vitest';
import { OUTPUT_LIMIT } from '../../src/bridge/cli/collect-output';
import { platformOf } from '../../src/bridge/cli/platform';
import type { CliState } from '../../src/bridge/cli/program-status';
import { QUEUE_LIMITS } from '../../src/bridge/cli/queue';
import { FAILURES } from '../../src/bridge/error-codes/error-codes';
import { BODY_LIMIT } from '../../src/bridge/text/bytes';
import { ANSWER_MEMORY } from '../../src/bridge/http/send-answer';
import { amount } from '../../src/bridge/text/printable';
import {
  DEFAULT_SETTINGS,
  SETTING_KEYS,
  SETTING_LABELS,
  SETTINGS,
  TIMEOUT_RANGE,
} from '../../src/bridge/settings';
import type { SettingKey } from '../../src/bridge/settings';
import { documentedCommands } from '../../src/bridge/commands/catalogue/documented-commands';
import { COMMAND_CATEGORIES } from '../../src/bridge/commands/records';
import { USAGE } from '../../src/standalone/options';
import { codeBlocks, read } from './pages';

/** The rows of the table of a page under these headings, each as its cells. */
function table(page: string, ...headings: string[]): string[][] {
  const lines = read(page)
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const head = lines.findIndex((cells) => headings.every((heading, column) => cells[column] === heading));
  expect(head, `the table ${headings.join(', ')}`).toBeGreaterThan(-1);
  const rows = lines.slice(head + 2);
  return rows.slice(
    0,
    rows.findIndex((cells) => cells.length === 0),
  );
}

test('docs/errors.md has every code, its status and its meaning', () => {
  const documented = table('docs/errors.md', 'Code', 'Status', 'Meaning');
  const real = Object.entries(FAILURES).map(([code, { status }]) => [`\`${code}\``, String(status)]);
  expect(documented.map(([code, status]) => [code, status])).toEqual(real);
  for (const [, , meaning] of documented) expect(meaning).toMatch(/^[A-Z].{15,}\.$/);
});

test('docs/errors.md says of every 422 what has happened', () => {
  const [, retries = ''] = read('docs/errors.md').split('## Trying again');
  for (const [code, { status }] of Object.entries(FAILURES)) {
    if (status === 422) expect(retries).toContain(`\`${code}\``);
  }
});

test('docs/rest-api.md has every state of the CLI', () => {
  const states: Record<CliState, true> = {
    checking: true,
    available: true,
    not_installed: true,
    installer_too_old: true,
    switched_off: true,
    not_answering: true,
  };
  const documented = table('docs/rest-api.md', '`cli.state`', 'Meaning').map(([state]) => state);
  expect(documented).toEqual(Object.keys(states).map((state) => `\`${state}\``));
});

test('docs/rest-api.md has the limits of the CLI on each system', () => {
  const limits = (['win32', 'darwin', 'linux'] as const).map((id) => amount(platformOf(id).requestLimit));
  const [windows, macos, linux] = limits;
  expect(read('docs/rest-api.md').replace(/\s+/g, ' ')).toContain(
    `${windows} bytes per call on Windows, ${macos} on macOS and ${linux} on Linux`,
  );
});

test('docs/settings.md has every setting, its default and its name in the app', () => {
  const documented = table('docs/settings.md', 'Setting', 'Default', 'In the app').map((row) =>
    row.slice(0, 3),
  );
  const real = SETTING_KEYS.map((key) => [
    `\`${key}\``,
    `\`${JSON.stringify(DEFAULT_SETTINGS[key])}\``,
    SETTING_LABELS[key],
  ]);
  expect(documented).toEqual(real);
  const { min, max } = TIMEOUT_RANGE;
  expect(read('docs/settings.md')).toContain(`Seconds a command may wait, then run: ${min} to ${max} `);
});

test('docs/settings.md says of every setting where it is kept', () => {
  const names = (isMeant: (key: SettingKey) => boolean): string[] =>
    SETTING_KEYS.filter(isMeant).map((key) => `\`${key}\``);
  const inWords = (list: string[], last: string): string =>
    `${list.slice(0, -1).join(', ')} ${last} ${list.at(-1)}`;
  const onDevice = names((key) => SETTINGS[key].kept === 'device');
  const inFile = names((key) => SETTINGS[key].kept === 'data_file');
  const adopted = names((key) => SETTINGS[key].isAdopted === true && !/^(?:rest|mcp)Enabled$/.test(key));
  const failingClosed = names((key) => SETTINGS[key].failsClosed === true);
  const text = read('docs/settings.md').replace(/\s+/g, ' ');
  for (const sentence of [
    `where sync cannot reach them: ${inWords(onDevice, 'and')}.`,
    `${inWords(inFile, 'and')} follow the file at once.`,
    `only what restricts: ${adopted.join(', ')}, and an interface that is off.`,
    `while ${inWords(failingClosed, 'or')} is unreadable`,
  ])
    expect(text).toContain(sentence);
});

test('docs/what-clients-see.md has every command, by what it does while some folders are private', () => {
  const groups = new Map<string, string[]>();
  for (const { name, reveals, target } of documentedCommands(COMMAND_CATEGORIES)) {
    const isForOne = reveals === 'note' && target.without === 'whole_vault';
    const group = typeof reveals === 'object' ? 'paths' : isForOne ? 'one' : reveals;
    groups.set(group, [...(groups.get(group) ?? []), `\`${name}\``]);
  }
  const listed = (group: string): string => (groups.get(group) ?? []).join(', ');
  expect(table('docs/what-clients-see.md', 'For a client', 'Commands').map((row) => row[1])).toEqual([
    ...['nothing', 'note', 'one', 'today', 'paths'].map(listed),
    `${listed('more')}, and those of other plugins`,
  ]);
});

test('docs/standalone.md has the options as the host prints them', () => {
  expect(codeBlocks('docs/standalone.md', '')).toContain(USAGE);
});

test('docs/rest-api.md has the limits of the queue, the bodies and the output', () => {
  const text = read('docs/rest-api.md').replace(/\s+/g, ' ');
  const mebibytes = (bytes: number): string => `${bytes / 1024 / 1024} MiB`;
  for (const limit of [
    `Up to ${amount(QUEUE_LIMITS.all)} wait in the queue, ${QUEUE_LIMITS.each} of one key`,
    `A request body may have ${mebibytes(BODY_LIMIT)}`,
    `the output of a command ${mebibytes(OUTPUT_LIMIT)}`,
    `Answers on their way may have ${mebibytes(ANSWER_MEMORY)}`,
  ])
    expect(text).toContain(limit);
});
