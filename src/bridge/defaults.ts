import type { Settings } from './settings';

/** `defaultVault` that leaves the choice to the program: the vault that has the focus. */
export const CLI_DECIDES = '*';

/** Apart from the schema, so that a host can show settings before it loads what checks them. */
export const DEFAULT_SETTINGS: Settings = Object.freeze({
  port: 27_124,
  bindAddress: '127.0.0.1',
  startOnLoad: true,
  restEnabled: true,
  mcpEnabled: true,
  defaultVault: '',
  cliPath: '',
  allowedCommands: [],
  blockedCommands: [],
  readOnly: false,
  allowDangerousCommands: false,
  corsEnabled: false,
  corsOrigins: [],
  allowedHosts: [],
  timeoutSeconds: 30,
});
