import { NotText } from './note-store';

/**
 * The text that these bytes are in UTF-8, with its byte order mark.
 * @throws NotText where they are something else
 */
export function strictText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NotText();
  }
}
