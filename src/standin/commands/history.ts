import { FILE_OPTIONS, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { formatDate } from '../date-format';
import { notKnown } from '../failure';
import { notesWithSnapshots, snapshots } from '../history';
import type { Snapshot } from '../history';
import { diffLines } from '../line-diff';
import { targetFile } from '../target';

/** Commands for earlier versions of a note. Version 1 is the newest. */
export const HISTORY_COMMANDS: readonly Command[] = [
  {
    name: 'diff',
    summary: 'List or diff local/sync versions',
    options: [
      ...FILE_OPTIONS,
      parameter('from', '<n>', 'Version number to diff from'),
      parameter('to', '<n>', 'Version number to diff to'),
      parameter('filter', 'local|sync', 'Filter by version source'),
    ],
    run: listOrCompare,
  },
  {
    name: 'history',
    summary: 'List file history versions',
    options: FILE_OPTIONS,
    run: listVersions,
  },
  {
    name: 'history:list',
    summary: 'List files with history',
    options: [],
    run: (call: Call) => notesWithSnapshots(call.vault).join('\n') || notKnown(),
  },
  {
    name: 'history:open',
    summary: 'Open file recovery',
    options: FILE_OPTIONS,
    isReplyUnknown: true,
    run: unknownReply,
  },
  {
    name: 'history:read',
    summary: 'Read a file history version',
    options: [...FILE_OPTIONS, parameter('version', '<n>', 'Version number (default: 1)')],
    run: readVersion,
  },
  {
    name: 'history:restore',
    summary: 'Restore a file history version',
    options: [...FILE_OPTIONS, required('version', '<n>', 'Version number')],
    isReplyUnknown: true,
    run: unknownReply,
  },
].map((command) => ({ ...command, corePlugin: 'file-recovery' }));

function unknownReply(call: Call): never {
  targetFile(call);
  return notKnown();
}

function listVersions(call: Call): string {
  const path = targetFile(call);
  const lines = snapshots(call.vault, path).map(
    ({ time, text }, index) => `${index + 1}\t${formatDate(time, 'YYYY-MM-DD HH:mm')}\t${sizeOf(text)}`,
  );
  return lines.length > 0 ? [path, ...lines].join('\n') : 'No history found for this file.';
}

/** Prints a header before the text. */
function readVersion(call: Call): string {
  const path = targetFile(call);
  const version = call.value('version') ?? '1';
  const { time, text } = versionOf(call, path, version);
  return `${path} (version ${version}, ${formatDate(time, 'YYYY-MM-DD HH:mm')})\n---\n${text}`;
}

/** Lists the versions or compares two. The reply is unknown when only one is named, or there are none. */
function listOrCompare(call: Call): string {
  const path = targetFile(call);
  const [from, to] = [call.value('from'), call.value('to')];
  if (from !== undefined && to !== undefined) return compareVersions(call, path, from, to);
  const versions = call.value('filter') === 'sync' ? [] : snapshots(call.vault, path);
  if (versions.length === 0 || from !== undefined || to !== undefined) return notKnown();
  const rows = versions.map(({ time, text }, index) => {
    return `${String(index + 1).padEnd(4)}Local ${timeOf(time)}${sizeOf(text).padStart(12)}`;
  });
  return [path, ...rows].join('\n');
}

function compareVersions(call: Call, path: string, from: string, to: string): string {
  const [before, after] = [versionOf(call, path, from), versionOf(call, path, to)];
  return [
    `--- ${path} (Local #${from}, ${timeOf(before.time)})`,
    `+++ ${path} (Local #${to}, ${timeOf(after.time)})`,
    ...diffLines(before.text, after.text),
  ].join('\n');
}

function versionOf(call: Call, path: string, version: string): Snapshot {
  return snapshots(call.vault, path)[Number(version) - 1] ?? notKnown();
}

function timeOf(time: Date): string {
  return formatDate(time, 'YYYY-MM-DD HH:mm:ss');
}

function sizeOf(text: string): string {
  return `${Buffer.byteLength(text)} B`;
}
