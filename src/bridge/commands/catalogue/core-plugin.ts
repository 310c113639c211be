import type { Command } from './command';
import { COMMAND_CATEGORIES } from '../records';

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
