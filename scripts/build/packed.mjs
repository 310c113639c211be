import { brotliDecompressSync } from 'node:zlib';

/** The name that stands for a regular expression in JSON. */
export const PATTERN = '$pattern';

/** Data that a build has packed: JSON, compressed, as text. */
export function unpack(packed) {
  return JSON.parse(brotliDecompressSync(bytesIn(packed)).toString(), (_key, value) =>
    value?.[PATTERN] ? new RegExp(...value[PATTERN]) : value,
  );
}

/**
 * Bytes as text: each four are a number of five digits to the base 85, which takes less than base64. The digits are the ASCII
 * characters from `#` on, with `x` in place of the backslash. At the end there may be zeros.
 */
export function textOf(bytes) {
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  let text = '';
  for (let at = 0; at < padded.length; at += 4) {
    let [word, digits] = [padded.readUInt32BE(at), ''];
    for (let digit = 0; digit < 5; digit++) {
      digits = String.fromCharCode(35 + (word % 85)).replace('\\', 'x') + digits;
      word = Math.floor(word / 85);
    }
    text += digits;
  }
  return text;
}

function bytesIn(text) {
  const bytes = Buffer.alloc((text.length / 5) * 4);
  let word = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    word = word * 85 + (code === 120 ? 92 : code) - 35;
    if (at % 5 < 4) continue;
    bytes.writeUInt32BE(word, ((at - 4) / 5) * 4);
    word = 0;
  }
  return bytes;
}
