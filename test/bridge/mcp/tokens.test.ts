import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, test } from 'vitest';
import { Catalogue } from '../../../src/bridge/commands/catalogue/catalogue';
import { callTool, legacyMessage, sendMessage } from '../../kit/mcp-client';
import { residentVault } from '../../kit/resident-stand-in';
import { groupScope } from '../../kit/test-scope';
import { until } from '../../kit/until';
import { startBridge } from './running-bridge';
import type { RunningBridge } from './running-bridge';

/** The help of an app that has all documented commands but those that it never has, 114 of them. */
function wholeHelp(): string {
  const commands = new Catalogue(() => Promise.resolve(undefined))
    .list()
    .filter(({ instead, byBridge }) => instead === undefined && !byBridge);
  const described = commands.map(({ name, summary, parameters, flags }) =>
    [
      `  ${name.padEnd(22)}${summary}`,
      ...parameters
        .filter(({ positional }) => !positional)
        .map(
          ({ name: parameter, placeholder, description, required }) =>
            `    ${`${parameter}=${placeholder}`.padEnd(20)}- ${description}${required ? ' (required)' : ''}`,
        ),
      ...flags.map(({ name: flag, description }) => `    ${flag.padEnd(20)}- ${description}`),
      '',
    ].join('\n'),
  );
  expect(described).toHaveLength(114);
  return `Obsidian CLI\n\nCommands:\n${described.join('\n')}`;
}

/** What a model reads of an answer, in the tokens of a current one. */
const tokensOf = (value: unknown): number =>
  countTokens(typeof value === 'string' ? value : JSON.stringify(value));

const requests = ['search-requests', 'new-requests'].flatMap(
  (name) =>
    JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), 'utf8')) as {
      request: string;
    }[],
);

describe.each(['the stand-in', 'an app that has all 114 commands'])('over %s', (program) => {
  let running: RunningBridge;
  const scope = groupScope();
  beforeAll(async () => {
    const options =
      program === 'the stand-in'
        ? { program: (await residentVault(scope)).program }
        : { help: `cat <<'END'\n${wholeHelp()}\nEND` };
    running = await startBridge(scope, options);
    await until('help was read', () => running.bridge.catalogue.revision > 0);
  });

  test('tools and instructions cost at most 1,700 tokens', async () => {
    const listed = await sendMessage(running.url, legacyMessage('tools/list'));
    const client = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const connected = await sendMessage(running.url, legacyMessage('initialize', client));
    const cost = tokensOf(listed.body.result?.['tools']) + tokensOf(connected.body.result?.['instructions']);
    expect(cost).toBeLessThanOrEqual(1_700);
  });

  test('all commands that can be used cost at most 700', async () => {
    const { text, structured } = await callTool(running.url, 'search', {});
    expect((structured['commands'] as unknown[]).length).toBeGreaterThan(60);
    expect(tokensOf(text)).toBeLessThanOrEqual(700);
  });

  test('a search costs at most 270 in the median', async () => {
    const costs: number[] = [];
    for (const { request } of requests.filter((_, index) => index % 5 === 0))
      costs.push(tokensOf((await callTool(running.url, 'search', { query: request })).text));
    costs.sort((one, other) => one - other);
    expect(costs[costs.length >> 1]).toBeLessThanOrEqual(270);
    expect(costs.at(-1)).toBeLessThanOrEqual(450);
  });
});
