import ts from 'typescript';

/** A module's syntax tree, to be edited by the places of its nodes. */
export function parse(text) {
  return ts.createSourceFile('module.mjs', text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
}

/** Every node below this one, outer ones first. */
export function nodesIn(node) {
  const found = [];
  const visit = (child) => {
    found.push(child);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}

/** An edit that puts this text in the place of the node. */
export function replaced(node, replacement) {
  return [node.getStart(), node.end, replacement];
}

/** The text with these edits made: `[start, end, replacement]`, in any order, none inside another. */
export function edited(text, edits) {
  const parts = [];
  let at = 0;
  for (const [start, end, replacement] of [...edits].sort(([a], [b]) => a - b)) {
    if (start < at) throw new Error(`Overlapping edits at ${start}.`);
    parts.push(text.slice(at, start), replacement);
    at = end;
  }
  return [...parts, text.slice(at)].join('');
}

/** The names that occur at or below this node, without keys of properties and names after a dot. */
export function namesUsedIn(node) {
  const names = nodesIn(node)
    .filter(ts.isIdentifier)
    .filter((name) => {
      const { parent } = name;
      const isKey = ts.isPropertyAssignment(parent) || ts.isPropertyAccessExpression(parent);
      return !(isKey && parent.name === name);
    });
  return new Set(names.map(({ text }) => text));
}

/** Fails the build when a package is not as it was when a step of the build was written. */
export function expect(found, expected, what) {
  if (found !== expected)
    throw new Error(`Expected ${expected} ${what}, found ${found}: adapt scripts/build.`);
}
