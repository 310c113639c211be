import { Notice } from 'obsidian';

/** Copies the API key, or a text with it, if there is one. */
export async function copyWithKey(key: string, text: string, done: string): Promise<void> {
  if (key !== '') await copyText(text, done);
  else new Notice(NO_KEY);
}

/** Says that nothing that needs the key can be done. */
export const NO_KEY =
  'There is no API key yet: the keychain could not be read. Unlock it and start the server.';

/** Copies a text and says so; the text itself is never shown. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    new Notice(done);
  } catch {
    new Notice('The clipboard could not be reached. Click into the window and try again.');
  }
}
