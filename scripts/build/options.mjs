import { fileURLToPath } from 'node:url';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** How everything that is shipped is bundled: packages as they were published, save for what the two files here replace. */
export const bundling = {
  bundle: true,
  platform: 'node',
  target: 'es2022',
  // Where the MCP SDK gets its JSON Schema validator from, which would be 22 KB or compile schemas to code.
  alias: { '@modelcontextprotocol/server/_shims': here('./no-schema-validator.mjs') },
  // zod tries once whether it may compile its schemas to code, and interprets them when that fails.
  inject: [here('./no-code-from-text.mjs')],
  // Makes `new RegExp(…)` of regular expressions for Unicode. V8 checks a literal while it parses the file, and collecting the
  // characters of its `\p{…}` takes long: 4 ms of the plugin's load, for expressions that are seldom needed.
  supported: { 'regexp-sticky-and-unicode-flags': false },
  minify: true,
  // Other scripts as they are: escaped, they would be twice as long.
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
};

/** As ES modules for Node: CommonJS packages in them ask for Node's modules through `require`, which these do not have. */
export const nodeProgram = {
  format: 'esm',
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
};
