import { replacing, uncallable } from './replacing.mjs';
import { expect } from './source.mjs';

/** Keeps zod's English messages only: its translations are most of its size and nothing here shows them. */
const englishOnly = {
  name: 'english-only',
  setup(context) {
    context.onResolve({ filter: /locales\/index\.(js|cjs|mjs)$/ }, async (args) => {
      const english = args.path.replace(/index\.(js|cjs|mjs)$/, 'en.$1');
      const resolved = await context.resolve(english, { resolveDir: args.resolveDir, kind: args.kind });
      return { path: resolved.path, namespace: 'english-locale' };
    });
    context.onLoad({ filter: /.*/, namespace: 'english-locale' }, (args) => ({
      contents: `export { default as en } from ${JSON.stringify(args.path)};`,
      resolveDir: '/',
    }));
  },
};

/** What tries whether code can be made out of text, to the end of the statement. */
const PROBE = /(export const allowsEval = )[^]*?\n\}\);/;

/** Leaves out of zod what is never used here, and what makes code out of text. */
export const trimmedZod = [
  englishOnly,
  replacing('no-schema-making', /zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/, (text) =>
    uncallable(text, 'JSON Schemas are made when the bridge is built.'),
  ),
  replacing('no-code-from-text', /zod\/v4\/core\/doc\.js$/, (text) =>
    uncallable(text, 'No code is made out of text.'),
  ),
  replacing('no-probe-for-code-from-text', /zod\/v4\/core\/util\.js$/, (text) => {
    expect(PROBE.test(text), true, 'probe for code from text');
    return text.replace(PROBE, '$1{ value: false };');
  }),
];
