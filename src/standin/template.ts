import { readJson } from './config-file';
import { formatDate } from './date-format';
import { Failure } from './failure';
import type { VaultFolder } from './vault-folder';

/**
 * The templates of a vault by name, which is the path below the template folder without `.md`.
 * @throws Failure when no folder is set
 */
export function templatePaths(vault: VaultFolder): Map<string, string> {
  const folder = readJson<{ folder: string }>(vault, 'templates.json')?.folder?.replace(/^\/|\/$/g, '');
  if (!folder) throw new Failure('Error: No template folder configured.');
  const inFolder = vault.notes().filter((path) => path.startsWith(`${folder}/`));
  return new Map(inFolder.map((path) => [path.slice(folder.length + 1, -'.md'.length), path]));
}

/**
 * The text of a template, by its name with or without `.md`.
 * @throws Failure when there is no such template
 */
export function readTemplate(vault: VaultFolder, name: string): string {
  const path = templatePaths(vault).get(name.replace(/\.md$/, ''));
  if (path === undefined) throw new Failure(`Error: Template "${name}" not found.`);
  return vault.read(path);
}

/** Fills in the variables of a template: `{{title}}`, `{{date}}`, `{{time}}`, and `{{date:FORMAT}}`. */
export function fillTemplate(text: string, title: string, now: Date): string {
  return text.replace(
    /\{\{(title|date|time)(?::([^}]+))?\}\}/gi,
    (_, variable: string, format: string | undefined) => {
      if (variable.toLowerCase() === 'title') return title;
      return formatDate(now, format ?? (variable.toLowerCase() === 'date' ? 'YYYY-MM-DD' : 'HH:mm'));
    },
  );
}
