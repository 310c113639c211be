import type { Command } from './command';
import { corePluginOf } from './core-plugin';

/** What to do about a command that the app does not offer. */
export function lackOf({ instead, origin, ...command }: Command): string {
  if (instead !== undefined) return instead.replace(/\.$/, '');
  const plugin = corePluginOf({ ...command, origin });
  if (plugin !== undefined) return `ask the user to turn on the core plugin "${plugin}" in Obsidian`;
  return origin === 'live'
    ? 'ask the user to turn on the plugin that adds it in Obsidian'
    : 'the installed Obsidian lacks it; ask the user to update it';
}
