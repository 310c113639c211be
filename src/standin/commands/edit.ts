import { contentOf, FILE_OPTIONS, flag, required } from '../command';
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
    run: (call) => `Appended to: ${insert(call, appended)}`,
  },
  {
    name: 'prepend',
    summary: 'Prepend content to a file',
    options: [
      ...FILE_OPTIONS,
      required('content', '<text>', 'Content to prepend'),
      flag('inline', 'Prepend without newline'),
    ],
    run: (call) => `Prepended to: ${insert(call, prepended)}`,
  },
  {
    name: 'delete',
    summary: 'Delete a file',
    options: [...FILE_OPTIONS, flag('permanent', 'Skip trash, delete permanently')],
    run: deleteFile,
  },
];

/** Reads any file as text and writes it back, which destroys an image. */
function insert(call: Call, join: typeof appended): string {
  const path = targetFile(call);
  const content = contentOf(call);
  call.vault.write(path, join(call.vault.read(path), content, call.flag('inline')));
  return path;
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
