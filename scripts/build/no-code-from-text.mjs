/** Stands in for the global `Function` in all that is bundled: whatever asks it to make code from text gets an error. */
const noCodeFromText = /* @__PURE__ */ Object.assign(
  function () {
    throw new Error('No code is made from text here.');
  },
  // The real one, for what is read from it rather than called: `Function.prototype[Symbol.hasInstance]`.
  { prototype: Object.getPrototypeOf(Object) },
);

export { noCodeFromText as Function };
