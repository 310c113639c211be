import { FILE_OPTIONS, flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { Failure } from '../failure';
import { findTasks, withTaskStatus } from '../markdown/tasks';
import type { Task } from '../markdown/tasks';
import { printFields, printRows } from '../rows';
import { chosenFile, targetFile } from '../target';
import { dailyPath } from './daily';

const DONE: ReadonlySet<string> = new Set(['x', 'X']);

/** Commands for tasks. The exact format of their lines outside JSON is a guess. */
export const TASK_COMMANDS: readonly Command[] = [
  {
    name: 'task',
    summary: 'Show or update a task',
    options: [
      parameter('ref', '<path:line>', 'Task reference (path:line)'),
      ...FILE_OPTIONS,
      parameter('line', '<n>', 'Line number'),
      parameter('status', '"<char>"', 'Set status character'),
      flag('toggle', 'Toggle task status'),
      flag('daily', 'Daily note'),
      flag('done', 'Mark as done'),
      flag('todo', 'Mark as todo'),
    ],
    run: showOrUpdate,
  },
  {
    name: 'tasks',
    summary: 'List tasks in the vault',
    options: [
      ...FILE_OPTIONS,
      parameter('status', '"<char>"', 'Filter by status character'),
      parameter('format', 'json|tsv|csv', 'Output format (default: text)'),
      flag('total', 'Return task count'),
      flag('done', 'Show completed tasks'),
      flag('todo', 'Show incomplete tasks'),
      flag('verbose', 'Group by file with line numbers'),
      flag('active', 'Show tasks for active file'),
      flag('daily', 'Show tasks from daily note'),
    ],
    run: listTasks,
  },
];

function listTasks(call: Call): string {
  const groups = searchedNotes(call)
    .map((file) => ({ file, tasks: findTasks(call.vault.read(file)).filter((task) => isWanted(call, task)) }))
    .filter(({ tasks }) => tasks.length > 0);
  const format = call.value('format') ?? 'text';
  if (groups.length === 0) return 'No tasks found.';
  if (call.flag('total')) return String(groups.flatMap(({ tasks }) => tasks).length);
  if (['json', 'tsv', 'csv'].includes(format)) {
    // The line is a string in JSON too, and `total` wins over any format (observed on 1.14.1).
    const rows = groups.flatMap(({ file, tasks }) =>
      tasks.map(({ status, text, line }) => ({ status, text, file, line: String(line) })),
    );
    return printRows(rows, format);
  }
  if (!call.flag('verbose')) return groups.flatMap(({ tasks }) => tasks.map((task) => task.text)).join('\n');
  return groups
    .map(({ file, tasks }) => [file, ...tasks.map((task) => `  ${task.line}: ${task.text}`)].join('\n'))
    .join('\n\n');
}

function searchedNotes(call: Call): readonly string[] {
  if (call.flag('daily')) return call.vault.hasFile(dailyPath(call)) ? [dailyPath(call)] : [];
  const path = chosenFile(call);
  return path === undefined ? call.vault.notes() : [path];
}

function isWanted(call: Call, { status }: Task): boolean {
  const wanted = call.value('status');
  if (wanted !== undefined) return status === wanted;
  if (call.flag('done') !== call.flag('todo')) return DONE.has(status) === call.flag('done');
  return true;
}

function showOrUpdate(call: Call): string {
  const { path, line } = reference(call);
  const text = call.vault.read(path);
  // The wording is that of 1.14.1. Counting the empty text after a final line break as a line is a guess.
  const lines = text.split('\n').length;
  if (line > lines) throw new Failure(`Error: Line ${line} is out of range (file has ${lines} lines).`);
  const task = findTasks(text).find((candidate) => candidate.line === line);
  // This wording is a guess.
  if (!task) throw new Failure(`Error: No task found at ${path}:${line}.`);
  const status = newStatus(call, task);
  if (status === undefined) return printFields({ ...task, file: path });
  const updated = withTaskStatus(text, line, status);
  call.vault.write(path, updated);
  return findTasks(updated).find((candidate) => candidate.line === line)?.text ?? '';
}

function reference(call: Call): { path: string; line: number } {
  const [, path, line] = /^(.*):(\d+)$/.exec(call.value('ref') ?? '') ?? [];
  if (path !== undefined) return { path, line: Number(line) };
  if (call.value('ref') !== undefined) throw new Failure('Error: Invalid task reference. Use path:line');
  const number = Number(call.value('line'));
  if (!(number >= 1)) throw new Failure('Error: Missing required parameter: line=<n>\nUsage: task line=<n>');
  return { path: call.flag('daily') ? dailyPath(call) : targetFile(call), line: number };
}

function newStatus(call: Call, task: Task): string | undefined {
  const status = call.value('status');
  if (status !== undefined) {
    if ([...status].length !== 1) throw new Failure('Error: Status must be a single character.');
    return status;
  }
  if (call.flag('done')) return 'x';
  if (call.flag('todo')) return ' ';
  if (call.flag('toggle')) return DONE.has(task.status) ? ' ' : 'x';
  return undefined;
}
