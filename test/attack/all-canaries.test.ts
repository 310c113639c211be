import { describe, expect, test } from 'vitest';
import { CANARIES, leaked, serveCanaries } from '../kit/canary-vault';
import { THIS_TEST } from '../kit/test-scope';
import { ALL_CALLS, answerOf, COMMANDS, overMcp, usePrivateNotes } from './canary-calls';

const MINUTES = 20 * 60_000;

describe.each(['own', 'folders'] as const)('a vault that is reached as %s', (host) => {
  test('gives no canary to a client, by any call of any command', { timeout: MINUTES }, async () => {
    const vault = await serveCanaries(THIS_TEST, host);
    await usePrivateNotes(vault);
    const leaks: string[] = [];
    for (const [index, call] of ALL_CALLS.entries()) {
      const text = await answerOf(call, vault.guest, index);
      const found = leaked(text, call);
      if (found.length > 0) leaks.push(`${JSON.stringify(call)}: ${found.join()}`);
    }
    expect(leaks).toEqual([]);
  });

  test('but shows all of them to its owner', { timeout: MINUTES }, async () => {
    const vault = await serveCanaries(THIS_TEST, host);
    await usePrivateNotes(vault);
    const readings = new Set(COMMANDS.filter(({ kind }) => kind === 'read').map(({ name }) => name));
    // No command tells what a prompt is for.
    const prompts = await overMcp(vault.client, 'prompts/list');
    const seen = new Set(leaked(prompts.text, ''));
    for (const [index, call] of ALL_CALLS.entries()) {
      if (!readings.has(call.command)) continue;
      for (const canary of leaked(await answerOf(call, vault.client, index % 2), call)) seen.add(canary);
      if (seen.size === CANARIES.length) break;
    }
    expect(CANARIES.filter((canary) => !seen.has(canary))).toEqual([]);
  });
});
