import { Notice } from 'obsidian';

/** Copies the API key, if there is one. */
export async function copyApiKey(key: string): Promise<void> {
  if (key !== '') await copyText(key, 'API key copied.');
  else
    new Notice(
      "There is no API key yet because the keychain couldn't be read. Unlock it, then start the server.",
    );
}

/** Copies a text and confirms it with a notice that doesn't show the text. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await write(text);
    new Notice(done);
  } catch {
    new Notice("Couldn't access the clipboard. Click in the window and try again.");
  }
}

/** Only the window with the focus can write, and that may be the settings window. */
async function write(text: string): Promise<void> {
  try {
    await activeWindow.navigator.clipboard.writeText(text);
  } catch {
    await navigator.clipboard.writeText(text);
  }
}
