import { orUnknown } from '../../notes/note-store';
import { linesIn } from '../../text/path-list';
import type { Call } from '../call';
import { withoutHidden } from './hidden-place';

/** The extension of a template. */
const TEMPLATE = '.md';

/** The names of the templates that are not private; undefined if it is not known where the templates are. */
export async function visibleTemplates(call: Call): Promise<readonly string[] | undefined> {
  const { stores, line, turn, cli } = call;
  return orUnknown(async () => {
    const store = await stores.reach(line.vault, turn, cli);
    const folder = (await store?.templatesFolder?.())?.replace(/^\/|\/$/g, '');
    if (folder === undefined || !store?.files) return undefined;
    const start = `${folder.normalize()}/`;
    const isTemplate = (path: string): boolean => path.startsWith(start) && path.endsWith(TEMPLATE);
    const paths = await withoutHidden(call, await linesIn(await store.files(), isTemplate), (path) => path);
    return paths.map((path) => path.slice(start.length, -TEMPLATE.length));
  });
}
