import { fileURLToPath } from 'node:url';

/** How everything that is shipped is bundled: packages as they were published. */
export const bundling = {
  bundle: true,
  platform: 'node',
  target: 'es2022',
  // The MCP SDK then takes the JSON Schema validator that interprets schemas, not the one that compiles them.
  conditions: ['browser'],
  // zod tries once whether it may compile its schemas to code, and interprets them when that fails.
  inject: [fileURLToPath(new URL('./no-code-from-text.mjs', import.meta.url))],
  // Each output is strict as a whole, by its first line or as an ES module, so its modules need not say so one by one.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, alwaysStrict: false } },
  // Makes `new RegExp(…)` of regular expressions for Unicode. V8 checks a literal while it parses the file, and collecting the
  // characters of its `\p{…}` takes long: 4 ms of the plugin's load, for expressions that are seldom needed.
  supported: { 'regexp-sticky-and-unicode-flags': false },
  minify: true,
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
