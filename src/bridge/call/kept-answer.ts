import { BridgeError } from '../errors';
import type { BatchItem } from './outcome';

/** Bytes of the answer. @param most if it is longer, its exact size does not matter */
export function sizeOf(item: BatchItem, most = Infinity): number {
  const { stdout = '', stderr = '' } =
    item instanceof BridgeError ? (item.ran ?? {}) : { stdout: item.stdout };
  const isLong = stdout.length + stderr.length > most;
  const facts = item instanceof BridgeError ? [item.message, item.context, item.ran] : item;
  return isLong ? Infinity : Buffer.byteLength(JSON.stringify(facts));
}

/** The result without what makes it long. @param why is added to its warnings */
export function withoutOutput(item: BatchItem, why: string): BatchItem {
  if (!(item instanceof BridgeError))
    return withWarning({ ...item, stdout: '', data: undefined, isParsed: false, file: undefined }, why);
  if (!item.ran) return item;
  const { data: _, ...context } = item.context;
  return withWarning(
    BridgeError.afterRun(item.code, item.message, { ...item.ran, stdout: '', stderr: '' }, context),
    why,
  );
}

/** The result with one more warning, if a command ran. */
export function withWarning(item: BatchItem, warning: string): BatchItem {
  if (!(item instanceof BridgeError)) return { ...item, warnings: [...item.warnings, warning] };
  return item.ran ? item.asRun({ warnings: [...item.ran.warnings, warning] }) : item;
}

const NOT_TOLD = 'Other folders are private now, so the first answer is not repeated.';

/** The result alone: what it told may have become private since. */
export function bareResult(item: BatchItem): BatchItem {
  if (item instanceof BridgeError) return item.ran ? BridgeError.afterRun(item.code, NOT_TOLD) : item;
  const { command, duration, waited, outputBytes, discardedBytes } = item;
  return {
    ...{ command, duration, waited, outputBytes, discardedBytes },
    ...{ stdout: '', warnings: [NOT_TOLD] },
  };
}
