import { Notice } from 'obsidian';

/** Copies the API key or a text that contains it, if there is a key. */
export async function copyWithKey(key: string, text: string, done: string): Promise<void> {
  if (key !== '') await copyText(text, done);
  else new Notice(NO_KEY);
}

/** Shown instead of anything that needs the key. */
export const NO_KEY =
  'There is no API key yet because the keychain could not be read. Unlock it, then start the server.';

/** Copies a text and confirms it; the text itself is never shown. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    new Notice(done);
  } catch {
    new Notice('Could not access the clipboard. Click in the window and try again.');
  }
}
