import { expect, test } from 'vitest';
import { TextBytes } from '../../../src/bridge/bytes';
import { Catalogue } from '../../../src/bridge/commands/catalogue/catalogue';
import type { Command } from '../../../src/bridge/commands/catalogue/command';
import type { Outcome } from '../../../src/bridge/commands/outcome';
import { ANSWER_MEMORY, AnswerMemory } from '../../../src/bridge/http/send-answer';

const catalogue = new Catalogue(() => Promise.resolve(undefined));
const command = (name: string): Command => catalogue.get(name) as Command;
const outcome = (size: number): Outcome => {
  const text = new TextBytes(Buffer.alloc(size, 'x'));
  const long = text.isLong && { long: { stdout: text } };
  return { ok: true, stdout: text.excerpt, stderr: '', warnings: [], ...long } as unknown as Outcome;
};

test('answers share the memory until they are released', () => {
  const memory = new AnswerMemory();
  const half = outcome(ANSWER_MEMORY / 2);
  const { release } = memory.admit(command('read'), half);
  memory.admit(command('read'), half);
  expect(() => memory.admit(command('read'), outcome(5_000))).toThrow('nothing was changed');
  release();
  expect(memory.admit(command('read'), outcome(5_000)).outcome.stdout).toHaveLength(5_000);
});

test('beyond it, small answers are still sent, and what a change printed is shortened', () => {
  const memory = new AnswerMemory();
  memory.admit(command('read'), outcome(ANSWER_MEMORY));
  expect(memory.admit(command('read'), outcome(4_000)).outcome.stdout).toHaveLength(4_000);
  const { outcome: sent } = memory.admit(command('append'), outcome(1_000_000));
  expect(sent).not.toHaveProperty('long');
  expect(sent.stdout).toMatch(/^x+\n…\nx+$/);
  expect(sent.warnings).toEqual([expect.stringContaining('only the beginning and the end are here')]);
});

test('where the answers of one batch do not fit by themselves, fewer calls help, and not waiting', () => {
  const memory = new AnswerMemory();
  const batch = memory.collection();
  batch.admit(command('read'), outcome(ANSWER_MEMORY - 6_000));
  const more = () => batch.admit(command('read'), outcome(7_000));
  expect(more).toThrow(/^The answers of this batch are larger than 134,217,728 bytes together/);
  expect(more).toThrow(
    expect.objectContaining({
      context: expect.objectContaining({ hint: expect.stringContaining('fewer calls') as string }) as object,
    }) as Error,
  );
  expect(batch.admit(command('read'), outcome(4_000)).stdout).toHaveLength(4_000);
  const other = memory.collection();
  expect(() => other.admit(command('read'), outcome(7_000))).toThrow(
    /^Answers of 134,217,728 bytes are being sent/,
  );
  batch.release();
  expect(other.admit(command('read'), outcome(7_000)).stdout).toHaveLength(7_000);
});
