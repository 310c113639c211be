import { describe, expect, test } from 'vitest';
import { CHATTY_CHILD } from '../../kit/fake-cli';
import { start, text } from './runs';

describe('what one process prints', () => {
  test('large output arrives whole, on both streams at the same time', async () => {
    const size = 3_000_000;
    const both = `head -c ${size} /dev/zero | tr "\\0" x & head -c ${size} /dev/zero | tr "\\0" y >&2; wait`;
    const result = await start(both);
    expect(text(result)).toBe('x'.repeat(size));
    expect(result.stderr.toString()).toBe('y'.repeat(size));
  });

  test('a character that arrives in two parts stays whole', async () => {
    const result = await start(
      "printf '\\303'; sleep 0.05; printf '\\251\\360\\237'; sleep 0.05; printf '\\230\\200'",
    );
    expect(result.stdout).toEqual(Buffer.from('é😀'));
  });

  test('output of exactly the limit is passed on whole, one byte more is not', async () => {
    const exactly = (bytes: number) => start(`head -c ${bytes} /dev/zero`, [], { outputLimit: 5_000 });
    expect(await exactly(5_000)).toMatchObject({ stdout: Buffer.alloc(5_000) });
    expect(await exactly(5_001)).toMatchObject({ endedBy: 'output_too_large' });
  });
});

describe('output after the exit', () => {
  /**
   * Shell text that lets a grandchild act right after the exit of the process, however busy the machine is: it waits at a
   * pipe that is open in the process, and needs no further process for what it does then.
   */
  const afterExit = (action: string): string =>
    `PIPE=$(mktemp -u); mkfifo "$PIPE"; (read -r _ < "$PIPE"; ${action}) & exec 9> "$PIPE"; rm -f "$PIPE"`;

  test('output of a grandchild shortly after the exit is part of the answer', async () => {
    expect(text(await start(`${afterExit('echo late; echo later')}; echo early`))).toBe(
      'early\nlate\nlater\n',
    );
  });

  test('so is its output on one stream long after the other has ended', async () => {
    const result = await start(`exec >&-; ${afterExit('echo late >&2')}; exit 3`);
    expect(result).toMatchObject({ exitCode: 3, stdout: Buffer.alloc(0), stderr: Buffer.from('late\n') });
  });

  test('more than the limit is too much output, and none of it is passed on', async () => {
    const flood = 'x=$(head -c 6000 /dev/zero | tr "\\0" x)';
    const result = await start(`${flood}; ${afterExit('printf %s "$x"')}; echo start`, [], {
      outputLimit: 5_000,
    });
    expect(result).toMatchObject({ exitCode: 0, endedBy: 'output_too_large', stdout: Buffer.alloc(0) });
  });

  test('a grandchild that is still printing 2 s later is cut off, and the result says so', async () => {
    const result = await start(`echo early; ${CHATTY_CHILD}`);
    expect(result).toMatchObject({ exitCode: 0, isPartial: true });
    expect(text(result)).toMatch(/^early\n(?:more\n)+$/);
    expect((await start('echo whole')).isPartial).toBe(false);
  });
});
