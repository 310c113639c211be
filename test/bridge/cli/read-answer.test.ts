import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProgramAnswer } from '../../../src/bridge/cli/read-answer';
import { withoutNoise as withoutNoiseOf } from '../../../src/bridge/cli/start-up-lines';

const withoutNoise = (text: string): string => withoutNoiseOf(Buffer.from(text)).toString();

describe('start-up noise of old installers', () => {
  const NOISE = [
    '2026-09-15 12:05:01 Loading updated app package /home/me/.config/obsidian/obsidian-1.13.7.asar',
    '2026-09-15 12:05:01 Loaded main app package /usr/lib/obsidian/obsidian.asar',
    '2026-09-15 12:05:01 Checking for update using Github',
    '2026-09-15 12:05:02 Success.',
    '2026-09-15 12:05:02 Latest version is 1.13.7',
    '2026-09-15 12:05:02 App is up to date.',
    'Your Obsidian installer is out of date. Please download the latest installer from https://obsidian.md',
  ];

  test.each(NOISE)('%s is removed, from the head only', (noise) => {
    expect(withoutNoise(`${noise}\nNote.md\n`)).toBe('Note.md\n');
    expect(withoutNoise(`\r\n${noise}\r\n\r\nNote.md\n`)).toBe('\r\nNote.md\n');
    expect(withoutNoise(noise)).toBe('');
    expect(withoutNoise(`Note.md\n${noise}\n`)).toBe(`Note.md\n${noise}\n`);
  });

  test.each([
    'Checking for updates is my job.\nSecond line.',
    'Latest version is the best.\n',
    'App is up to date. Or is it?',
    'Success.\n',
    'Loading updated app package\n',
    '2026-09-15 12:05:01 Met Anna.\n',
    '\n\n  Indented after empty lines.\n',
  ])('a note that begins with %j keeps every character', (note) => {
    expect(withoutNoise(note)).toBe(note);
  });

  test("a line of another time, or a second one of its kind, is the note's own", () => {
    const [noise = '', , , success] = NOISE;
    const old = '2026-01-05 03:00:01 Success.\nBackup done.\n';
    expect(withoutNoise(`${noise}\n${old}`)).toBe(old);
    expect(withoutNoise(`${noise}\n${success}\n${success}\n`)).toBe(`${success}\n`);
    const installer = NOISE.at(-1) ?? '';
    expect(withoutNoise(`${installer}\n${installer}\n`)).toBe(`${installer}\n`);
  });

  test("a line after an empty one is the note's own", () => {
    const [noise = '', , , success] = NOISE;
    const note = `\n${success?.replace('02', '01')}\nBackup done.\n`;
    expect(withoutNoise(`${noise}\n${note}`)).toBe(note);
  });

  test('the answer is counted without it, and what was printed with it', () => {
    const [noise = ''] = NOISE;
    const run = { exitCode: 0, isPartial: false, duration: 1 };
    const answer = (stdout: string) =>
      new ProgramAnswer(
        { ...run, stdout: Buffer.from(stdout), stderr: Buffer.from(`${noise}\nGPU\n`) },
        { printsNoise: true },
      );
    expect(answer(`${noise}\nNoël`)).toMatchObject({
      stdout: 'Noël',
      stdoutBytes: 5,
      stderr: 'GPU\n',
      stderrBytes: 4,
    });
    expect(answer(`${noise}\n`)).toMatchObject({
      stdout: '',
      stdoutBytes: 0,
      outputBytes: 2 * noise.length + 6,
    });
    expect(answer(`${noise}é\n\xff`)).toMatchObject({ stdout: 'ÿ' });
  });

  test('it is removed only where the program prints it', () => {
    const run = {
      exitCode: 0,
      stdout: Buffer.from(`${NOISE[3]}\nNote\n`),
      stderr: Buffer.alloc(0),
      isPartial: false,
      duration: 1,
    };
    expect(new ProgramAnswer(run, { printsNoise: false }).stdout).toBe(`${NOISE[3]}\nNote\n`);
    expect(new ProgramAnswer(run, { printsNoise: true }).stdout).toBe('Note\n');
  });

  test('property: text that does not begin with noise is unchanged, after any noise', () => {
    const noise = fc.uniqueArray(fc.constantFrom(...NOISE), { minLength: 1, maxLength: 4 });
    const body = fc
      .array(fc.oneof(fc.string(), fc.constantFrom(...NOISE)))
      .map((lines) => ['Prose.', ...lines].join('\n'));
    fc.assert(
      fc.property(noise, body, fc.constantFrom('\n', '\r\n'), (head, text, end) => {
        expect(withoutNoise(text)).toBe(text);
        expect(withoutNoise(`${head.join(end)}${end}${text}`)).toBe(text);
      }),
    );
  });
});

describe('very long output is read quickly, whatever it says', () => {
  const LONG = 20_000_000;
  const many = (text: string): string => text.repeat(Math.floor(LONG / text.length));

  test.each(['\n', '\r\n', '\r', '\r\n\n'])('nothing but %j keeps every character', (lineBreak) => {
    const text = many(lineBreak);
    expect(withoutNoise(text).length).toBe(text.length);
    expect(withoutNoise(`${text}x`).length).toBe(text.length + 1);
  });

  test('noise follows one empty line at most', () => {
    const success = '2026-09-15 12:05:02 Success.\n';
    expect(withoutNoise(`\n${success}`)).toBe('');
    const text = `${many('\n')}${success}`;
    expect(withoutNoise(text).length).toBe(text.length);
  });

  test('noise and nothing else', () => {
    const line = '2026-09-15 12:05:02 Success.\n';
    const text = many(line);
    expect(withoutNoise(text).length).toBe(text.length - line.length);
  });
});
