import { FILE_OPTIONS, flag, parameter } from '../command';
import type { Call, Command } from '../command';
import { Failure, fileNotFound, notKnown } from '../failure';
import { findTasks, withTaskStatus } from '../markdown/tasks';
import type { Task } from '../markdown/tasks';
import { sorted } from '../order';
import { printList, printRows } from '../rows';
import { chosenFile, targetFile } from '../target';
import { dailyPath } from './daily';

const OPEN = ' ';

/** Commands for tasks. */
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

/** The layout of `verbose` is unknown. */
function listTasks(call: Call): string {
  const found = searchedNotes(call).flatMap((file) =>
    findTasks(call.vault.read(file))
      .filter((task) => isWanted(call, task))
      .map((task) => ({ ...task, file })),
  );
  const format = call.value('format') ?? '';
  if (found.length > 0 && !call.flag('total')) {
    const rows = found.map(({ status, text, file, line }) => ({ status, text, file, line: String(line) }));
    if (['json', 'tsv', 'csv'].includes(format)) return printRows(rows, format);
    if (call.flag('verbose')) return notKnown();
  }
  const lines = found.map(({ text }) => text);
  return printList(lines, call.flag('total'), 'No tasks found.');
}

function searchedNotes(call: Call): readonly string[] {
  if (call.flag('daily')) return call.vault.hasFile(dailyPath(call)) ? [dailyPath(call)] : [];
  const path = chosenFile(call);
  return path === undefined ? sorted(call.vault.notes()) : [path];
}

/** Every status but a space counts as done. */
function isWanted(call: Call, { status }: Task): boolean {
  if (call.flag('done') && status === OPEN) return false;
  if (call.flag('todo') && status !== OPEN) return false;
  return status === (call.value('status') ?? status);
}

function showOrUpdate(call: Call): string {
  const { path, line } = reference(call);
  const text = call.vault.read(path);
  const lines = text.split('\n').length;
  if (line > lines) throw new Failure(`Line ${line} is out of range (file has ${lines} lines).`);
  const task = taskAt(text, line);
  const status = newStatus(call, task);
  if (status === undefined) return printTask(path, task);
  const updated = withTaskStatus(text, line, status);
  call.vault.write(path, updated);
  return printTask(path, taskAt(updated, line));
}

function taskAt(text: string, line: number): Task {
  return findTasks(text).find((task) => task.line === line) ?? notKnown();
}

function printTask(path: string, { line, status, text }: Task): string {
  return `${path}:${line} [${status}] ${text.slice(text.indexOf(']') + 1).trim()}`;
}

function reference(call: Call): { path: string; line: number } {
  const [, path, at] = /^(.*):(\d+)$/.exec(call.value('ref') ?? '') ?? [];
  const line = Number(at ?? call.value('line'));
  if (path !== undefined) {
    if (!call.vault.hasFile(path)) throw fileNotFound(path);
    return { path, line };
  }
  if (call.value('ref') !== undefined || !(line >= 1)) return notKnown();
  return { path: call.flag('daily') ? dailyPath(call) : targetFile(call), line };
}

function newStatus(call: Call, task: Task): string | undefined {
  const status = call.value('status');
  if (status !== undefined) return [...status].length === 1 ? status : notKnown();
  if (call.flag('done')) return 'x';
  if (call.flag('todo')) return OPEN;
  if (call.flag('toggle')) return task.status === OPEN ? 'x' : OPEN;
  return undefined;
}
