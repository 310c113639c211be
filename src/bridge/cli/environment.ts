/** Variables that change how the program runs, or hold the bridge's own secret. On Windows their case does not matter. */
const REMOVED: ReadonlySet<string> = new Set([
  'CLI_BRIDGE_API_KEY',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_NO_ATTACH_CONSOLE',
  'NODE_OPTIONS',
  '__CFBUNDLEIDENTIFIER',
]);

/** The environment for the program: the host's own without these. */
export function childEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !REMOVED.has(name.toUpperCase())));
}
