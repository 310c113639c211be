/** Caches the last result of a function, as long as its arguments stay the same (`===`). */
export function memoizeLast<Args extends readonly unknown[], Result>(
  make: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | undefined;
  return (...args) => {
    if (!last || !isSame(last.args, args)) last = { args, result: make(...args) };
    return last.result;
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
