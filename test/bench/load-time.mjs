/** Prints the milliseconds that `require` of the plugin and its `onload` take, in a process that has loaded nothing of it. */
import Module, { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const [main, standIn] = process.argv.slice(2);
const app = require(standIn);
const original = Module._load;
Module._load = (request, ...rest) => (request === 'obsidian' ? app : original(request, ...rest));

const manifest = { id: 'cli-bridge', name: 'CLI Bridge', version: '0.0.0' };
const workspace = { onLayoutReady: () => undefined, on: () => ({}) };
const started = performance.now();
const { default: BridgePlugin } = require(main);
const plugin = new BridgePlugin({ workspace, vault: { getName: () => 'Vault' } }, manifest);
plugin.onload();
process.stdout.write(String(performance.now() - started), () => process.exit(0));
