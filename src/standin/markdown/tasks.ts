import { maskCode } from './mask';

/** A task: a list item with a checkbox. */
export interface Task {
  /** The character between the brackets: a space, `x`, `/`... */
  readonly status: string;
  /** The line without its indentation. */
  readonly text: string;
  /** Line number, from 1. */
  readonly line: number;
}

const TASK = /^([ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[)([^\r\n])(\](?:[ \t]|$))/u;

/** The tasks of a note, in order. */
export function findTasks(text: string): Task[] {
  const lines = text.split(/\r?\n/);
  return maskCode(text)
    .split(/\r?\n/)
    .flatMap((masked, index) => {
      const status = TASK.exec(masked)?.[2];
      return status === undefined ? [] : [{ status, text: (lines[index] ?? '').trim(), line: index + 1 }];
    });
}

/** Sets the status of the task on one line. Line endings are kept. */
export function withTaskStatus(text: string, line: number, status: string): string {
  const lines = text.split('\n');
  lines[line - 1] = (lines[line - 1] ?? '').replace(TASK, (_, before: string, __, after: string) => {
    return before + status + after;
  });
  return lines.join('\n');
}
