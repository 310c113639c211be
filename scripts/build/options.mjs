import { finishedSchemas } from './finished-schemas.mjs';
import { trimmedSdk } from './sdk.mjs';
import { trimmedZod } from './zod.mjs';

/** How everything that is shipped is bundled. */
export const bundling = {
  bundle: true,
  platform: 'node',
  target: 'es2022',
  conditions: ['browser'],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  plugins: [finishedSchemas, ...trimmedSdk, ...trimmedZod],
};

/** As ES modules for Node: CommonJS packages in them ask for Node's modules through `require`, which these do not have. */
export const nodeProgram = {
  format: 'esm',
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
};
