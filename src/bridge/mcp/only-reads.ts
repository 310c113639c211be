import type { Catalogue } from '../commands/catalogue';
import type { Runner } from '../commands/runner';
import type { Settings } from '../settings';

/**
 * Whether the settings leave only commands that read. Commands may be added at any time by other plugins, so a block-list
 * or a pattern never proves it: read-only mode does, and an allow-list that names nothing but reading commands.
 */
export function onlyReads(settings: Settings, catalogue: Catalogue, runner: Runner): boolean {
  if (settings.readOnly) return true;
  const { allowedCommands } = settings;
  return allowedCommands.length > 0 && allowedCommands.every(isHarmless);

  function isHarmless(entry: string): boolean {
    const command = catalogue.get(entry.trim().toLowerCase().replaceAll('/', ':'));
    return command !== undefined && (command.kind === 'read' || runner.refusal(command) !== undefined);
  }
}
