import { FILE_OPTIONS, flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { drawTree } from '../heading-tree';
import { findHeadings } from '../markdown/headings';
import { targetNote } from '../target';
import { countWords } from '../word-count';

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

/** "No headings" takes precedence over any format, and `total` over `format` (observed on 1.12.7). */
function showOutline(call: Call): string {
  const headings = findHeadings(call.vault.read(targetNote(call)));
  if (headings.length === 0) return 'No headings found.';
  if (call.flag('total')) return String(headings.length);
  const format = call.value('format');
  if (format === 'json') return JSON.stringify(headings);
  if (format !== 'md') return drawTree(headings);
  return headings.map(({ level, heading }) => `${'#'.repeat(level)} ${heading}`).join('\n');
}

function showCounts(call: Call): string {
  const { words, characters } = countWords(call.vault.read(targetNote(call)));
  if (call.flag('words') && !call.flag('characters')) return String(words);
  if (call.flag('characters') && !call.flag('words')) return String(characters);
  return `words: ${words}\ncharacters: ${characters}`;
}
