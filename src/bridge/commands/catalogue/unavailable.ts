import { COMMAND_CATEGORIES } from '../records';
import type { Command } from './command';

/** The core plugins that commands require, by category. */
const CORE_PLUGINS: ReadonlyMap<string, string> = new Map(
  COMMAND_CATEGORIES.flatMap(({ name, corePlugin }) =>
    corePlugin === undefined ? [] : [[name, corePlugin]],
  ),
);

/** The core plugin that a documented command requires, if any. */
export function corePluginOf({ category, corePlugin, origin }: Command): string | undefined {
  return origin === 'live' ? undefined : (corePlugin ?? CORE_PLUGINS.get(category));
}

/** What to do about a command that the app does not offer. */
export function remedyFor({ instead, origin, ...command }: Command): string {
  if (instead !== undefined) return instead.replace(/\.$/, '');
  const plugin = corePluginOf({ ...command, origin });
  if (plugin !== undefined) return `ask the user to turn on the core plugin "${plugin}" in Obsidian`;
  return origin === 'live'
    ? 'ask the user to turn on the plugin that adds it in Obsidian'
    : 'the installed Obsidian lacks it; ask the user to update it';
}
