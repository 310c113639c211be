import { readJson } from './config-file';
import { formatDate } from './date-format';
import { Failure } from './failure';
import { sorted } from './order';
import type { VaultFolder } from './vault-folder';

/**
 * The sorted names of the vault's templates: paths below the template folder, without `.md`.
 * @throws Failure when no folder is set, or it does not exist
 */
export function templateNames(vault: VaultFolder): string[] {
  const prefix = `${templateFolder(vault)}/`;
  const paths = vault.notes().filter((path) => path.startsWith(prefix));
  return sorted(paths.map((path) => path.slice(prefix.length, -'.md'.length)));
}

/**
 * The text of a template, by its name with or without `.md`. Ignores case when no name matches exactly.
 * @throws Failure when there is no such template
 */
export function readTemplate(vault: VaultFolder, given: string): string {
  const names = templateNames(vault);
  const wanted = given.replace(/\.md$/, '');
  const name =
    names.find((other) => other === wanted) ??
    names.find((other) => other.toLowerCase() === wanted.toLowerCase());
  if (name === undefined) throw new Failure(`Template "${given}" not found.`);
  return vault.read(`${templateFolder(vault)}/${name}.md`);
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

function templateFolder(vault: VaultFolder): string {
  const folder = readJson<{ folder: string }>(vault, 'templates.json')?.folder?.replace(/^\/|\/$/g, '');
  if (!folder) throw new Failure('No template folder configured.');
  if (!vault.hasFolder(folder)) throw new Failure(`Template folder "${folder}" not found.`);
  return folder;
}
