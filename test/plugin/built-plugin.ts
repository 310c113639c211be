import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { compileFunction } from 'node:vm';
import * as obsidian from 'obsidian';
import type { App, Plugin, PluginManifest } from 'obsidian';
import manifestJson from '../../manifest.json';
import { built } from '../kit/built';
import { isServed } from '../kit/http-client';
import { until } from '../kit/until';
import { loadPlugin, unloadPlugin } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';

export const manifest: PluginManifest = manifestJson;

type PluginClass = new (app: App, manifest: PluginManifest) => Plugin;

/** The plugin as it ships. */
export const builtCode = readFileSync(built.plugin, 'utf8');

/** What the engine has made of the code: it takes as long to compile as many a test. */
let cachedData: Buffer | undefined;

/** For tests in which a port stays taken: what the plugin waits for takes a fiftieth of the time. */
export const HASTE = {
  'node:timers/promises': {
    setTimeout: (ms: number, ...others: [unknown?, object?]) => sleep(ms / 50, ...others),
  },
};

/**
 * Loads the built plugin as the app does: a fresh module each time, with the stand-in of the app as `obsidian`.
 * @param replaced modules of Node that it gets instead of the real ones
 */
export function loadBuilt(replaced: Readonly<Record<string, object>> = {}): PluginClass {
  const module = { exports: {} as { default?: PluginClass } };
  const nodeRequire = createRequire(import.meta.url);
  const load = (name: string): unknown =>
    name === 'obsidian' ? obsidian : (replaced[name] ?? nodeRequire(name));
  const names = ['module', 'exports', 'require'];
  const options = cachedData ? { cachedData } : { produceCachedData: true };
  const run = compileFunction(builtCode, names, options);
  cachedData ??= run.cachedData;
  (run as (...values: unknown[]) => void)(module, module.exports, load);
  if (!module.exports.default) throw new Error('main.js exports no plugin class');
  return module.exports.default;
}

/** Loads the built plugin in an app that has its layout, and waits until it serves at the port. */
export async function openBuilt(
  app: TestApp,
  port: number,
  replaced?: Parameters<typeof loadBuilt>[0],
): Promise<Plugin> {
  const plugin = await loadPlugin(loadBuilt(replaced), manifest, app);
  app.triggerLayoutReady();
  await until('it serves', () => isServed(port));
  return plugin;
}

/** Unloads the plugin, and waits until the port is free. @returns what it has left behind in the app */
export async function closeBuilt(plugin: Plugin, app: TestApp, port: number): Promise<readonly string[]> {
  const left = unloadPlugin(plugin, app);
  await until('the port is free', async () => !(await isServed(port)));
  return left;
}
