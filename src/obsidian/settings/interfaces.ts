import type { SettingDefinitionPage } from 'obsidian';
import type { Settings } from '../../bridge/settings';
import type { TabContext } from './context';
import { rowsOf } from './setting-rows';

/** The interfaces, the folder of prompts, the address of the server, and access from web pages and through proxies. */
export function interfacesPage(context: TabContext): SettingDefinitionPage {
  const { settings } = context.bridge;
  return {
    type: 'page',
    name: 'Interfaces',
    desc: 'Port, address, prompts, and access from web pages.',
    displayValue: () => interfacesOn(settings.current),
    items: [
      { type: 'group', items: rowsOf(context, 'interfaces') },
      { type: 'group', heading: 'Web pages and proxies', items: rowsOf(context, 'web') },
    ],
  };
}

function interfacesOn({ restEnabled, mcpEnabled }: Settings): string {
  if (restEnabled && mcpEnabled) return 'REST and MCP';
  if (restEnabled) return 'REST only';
  return mcpEnabled ? 'MCP only' : 'Off';
}
