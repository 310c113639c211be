import ts from 'typescript';
import { edited, parse } from './source.mjs';

/**
 * Lets esbuild leave out constants of a module that nothing uses: it keeps each whose value is computed, as the computing
 * might do something besides. In the packages this is for, it does not: they make schemas, sets and classes. What is used
 * is computed when and as it was.
 */
export function shakeable(text) {
  const source = parse(text);
  const edits = [];
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { initializer } of statement.declarationList.declarations) {
      if (initializer === undefined || !computes(initializer)) continue;
      edits.push([initializer.getStart(), initializer.getStart(), '/* @__PURE__ */ (() => (']);
      edits.push([initializer.end, initializer.end, '))()']);
    }
  }
  return edited(text, edits);
}

/** Whether evaluating this calls or reads something, now rather than when a function in it is called. */
function computes(node) {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isPropertyAccessExpression(node))
    return true;
  if (ts.isClassExpression(node)) return node.members.some(ts.isClassStaticBlockDeclaration);
  return ts.forEachChild(node, computes) ?? false;
}
