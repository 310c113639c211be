import { builtinModules, createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';
import * as obsidian from 'obsidian';
import type { App, Plugin, PluginManifest } from 'obsidian';
import manifestJson from '../../manifest.json';

export const manifest: PluginManifest = manifestJson;

type PluginClass = new (app: App, manifest: PluginManifest) => Plugin;

let code: string | undefined;

/** The plugin as it ships: one minified CommonJS file, built from the sources of now. */
export async function builtCode(): Promise<string> {
  if (code !== undefined) return code;
  const result = await build({
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    entryPoints: ['src/main.ts'],
    bundle: true,
    write: false,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    conditions: ['browser'],
    external: ['obsidian', 'electron', ...builtinModules, 'node:*'],
  });
  code = result.outputFiles[0]?.text ?? '';
  return code;
}

/** Loads the built plugin as the app does: a fresh module each time, with the stand-in of the app as `obsidian`. */
export async function loadBuilt(): Promise<PluginClass> {
  const module = { exports: {} as { default?: PluginClass } };
  const nodeRequire = createRequire(import.meta.url);
  const load = (name: string): unknown => (name === 'obsidian' ? obsidian : nodeRequire(name));
  const names = ['module', 'exports', 'require'];
  const run = compileFunction(await builtCode(), names) as (...values: unknown[]) => void;
  run(module, module.exports, load);
  if (!module.exports.default) throw new Error('main.js exports no plugin class');
  return module.exports.default;
}
