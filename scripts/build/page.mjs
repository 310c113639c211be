import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const path = (name) => fileURLToPath(new URL(`../../src/page/${name}`, import.meta.url));

/** The page at `/`: one HTML text with its script and styles, and the policy that allows only these two. */
export async function makePage() {
  const [html, script, style] = await Promise.all([
    readFile(path('index.html'), 'utf8'),
    bundle('main.ts'),
    bundle('page.css'),
  ]);
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return {
    policy,
    html: html
      .replace('<style></style>', () => `<style>${style}</style>`)
      .replace('<script></script>', () => `<script>${script}</script>`),
  };
}

async function bundle(name) {
  const { outputFiles } = await build({
    entryPoints: [path(name)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
  });
  const text = outputFiles[0].text.trim();
  if (/<\/(?:script|style)|<!--/i.test(text)) throw new Error(`${name} would end its own element.`);
  return text;
}

function hash(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
