import { flag, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { Failure } from '../failure';
import { fillTemplate, readTemplate, templatePaths } from '../template';

/** Commands for templates. */
export const TEMPLATE_COMMANDS: readonly Command[] = [
  {
    name: 'template:insert',
    summary: 'Insert template into active file',
    corePlugin: 'templates',
    options: [required('name', '<template>', 'Template name')],
    // There is no editor, so this is the app's answer when none is open (observed on 1.12).
    run: () => {
      throw new Failure('Error: No active editor. Open a file first.');
    },
  },
  {
    name: 'template:read',
    summary: 'Read template content',
    corePlugin: 'templates',
    options: [
      required('name', '<template>', 'Template name'),
      parameter('title', '<title>', 'Title for variable resolution'),
      flag('resolve', 'Resolve template variables'),
    ],
    run: readOne,
  },
  {
    name: 'templates',
    summary: 'List templates',
    corePlugin: 'templates',
    options: [flag('total', 'Return template count')],
    run: (call) => {
      const names = [...templatePaths(call.vault).keys()];
      return call.flag('total') ? String(names.length) : names.join('\n');
    },
  },
];

function readOne(call: Call): string {
  const text = readTemplate(call.vault, call.value('name') ?? '');
  return call.flag('resolve') ? fillTemplate(text, call.value('title') ?? 'Untitled', call.now) : text;
}
