import ts from 'typescript';

/** Names whose values make code from text. */
const MAKERS: ReadonlySet<string> = new Set(['Function', 'eval']);
/** Run a text as code when they are given one in place of a function. */
const TIMERS: ReadonlySet<string> = new Set(['setTimeout', 'setInterval', 'setImmediate']);

/**
 * The places in a script that can make code from text: every use of the names `Function` and `eval` under whatever other
 * name they are called later, a function's `constructor` when it is called, and timers that are given a text.
 */
export function codeFromText(script: string): string[] {
  const source = ts.createSourceFile('script.js', script, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (namesMaker(node) || callsConstructor(node) || runsText(node)) {
      found.push(script.slice(Math.max(0, node.pos - 60), node.end + 60));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether this reads `Function` or `eval`, by itself or from an object; being a key in an object or a class does not count. */
function namesMaker(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isIdentifier(node)) {
    const isKey =
      (ts.isPropertyAssignment(parent) || ts.isClassElement(parent) || ts.isMethodDeclaration(parent)) &&
      parent.name === node;
    return MAKERS.has(node.text) && !isKey;
  }
  if (ts.isBindingElement(node) && node.propertyName !== undefined)
    return ts.isStringLiteralLike(node.propertyName) && MAKERS.has(node.propertyName.text);
  return ts.isElementAccessExpression(node) && MAKERS.has(fixedText(node.argumentExpression));
}

/** Whether this calls the constructor of a value, which for a function is `Function` or one of its kind. */
function callsConstructor(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
  return endsInConstructor(node.expression);
}

function endsInConstructor(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return endsInConstructor(node.expression);
  if (ts.isElementAccessExpression(node)) return fixedText(node.argumentExpression) === 'constructor';
  return ts.isPropertyAccessExpression(node) && node.name.text === 'constructor';
}

function runsText(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false;
  const [first] = node.arguments;
  const { expression: callee } = node;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  return TIMERS.has(name) && first !== undefined && isText(first);
}

function isText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function fixedText(node: ts.Expression): string {
  return ts.isStringLiteralLike(node) ? node.text : '';
}
