import type { Command } from './command';
import { COMMAND_CATEGORIES } from '../records';

/** The core plugins that commands need, by category. */
const CORE_PLUGINS: ReadonlyMap<string, string> = new Map(
  COMMAND_CATEGORIES.flatMap(({ name, corePlugin }) =>
    corePlugin === undefined ? [] : [[name, corePlugin]],
  ),
);

/** The core plugin that has to be on in the app for a documented command; undefined where it needs none. */
export function corePluginOf({ category, corePlugin, origin }: Command): string | undefined {
  return origin === 'live' ? undefined : (corePlugin ?? CORE_PLUGINS.get(category));
}
