import { orUnknown } from '../../notes/note-store';
import { VisibleStore } from '../../notes/visible-store';
import { inGroups } from '../../text/in-groups';
import type { Call } from '../call';

/** How many paths are followed at once. */
const AT_ONCE = 16;

/** Whether a path is private, or a link on disk leads from it to what is. */
export async function isHidden(call: Call, path: string): Promise<boolean> {
  const [visible] = await withoutHidden(call, [path], (each) => each);
  return visible === undefined;
}

/** The items whose path is not private, and from whose path no link on disk leads to what is. */
export async function withoutHidden<T>(
  call: Call,
  items: readonly T[],
  pathOf: (item: T) => string,
): Promise<T[]> {
  const visible = items.filter((item) => !call.hides(pathOf(item)));
  if (visible.length === 0) return visible;
  const store = await orUnknown(() => call.stores.reach(call.line.vault, call.turn, call.cli));
  if (!(store instanceof VisibleStore) || !store.realPath) return visible;
  const isLinked = await inGroups(visible, AT_ONCE, (item) => orUnknown(() => store.isHidden(pathOf(item))));
  return visible.filter((_, index) => isLinked[index] !== true);
}
