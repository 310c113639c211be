import { flag, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { Failure, notKnown } from '../failure';
import { fillTemplate, readTemplate, templateNames } from '../template';

/** Commands for templates. */
export const TEMPLATE_COMMANDS: readonly Command[] = [
  {
    name: 'template:insert',
    summary: 'Insert template into active file',
    options: [required('name', '<template>', 'Template name')],
    // There is no editor.
    run: () => {
      throw new Failure('No active editor. Open a file first.');
    },
  },
  {
    name: 'template:read',
    summary: 'Read template content',
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
    options: [flag('total', 'Return template count')],
    run: (call: Call) => {
      const names = templateNames(call.vault);
      return call.flag('total') ? String(names.length) : names.join('\n') || notKnown();
    },
  },
].map((command) => ({ ...command, corePlugin: 'templates' }));

function readOne(call: Call): string {
  const text = readTemplate(call.vault, call.given('name'));
  return call.flag('resolve') ? fillTemplate(text, call.value('title') ?? 'Untitled', call.now) : text;
}
