import { isObject } from '../text/json';

/** The file in the app's settings that names the folder of the templates. */
export const TEMPLATE_SETTINGS = 'templates.json';

/** The folder of the templates, from the text of {@link TEMPLATE_SETTINGS}; undefined if none is set. */
export function templatesFolderIn(text: string): string | undefined {
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch {
    return undefined;
  }
  const folder = isObject(settings) ? settings['folder'] : undefined;
  return typeof folder === 'string' && folder.trim() !== '' ? folder : undefined;
}
