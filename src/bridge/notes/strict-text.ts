import { NotText } from './note-store';

/**
 * Decodes UTF-8, keeping a byte order mark.
 * @throws NotText if the bytes are not valid UTF-8
 */
export function strictText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NotText();
  }
}

/** Whether the bytes are valid UTF-8. */
export function isStrictText(bytes: Uint8Array): boolean {
  try {
    strictText(bytes);
    return true;
  } catch {
    return false;
  }
}
