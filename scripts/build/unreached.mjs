import ts from 'typescript';
import { edited, expect, nodesIn, parse, replaced } from './source.mjs';

/**
 * Empties the functions and methods of these names, which are never called here, so that what only they need is left out
 * too. Should one be called all the same, it fails and says so. Loops that do nothing but call one go with it.
 */
export function withoutFunctions(text, namesInText) {
  const names = new Set(namesInText.split(/\s+/));
  const source = parse(text);
  const bodies = nodesIn(source)
    .map((node) => ({ name: node.name?.text, body: bodyOf(node) }))
    .filter(({ name, body }) => body && names.has(name));
  const loops = source.statements.filter(
    (statement) => ts.isForOfStatement(statement) && names.has(calledIn(statement.statement)),
  );
  expect(new Set(bodies.map(({ name }) => name)).size, names.size, 'functions to empty');
  return edited(text, [
    ...bodies.map(({ name, body }) => replaced(body, `{ throw new Error('Unreached: ${name}'); }`)),
    ...loops.map((loop) => replaced(loop, '')),
  ]);
}

/** The block of a function, a method, or a function that is the value of a property. */
function bodyOf(node) {
  if (!ts.isPropertyAssignment(node)) return ts.isFunctionLike(node) ? node.body : undefined;
  const value = ts.skipParentheses(node.initializer);
  return ts.isFunctionLike(value) ? value.body : undefined;
}

/** The name of the function that this statement calls, if that is all it does. */
function calledIn({ expression }) {
  return expression && ts.isCallExpression(expression) ? expression.expression.text : undefined;
}
