import { contentOf, flag, PANE_TYPE, required } from '../command';
import type { Call, Command } from '../command';
import { readJson } from '../config-file';
import { formatDate } from '../date-format';
import { appended, prepended } from '../insertion';
import { titleOf } from '../link-target';
import { rememberOpened } from '../state';
import { fillTemplate } from '../template';

interface DailyNoteSettings {
  readonly folder: string;
  readonly format: string;
  readonly template: string;
}

/** Commands for today's daily note. */
export const DAILY_COMMANDS: readonly Command[] = [
  {
    name: 'daily',
    summary: 'Open daily note',
    options: [PANE_TYPE],
    run: (call: Call) => `Opened: ${openDailyNote(call)}`,
  },
  {
    name: 'daily:append',
    summary: 'Append content to daily note',
    options: [
      required('content', '<text>', 'Content to append'),
      PANE_TYPE,
      flag('inline', 'Append without newline'),
      flag('open', 'Open file after adding'),
    ],
    run: (call: Call) => `Added to: ${insert(call, appended)}`,
  },
  {
    name: 'daily:path',
    summary: 'Get daily note path',
    options: [],
    run: (call: Call) => dailyPath(call),
  },
  {
    name: 'daily:prepend',
    summary: 'Prepend content to daily note',
    options: [
      required('content', '<text>', 'Content to prepend'),
      PANE_TYPE,
      flag('inline', 'Prepend without newline'),
      flag('open', 'Open file after adding'),
    ],
    run: (call: Call) => `Added to: ${insert(call, prepended)}`,
  },
  {
    name: 'daily:read',
    summary: 'Read daily note contents',
    options: [],
    // Creates a missing note, although the command only reads.
    run: (call: Call) => call.vault.read(existingDailyNote(call)),
  },
].map((command) => ({ ...command, corePlugin: 'daily-notes' }));

/** Makes today's note the active file, and creates it if needed. Returns its path. */
export function openDailyNote(call: Call): string {
  const path = existingDailyNote(call);
  rememberOpened(call.vault, path);
  return path;
}

/** The path of today's note, whether it exists or not. */
export function dailyPath(call: Call): string {
  const { folder = '', format } = settings(call);
  const name = formatDate(call.now, format || 'YYYY-MM-DD');
  return `${folder.replace(/^\/|\/$/g, '')}/${name}.md`.replace(/^\//, '');
}

function existingDailyNote(call: Call): string {
  const path = dailyPath(call);
  if (!call.vault.hasFile(path)) call.vault.write(path, templateText(call, titleOf(path)));
  return path;
}

function insert(call: Call, join: typeof appended): string {
  const path = dailyPath(call);
  const content = contentOf(call);
  const text = call.vault.hasFile(path) ? call.vault.read(path) : templateText(call, titleOf(path));
  call.vault.write(path, join(text, content, call.flag('inline')));
  if (call.flag('open')) rememberOpened(call.vault, path);
  return path;
}

/** A missing template gives an empty note. */
function templateText(call: Call, title: string): string {
  const template =
    settings(call)
      .template?.replace(/^\//, '')
      .replace(/(\.md)?$/, '.md') ?? '';
  return call.vault.hasFile(template) ? fillTemplate(call.vault.read(template), title, call.now) : '';
}

function settings(call: Call): Partial<DailyNoteSettings> {
  return readJson<DailyNoteSettings>(call.vault, 'daily-notes.json') ?? {};
}
