import type { Settings } from '../settings';
import type { Catalogue } from './catalogue';
import { policyRefusal } from './policy';

/**
 * Whether the settings leave only commands that read. Other plugins may add commands at any time, so a block-list or a
 * pattern never proves it: read-only mode does, and an allow-list that names nothing but reading commands.
 */
export function isReadOnly(settings: Settings, catalogue: Catalogue): boolean {
  if (settings.readOnly) return true;
  const { allowedCommands } = settings;
  return allowedCommands.length > 0 && allowedCommands.every(isHarmless);

  function isHarmless(entry: string): boolean {
    const command = catalogue.get(entry.trim().toLowerCase().replaceAll('/', ':'));
    return (
      command !== undefined && (command.kind === 'read' || policyRefusal(command, settings) !== undefined)
    );
  }
}
