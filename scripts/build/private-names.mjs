import ts from 'typescript';

/**
 * The private members whose names can be shortened like those of variables: nothing else is called so in the whole program,
 * and no class that extends another one, which may have any name, uses them.
 * @param sources texts of the project's modules, in TypeScript
 * @param modules texts of all modules of the program, in JavaScript
 */
export function privateNames(sources, modules) {
  const names = new Set(sources.flatMap((source) => privateIn(parse(source))));
  for (const module of modules) leaveOutOthers(names, parse(module), false);
  return [...names];
}

const parse = (text) => ts.createSourceFile('module.ts', text, ts.ScriptTarget.ESNext, true);

/** Names that are declared private below this node. */
function privateIn(node) {
  const isPrivate =
    ts.canHaveModifiers(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
  const found = isPrivate && node.name ? [node.name.text] : [];
  ts.forEachChild(node, (child) => void found.push(...privateIn(child)));
  return found;
}

/** Takes away the names that are something else below this node than members which a class uses of itself. */
function leaveOutOthers(names, node, isPlainClass) {
  const isPlain = ts.isClassLike(node) ? node.heritageClauses === undefined : isPlainClass;
  if ((ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && names.has(node.text)) {
    if (!(isPlain && isOwnMember(node)) && !isVariable(node)) names.delete(node.text);
  }
  ts.forEachChild(node, (child) => leaveOutOthers(names, child, isPlain));
}

function isOwnMember({ parent, text }) {
  if (parent.name?.text !== text) return false;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression.kind === ts.SyntaxKind.ThisKeyword;
  return ts.isClassElement(parent) && ts.isClassLike(parent.parent);
}

/** Whether a name stands for a variable, parameter or function, and not for a property of any object. */
function isVariable(node) {
  const { parent } = node;
  if (!ts.isIdentifier(node) || ts.isShorthandPropertyAssignment(parent)) return false;
  if (ts.isBindingElement(parent))
    return (
      parent.propertyName !== node && !(ts.isObjectBindingPattern(parent.parent) && !parent.propertyName)
    );
  const isNamed =
    ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isClassElement(parent);
  return !(isNamed && parent.name === node) && !ts.isObjectLiteralElement(parent);
}
