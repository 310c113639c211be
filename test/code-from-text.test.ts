import { expect, test } from 'vitest';
import { codeFromText } from './code-from-text';

test.for([
  'eval(text)',
  '(0, eval)(text)',
  'globalThis.eval(text)',
  'new Function(text)',
  'Function("a", text)',
  'let e=Function;return new e(text)',
  'const { Function: make } = globalThis; make(text)',
  'const { "eval": make } = globalThis; make(text)',
  'Reflect.construct(Function, [text])',
  'window["Function"](text)',
  'globalThis[`eval`](text)',
  '(() => {}).constructor(text)',
  'new (async function () {}.constructor)(text)',
  'f["constructor"](text)',
  'setTimeout("f()", 1)',
  'window.setInterval(`f(${x})`, 1)',
])('code from text is found in %s', (script) => {
  expect(codeFromText(`function f() { ${script} }`)).not.toEqual([]);
});

test.for([
  'const words = { eval: "javascript", Function: 1 };',
  'const names = ["eval", "Function", "constructor"];',
  'throw new Error("No Function, no eval(): " + value.constructor.name);',
  'class A { eval() {} constructor() {} }',
  'setTimeout(() => f("x"), 1)',
])('and not in %s', (script) => {
  expect(codeFromText(`function f() { ${script} }`)).toEqual([]);
});
