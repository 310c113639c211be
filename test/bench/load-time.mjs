/** Prints the milliseconds that `require` of the plugin and its `onload` take, in a fresh process. */
import Module, { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const [main, standIn] = process.argv.slice(2);
const { obsidian, createTestApp } = require(standIn);
const original = Module._load;
Module._load = (request, ...rest) => (request === 'obsidian' ? obsidian : original(request, ...rest));

const manifest = { id: 'cli-bridge', name: 'CLI Bridge', version: '0.0.0' };
const { app } = createTestApp({});
const started = performance.now();
const { default: BridgePlugin } = require(main);
const plugin = new BridgePlugin(app, manifest);
plugin.onload();
process.stdout.write(String(performance.now() - started), () => process.exit(0));
