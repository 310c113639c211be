import { parameter, required } from '../command';
import type { Call, Command } from '../command';
import { isCoreEnabled } from '../core-plugins';
import { Failure } from '../failure';
import { openDailyNote } from './daily';

interface PaletteCommand {
  readonly corePlugin?: string;
  readonly run: (call: Call) => void;
}

/** The app's palette commands that can be carried out here, under their real ids. */
const PALETTE: Readonly<Record<string, PaletteCommand>> = {
  // Every call reads the vault anew.
  'app:reload': { run: () => undefined },
  'daily-notes': { corePlugin: 'daily-notes', run: openDailyNote },
  // Every note is saved all the time.
  'editor:save-file': { run: () => undefined },
};

/** Commands for the command palette. */
export const PALETTE_COMMANDS: readonly Command[] = [
  {
    name: 'command',
    summary: 'Execute an Obsidian command',
    options: [required('id', '<command-id>', 'Command ID to execute')],
    run: (call) => {
      const id = call.value('id') ?? '';
      const known = available(call).includes(id) ? PALETTE[id] : undefined;
      if (!known) throw new Failure(`Error: Command "${id}" not found.`);
      known.run(call);
      // The wording is a guess.
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
];

function available({ vault }: Call): string[] {
  return Object.entries(PALETTE).flatMap(([id, { corePlugin }]) => {
    return corePlugin === undefined || isCoreEnabled(vault, corePlugin) ? [id] : [];
  });
}
