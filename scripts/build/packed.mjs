import { brotliDecompressSync } from 'node:zlib';

/** The name that stands for a regular expression in JSON. */
export const PATTERN = '$pattern';

/** Data that a build has packed: JSON, compressed, as base64. */
export function unpack(packed) {
  return JSON.parse(brotliDecompressSync(Buffer.from(packed, 'base64')).toString(), (_key, value) =>
    value?.[PATTERN] ? new RegExp(...value[PATTERN]) : value,
  );
}
