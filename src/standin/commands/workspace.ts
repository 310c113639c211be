import { flag, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { readJson, writeJson } from '../config-file';
import { Failure, fileNotFound, notKnown } from '../failure';
import { printList } from '../rows';
import { rememberOpened } from '../state';

interface Stored {
  readonly workspaces: Readonly<Record<string, unknown>>;
  readonly active: string;
}

const FILE = 'workspaces.json';
const NAME = required('name', '<name>', 'Workspace name');

const SAVED: readonly Command[] = [
  {
    name: 'workspace:delete',
    summary: 'Delete a saved workspace',
    options: [NAME],
    run: (call: Call) => {
      const name = savedName(call);
      const { workspaces, active } = stored(call);
      const rest = Object.fromEntries(Object.entries(workspaces).filter(([other]) => other !== name));
      writeJson(call.vault, FILE, { workspaces: rest, active: active === name ? '' : active });
      return `Deleted workspace: ${name}`;
    },
  },
  {
    name: 'workspace:load',
    summary: 'Load a saved workspace',
    options: [NAME],
    run: (call: Call) => {
      const name = savedName(call);
      writeJson(call.vault, FILE, { ...stored(call), active: name });
      return `Loaded workspace: ${name}`;
    },
  },
  {
    name: 'workspace:save',
    summary: 'Save current layout as workspace',
    options: [parameter('name', '<name>', 'Workspace name')],
    run: (call: Call) => {
      const { workspaces, active } = stored(call);
      const name = call.value('name') ?? active;
      // This text is an answer, not a failure.
      if (name === '') return 'Missing required parameter: name';
      writeJson(call.vault, FILE, { workspaces: { ...workspaces, [name]: {} }, active: name });
      return `Saved workspace: ${name}`;
    },
  },
  {
    name: 'workspaces',
    summary: 'List saved workspaces',
    options: [flag('total', 'Return workspace count')],
    run: (call: Call) => {
      const { workspaces, active } = stored(call);
      const lines = Object.keys(workspaces).map((name) => (name === active ? `${name} (active)` : name));
      return printList(lines, call.flag('total'), 'No workspaces saved.');
    },
  },
].map((command) => ({ ...command, corePlugin: 'workspaces' }));

/** Commands for panes and tabs, which the stand-in does not have, and for saved layouts, which are only names here. */
export const WORKSPACE_COMMANDS: readonly Command[] = [
  ...SAVED,
  {
    name: 'tab:open',
    summary: 'Open a new tab',
    options: [
      parameter('group', '<id>', 'Tab group ID'),
      parameter('file', '<path>', 'File to open'),
      parameter('view', '<type>', 'View type to open'),
    ],
    run: openTab,
  },
  {
    name: 'tabs',
    summary: 'List open tabs',
    options: [flag('ids', 'Include tab IDs')],
    isReplyUnknown: true,
    run: notKnown,
  },
  {
    name: 'web',
    summary: 'Open URL in web viewer',
    corePlugin: 'webviewer',
    options: [required('url', '<url>', 'URL to open'), flag('newtab', 'Open in new tab')],
    run: (call) => {
      const url = call.given('url');
      return `Opened: ${url.includes('://') ? url : `https://${url}`}`;
    },
  },
  {
    name: 'workspace',
    summary: 'Show workspace tree',
    options: [flag('ids', 'Include workspace item IDs')],
    isReplyUnknown: true,
    run: notKnown,
  },
];

function stored({ vault }: Call): Stored {
  return { workspaces: {}, active: '', ...readJson<Stored>(vault, FILE) };
}

function savedName(call: Call): string {
  const name = call.given('name');
  if (!Object.hasOwn(stored(call).workspaces, name)) throw new Failure(`Workspace "${name}" not found.`);
  return name;
}

/** A file wins over a view, whose type is not checked. There are no tab groups. */
function openTab({ value, vault }: Call): string {
  const [group, file, view] = [value('group'), value('file'), value('view')];
  if (group !== undefined) {
    throw new Failure(`Tab group "${group}" not found. Use "workspace ids=true" to list tab group IDs.`);
  }
  if (file === undefined) return view === undefined ? 'Opened new tab' : `Opened view: ${view}`;
  if (!vault.hasFile(file)) throw fileNotFound(file);
  rememberOpened(vault, file);
  return `Opened: ${file}`;
}
