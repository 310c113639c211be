import { Notice } from 'obsidian';

/** Copies a text and says so; the text itself is never shown. */
export async function copyText(text: string, done: string): Promise<void> {
  if (text === '') {
    new Notice(
      'There is nothing to copy yet: the keychain could not be read. Unlock it and start the server.',
    );
    return;
  }
  try {
    await navigator.clipboard.writeText(text);
    new Notice(done);
  } catch {
    new Notice('The clipboard could not be reached. Click into the window and try again.');
  }
}
