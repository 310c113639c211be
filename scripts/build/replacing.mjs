import { readFile } from 'node:fs/promises';

/** Gives a module another content; a build in which the module does not occur fails, so that nothing goes stale. */
export function replacing(name, filter, replace) {
  // Each of the builds has the plugin, and the same files.
  const contents = new Map();
  const made = (path) => {
    const known = contents.get(path) ?? readFile(path, 'utf8').then(replace);
    contents.set(path, known);
    return known;
  };
  return {
    name,
    setup(context) {
      let met = false;
      context.onLoad({ filter }, async ({ path }) => {
        met = true;
        return { contents: await made(path), loader: 'js' };
      });
      context.onEnd(() => (met ? {} : { errors: [{ text: `Nothing to replace for ${name}.` }] }));
    },
  };
}

/** The names that a module exports, each as a function that must never be called. */
export function uncallable(text, reason) {
  const names = [...text.matchAll(/^export (?:function|const|class) (\w+)/gm)].map(([, name]) => name);
  const listed = [...text.matchAll(/^export \{ (\w+) as (\w+) \};/gm)];
  const fail = `function fail() { throw new Error(${JSON.stringify(reason)}); }`;
  const exports = [
    ...names.map((name) => `fail as ${name}`),
    ...listed.map(([, , name]) => `fail as ${name}`),
  ];
  return `${fail}\nexport { ${exports.join(', ')} };`;
}
