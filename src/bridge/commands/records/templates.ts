import type { CommandRecord } from './command-record';
import { LINES, ONLY_OPEN_NOTE, TEXT, TOTAL, UNKNOWN } from './shared-parts';

const FAILURES = [/^Error: Template folder "[^\n]*" not found\.$/];

export const TEMPLATES_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  templates: {
    kind: 'read',
    reveals: { paths: 'templates' },
    summary: 'Lists available templates.',
    note: 'Fails if no template folder is set in the app.',
    flags: { total: TOTAL },
    success: LINES,
    failures: FAILURES,
    printsUserText: true,
    searchWords: 'boilerplate forms skeletons',
  },
  'template:read': {
    kind: 'read',
    reveals: 'note',
    summary: 'Prints a template, optionally with its variables filled in.',
    parameters: {
      name: {
        placeholder: '<template>',
        description: 'Name of the template',
        required: true,
        namesResource: true,
        namesTemplate: true,
        sample: 'Name',
      },
      title: { placeholder: '<title>', description: 'Title to put into the template' },
    },
    flags: { resolve: 'Fill in the variables' },
    success: TEXT,
    failures: FAILURES,
    printsUserText: true,
    searchWords: 'boilerplate content show placeholders view inside',
  },
  'template:insert': {
    kind: 'write',
    reveals: 'more',
    insteadOfAll: 'Read the template with template:read, and append the text to a note.',
    summary: 'Inserts a template into the note being edited.',
    note: 'Works only on the note open in an editor; it takes no target.',
    parameters: {
      name: {
        placeholder: '<template>',
        description: 'Name of the template',
        required: true,
        namesResource: true,
        sample: 'Name',
      },
    },
    target: ONLY_OPEN_NOTE,
    success: UNKNOWN,
    evidence: 'modified',
    searchWords: 'boilerplate apply paste current add put fill drop skeleton into editing',
  },
};
