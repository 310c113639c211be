import { maskCode } from './mask';

/** A checkbox item of a note. */
export interface Task {
  /** What stands between the brackets: a blank, `x`, `/`... */
  readonly status: string;
  /** The line without its indentation. */
  readonly text: string;
  /** The line it stands in; the first line is 1. */
  readonly line: number;
}

const TASK = /^([ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[)([^\r\n])(\](?:[ \t]|$))/u;

/** The checkbox items of a note, in order. */
export function findTasks(text: string): Task[] {
  const lines = text.split(/\r?\n/);
  return maskCode(text)
    .split(/\r?\n/)
    .flatMap((masked, index) => {
      const status = TASK.exec(masked)?.[2];
      return status === undefined ? [] : [{ status, text: (lines[index] ?? '').trim(), line: index + 1 }];
    });
}

/** The text with another status in one line. The line ends stay as they are. */
export function withTaskStatus(text: string, line: number, status: string): string {
  const lines = text.split('\n');
  lines[line - 1] = (lines[line - 1] ?? '').replace(TASK, (_, before: string, __, after: string) => {
    return before + status + after;
  });
  return lines.join('\n');
}
