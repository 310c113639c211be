import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeContent, parseArguments } from '../../src/standin/arguments';
import { anyString } from '../kit/any-string';

describe('the arguments', () => {
  it('take vault= only as the first one', () => {
    expect(parseArguments(['vault=A', 'read', 'path=x.md'])).toMatchObject({ vault: 'A', command: 'read' });
    const behind = parseArguments(['read', 'vault=A']);
    expect(behind.vault).toBeUndefined();
    expect(behind.command).toBe('read');
  });

  it('mean help when there is no command', () => {
    for (const argv of [[], [''], ['vault=A'], ['--help'], ['vault=A', '--help']]) {
      expect(parseArguments(argv).command).toBe('help');
    }
    expect(parseArguments(['--help', 'read'])).toMatchObject({ command: 'help', words: ['read'] });
  });

  it('ignore --help after a command', () => {
    expect(parseArguments(['prepend', '--help'])).toMatchObject({ command: 'prepend', words: [] });
  });

  it('split at the first equals sign', () => {
    const { options } = parseArguments(['create', 'content=a=b "c" [d]: e=', 'name=-x']);
    expect([...options]).toEqual([
      ['content', 'a=b "c" [d]: e='],
      ['name', '-x'],
    ]);
  });

  it('make a bare word a flag', () => {
    const { options, words } = parseArguments(['files', 'total']);
    expect(options.get('total')).toBe('true');
    expect(words).toEqual(['total']);
  });

  it('may hold a format, bare or after dashes, and ignore other -- words', () => {
    const { options, formats } = parseArguments([
      'tags',
      '--json',
      '--verbose',
      '--ozone-platform=x11',
      'csv',
    ]);
    expect([...options]).toEqual([['csv', 'true']]);
    expect(formats).toEqual(['json', 'csv']);
  });

  it('take the first one for the command, whatever it is', () => {
    expect(parseArguments(['path=x.md', 'read'])).toMatchObject({ command: 'path=x.md', words: ['read'] });
    expect(parseArguments(['--no-sandbox', 'read']).command).toBe('--no-sandbox');
    expect(parseArguments(['read', 'path=a', 'path=b']).options.get('path')).toBe('b');
  });

  it('keep any value as it is', () => {
    fc.assert(
      fc.property(anyString(), (value) => {
        expect(parseArguments(['create', `content=${value}`]).options.get('content')).toBe(value);
      }),
    );
  });

  it('accept names such as __proto__', () => {
    const { options } = parseArguments(['read', '__proto__=x', 'constructor']);
    expect(options.get('toString')).toBeUndefined();
    expect(options.get('__proto__')).toBe('x');
  });
});

describe('content', () => {
  it('has its line breaks and tabs decoded, even after a backslash', () => {
    expect(decodeContent('a\\nb\\tc')).toBe('a\nb\tc');
    expect(decodeContent('C:\\new\\\\table')).toBe('C:\new\\\table');
    expect(decodeContent('real\nbreak\tand \\d')).toBe('real\nbreak\tand \\d');
  });
});
