import { decodeContent } from '../arguments';
import { FILE_OPTIONS, flag, required } from '../command';
import type { Call, Command } from '../command';
import { appended, prepended } from '../insertion';
import { targetFile } from '../target';

/** Commands that change or remove one file. */
export const EDIT_COMMANDS: readonly Command[] = [
  {
    name: 'append',
    summary: 'Append content to a file',
    options: [
      ...FILE_OPTIONS,
      required('content', '<text>', 'Content to append'),
      flag('inline', 'Append without newline'),
    ],
    run: (call) => {
      const path = targetFile(call);
      call.vault.write(path, appended(call.vault.read(path), contentOf(call), call.flag('inline')));
      return `Appended to: ${path}`;
    },
  },
  {
    name: 'prepend',
    summary: 'Prepend content to a file',
    options: [
      ...FILE_OPTIONS,
      required('content', '<text>', 'Content to prepend'),
      flag('inline', 'Prepend without newline'),
    ],
    run: (call) => {
      const path = targetFile(call);
      call.vault.write(path, prepended(call.vault.read(path), contentOf(call), call.flag('inline')));
      return `Prepended to: ${path}`;
    },
  },
  {
    name: 'delete',
    summary: 'Delete a file',
    options: [...FILE_OPTIONS, flag('permanent', 'Skip trash, delete permanently')],
    run: deleteFile,
  },
];

/** The decoded text of `content=`. */
export function contentOf(call: Call): string {
  return decodeContent(call.value('content') ?? '');
}

function deleteFile(call: Call): string {
  const path = targetFile(call);
  if (call.flag('permanent')) {
    call.vault.erase(path);
    return `Deleted permanently: ${path}`;
  }
  call.vault.trash(path);
  return `Moved to trash: ${path}`;
}
