import type * as obsidian from '../../node_modules/obsidian/obsidian';

/** With `resetTimer` every call starts the wait anew, without it the first call decides when to run. */
export const debounce: typeof obsidian.debounce = <T extends unknown[], V>(
  cb: (...args: [...T]) => V,
  timeout = 0,
  resetTimer = false,
): obsidian.Debouncer<T, V> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest: [...T] | undefined;

  const run = (): V | undefined => {
    clearTimeout(timer);
    timer = undefined;
    const args = latest;
    latest = undefined;
    return args && cb(...args);
  };
  const debounced = ((...args: [...T]) => {
    latest = args;
    if (timer !== undefined && !resetTimer) return debounced;
    clearTimeout(timer);
    timer = setTimeout(run, timeout);
    return debounced;
  }) as obsidian.Debouncer<T, V>;
  debounced.cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    latest = undefined;
    return debounced;
  };
  debounced.run = run;
  return debounced;
};
