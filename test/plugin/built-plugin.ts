import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import * as obsidian from 'obsidian';
import type { App, Plugin, PluginManifest } from 'obsidian';
import manifestJson from '../../manifest.json';
import { built } from '../kit/built';

export const manifest: PluginManifest = manifestJson;

type PluginClass = new (app: App, manifest: PluginManifest) => Plugin;

/** The plugin as it ships. */
export const builtCode = readFileSync(built.plugin, 'utf8');

/** Loads the built plugin as the app does: a fresh module each time, with the stand-in of the app as `obsidian`. */
export function loadBuilt(): PluginClass {
  const module = { exports: {} as { default?: PluginClass } };
  const nodeRequire = createRequire(import.meta.url);
  const load = (name: string): unknown => (name === 'obsidian' ? obsidian : nodeRequire(name));
  const names = ['module', 'exports', 'require'];
  const run = compileFunction(builtCode, names) as (...values: unknown[]) => void;
  run(module, module.exports, load);
  if (!module.exports.default) throw new Error('main.js exports no plugin class');
  return module.exports.default;
}
