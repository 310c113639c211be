import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTestApp, loadPlugin, unloadPlugin } from '../obsidian/testing';
import { builtCode, loadBuilt, manifest } from './built-plugin';

const root = new URL('../..', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The sources that go into the plugin, with their text. */
const SOURCES = ['src/obsidian', 'src/bridge']
  .flatMap((folder) =>
    readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  )
  .filter((path) => path.endsWith('.ts'))
  .concat('src/main.ts')
  .map((path) => ({ path, text: read(path) }));

/** The sources in which the pattern occurs. */
function having(pattern: RegExp): string[] {
  return SOURCES.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

describe('what the community directory requires', () => {
  it('no default hotkeys, no plugin name in a command name, and nothing left behind', async () => {
    const app = createTestApp({ layoutReady: true });
    const plugin = await loadPlugin(loadBuilt(), { ...manifest }, app);
    for (const { id, name, hotkeys } of Object.values(app.commands)) {
      expect(hotkeys).toBeUndefined();
      expect(id.replace('cli-bridge:', '')).not.toMatch(/command|bridge/);
      expect(name.replace('CLI Bridge: ', '')).not.toMatch(/command|bridge/i);
    }
    expect(unloadPlugin(plugin, app)).toEqual([]);
  });

  it('no HTML from text, no code from text, no file system, no browser storage, no requests of the browser', () => {
    expect(having(/\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write)\b/)).toEqual([]);
    expect(having(/\beval\(|new Function\b/)).toEqual([]);
    // The standalone host alone has a store over files: the built plugin is looked at below.
    expect(having(/from '(?:node:)?fs(?:\/promises)?'/)).toEqual([
      'src/bridge/notes/aliases.ts',
      'src/bridge/notes/file-store.ts',
      'src/bridge/notes/new-folders.ts',
      'src/bridge/notes/vault-place.ts',
      'src/bridge/notes/write-whole.ts',
    ]);
    // One script to copy, which runs in Node, has a request in its text.
    expect(having(/\b(?:localStorage|sessionStorage|indexedDB|XMLHttpRequest)\b|(?<![.\w])fetch\(/)).toEqual([
      'src/obsidian/connect/script.ts',
    ]);
    expect(having(/rejectUnauthorized/)).toEqual([]);
    expect(having(/console\.(?:log|info)\(/)).toEqual([]);
  });

  it('one file starts processes', () => {
    expect(having(/from '(?:node:)?child_process'/)).toEqual(['src/bridge/cli/run-process.ts']);
  });

  it('the built file requires only the app and the Node modules it may use', () => {
    const modules = new Set([...builtCode.matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1]));
    const allowed =
      /^(?:obsidian|(?:node:)?(?:buffer|child_process|crypto|http|net|os|path|perf_hooks|process|stream|timers|timers\/promises|tls|url|util|async_hooks|events|zlib))$/;
    expect([...modules].filter((name) => !allowed.test(name ?? ''))).toEqual([]);
  });

  it('styles that take every color, size and font from the app', () => {
    const css = read('styles.css').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    expect(css).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|!important|\d(?:px|pt)\b|@import|url\(/i);
    const selectors = [...css.matchAll(/([^{}]+)\{/g)].flatMap((match) => (match[1] ?? '').split(','));
    expect(
      selectors.filter(
        (selector) =>
          !/^(?:@(?:container|media) |@property --cli-bridge-|@keyframes cli-bridge-|\d+%$|\.cli-bridge)/.test(
            selector.trim(),
          ),
      ),
    ).toEqual([]);
  });
});
