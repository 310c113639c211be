import { flag, parameter, required } from '../command';
import type { Call, Command } from '../command';
import { isCoreEnabled } from '../core-plugins';
import { Failure, notKnown } from '../failure';
import { sorted } from '../order';
import { printRows } from '../rows';
import { openDailyNote } from './daily';

interface PaletteCommand {
  readonly corePlugin?: string;
  readonly run: (call: Call) => void;
}

/** The palette commands that work here, under their real ids. */
const PALETTE: Readonly<Record<string, PaletteCommand>> = {
  // Nothing to do: every call reads the vault anew.
  'app:reload': { run: () => undefined },
  'daily-notes': { corePlugin: 'daily-notes', run: openDailyNote },
  // Nothing to do: every note is already saved.
  'editor:save-file': { run: () => undefined },
};

const ID = required('id', '<command-id>', 'Command ID to execute');

/** Commands for the command palette, none of which has a hotkey. */
export const PALETTE_COMMANDS: readonly Command[] = [
  {
    name: 'command',
    summary: 'Execute an Obsidian command',
    options: [ID],
    run: (call) => {
      const id = call.given('id');
      const known = available(call).includes(id) ? PALETTE[id] : undefined;
      if (!known) {
        throw new Failure(`Command "${id}" not found. Use "commands" to list available command IDs.`);
      }
      known.run(call);
      return `Executed: ${id}`;
    },
  },
  {
    name: 'commands',
    summary: 'List available command IDs',
    options: [parameter('filter', '<prefix>', 'Filter by ID prefix')],
    run: (call) => {
      return available(call)
        .filter((id) => id.startsWith(call.value('filter') ?? ''))
        .join('\n');
    },
  },
  {
    name: 'hotkey',
    summary: 'Get hotkey for a command',
    options: [{ ...ID, description: 'Command ID' }, flag('verbose', 'Show if custom or default')],
    run: (call) => (available(call).includes(call.given('id')) ? '(none)' : notKnown()),
  },
  {
    name: 'hotkeys',
    summary: 'List hotkeys',
    options: [
      flag('total', 'Return hotkey count'),
      flag('verbose', 'Show if hotkey is custom or default'),
      parameter('format', 'json|tsv|csv', 'Output format (default: tsv)'),
      flag('all', 'Include commands without hotkeys'),
    ],
    run: (call) => {
      const ids = available(call);
      if (call.flag('total')) return String(ids.length);
      if (call.flag('verbose')) return notKnown();
      return printRows(
        ids.map((id) => ({ id, hotkey: '' })),
        call.value('format'),
      );
    },
  },
];

function available({ vault }: Call): string[] {
  const entries = Object.entries(PALETTE).filter(([, { corePlugin }]) => {
    return corePlugin === undefined || isCoreEnabled(vault, corePlugin);
  });
  return sorted(entries.map(([id]) => id));
}
