/** Replaces the global `Function` in the bundle. Calling it to make code from text throws an error. */
const noCodeFromText = /* @__PURE__ */ Object.assign(
  function () {
    throw new Error('No code is made from text here.');
  },
  // The real prototype, because code reads from it: `Function.prototype[Symbol.hasInstance]`.
  { prototype: Object.getPrototypeOf(Object) },
);

export { noCodeFromText as Function };
