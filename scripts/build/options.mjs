import { fileURLToPath } from 'node:url';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Options for everything that is shipped. Packages are bundled as published, apart from what the two files here replace. */
export const bundling = {
  bundle: true,
  platform: 'node',
  target: 'es2022',
  // The MCP SDK gets its JSON Schema validator from there.
  alias: { '@modelcontextprotocol/server/_shims': here('./no-schema-validator.mjs') },
  // zod tries once to compile its schemas to code, and interprets them if that fails.
  inject: [here('./no-code-from-text.mjs')],
  // Turns regular expression literals for Unicode into `new RegExp(…)`. V8 checks literals while it parses the file, and
  // collecting the characters of `\p{…}` would take 4 ms of the plugin's load, for expressions that are seldom needed.
  supported: { 'regexp-sticky-and-unicode-flags': false },
  minify: true,
  // Keeps characters that are not ASCII. Escapes would be twice as long.
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
};

/** Options for ES modules in Node. Bundled CommonJS packages load Node's modules with `require`, which ES modules lack. */
export const nodeProgram = {
  format: 'esm',
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
};
