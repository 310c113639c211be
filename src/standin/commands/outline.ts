import { FILE_OPTIONS, flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { Failure } from '../failure';
import { splitNote } from '../markdown/frontmatter';
import { findHeadings } from '../markdown/headings';
import type { Heading } from '../markdown/headings';
import { printJson } from '../rows';
import { targetFile } from '../target';

/** A line of a tree and its children. */
interface Branch {
  readonly text: string;
  readonly below: readonly Branch[];
}

/** Commands about the structure of one note. */
export const OUTLINE_COMMANDS: readonly Command[] = [
  {
    name: 'outline',
    summary: 'Show headings for the current file',
    corePlugin: 'outline',
    options: [
      ...FILE_OPTIONS,
      parameter('format', 'tree|md|json', 'Output format (default: tree)'),
      flag('total', 'Return heading count'),
    ],
    run: showOutline,
  },
  {
    name: 'wordcount',
    summary: 'Count words and characters',
    corePlugin: 'word-count',
    options: [
      ...FILE_OPTIONS,
      flag('words', 'Return word count only'),
      flag('characters', 'Return character count only'),
    ],
    run: showCounts,
  },
];

/** "No headings" wins over `total`, and `total` over any format. */
function showOutline(call: Call): string {
  const path = targetFile(call);
  if (!path.endsWith('.md')) throw new Failure('File is not a markdown file.');
  const headings = findHeadings(call.vault.read(path));
  if (headings.length === 0) return 'No headings found.';
  if (call.flag('total')) return String(headings.length);
  const format = call.value('format');
  if (format === 'json') return printJson(headings);
  if (format !== 'md') return drawTree(branches(headings));
  return headings.map(({ level, heading }) => `${'#'.repeat(level)} ${heading}`).join('\n');
}

/** Puts each heading below the nearest preceding one of a higher level. */
function branches(headings: readonly Heading[]): Branch[] {
  const top: Branch[] = [];
  const open: { level: number; below: Branch[] }[] = [];
  for (const { level, heading } of headings) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const below: Branch[] = [];
    (open.at(-1)?.below ?? top).push({ text: heading, below });
    open.push({ level, below });
  }
  return top;
}

/** Draws a tree. Even the lines of its top level have a branch in front. */
function drawTree(level: readonly Branch[], indent = ''): string {
  return level
    .map(({ text, below }, index) => {
      const last = index === level.length - 1;
      const rest = below.length > 0 ? `\n${drawTree(below, `${indent}${last ? '    ' : '│   '}`)}` : '';
      return `${indent}${last ? '└── ' : '├── '}${text}${rest}`;
    })
    .join('\n');
}

function showCounts(call: Call): string {
  const path = targetFile(call);
  if (!path.endsWith('.md')) throw new Failure('Word count is only available for markdown files.');
  const { words, characters } = countWords(call.vault.read(path));
  if (call.flag('words') && !call.flag('characters')) return String(words);
  if (call.flag('characters') && !call.flag('words')) return String(characters);
  return `words: ${words}\ncharacters: ${characters}`;
}

/** In scripts without spaces between words, the app counts each character as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}'’_-]*[\p{L}\p{N}\p{M}])?/gu;

/** Counts a note's words and UTF-16 units, spaces included, without its frontmatter. */
function countWords(text: string): { words: number; characters: number } {
  const { body } = splitNote(text);
  return { words: body.match(WORD)?.length ?? 0, characters: body.length };
}
