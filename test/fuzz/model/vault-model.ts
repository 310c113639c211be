/** What a text must be, where the rules leave something open. */
export interface LooseText {
  readonly fits: (text: string) => boolean;
  readonly words: string;
}

/** A change of one note: its text before and after, undefined where there is none, or where it was before it was moved. */
export interface Step {
  readonly path: string;
  readonly from?: string;
  readonly before?: string | undefined;
  readonly after?: string | LooseText | undefined;
}

/** A change as the bridge lists it. */
export interface ModelChange {
  readonly id: string;
  /** Equal for the changes of one batch. */
  readonly group: number;
  readonly steps: readonly Step[];
  readonly undoes: readonly ModelChange[];
  isUndone: boolean;
}

/** The notes of a vault and what was changed, without any code of the bridge. */
export class VaultModel {
  /** The text of each note, by its path. */
  files: ReadonlyMap<string, string> = new Map();
  readonly folders = new Set<string>();
  /** The oldest first. */
  readonly changes: ModelChange[] = [];
  /** The text of notes when the key saw or wrote them last; undefined where no rule says what it knows. */
  readonly known = new Map<string, string | undefined>();
  private groups = 0;

  /** @param root the folder that all notes are in */
  constructor(readonly root: string) {
    this.folders.add(root);
  }

  /** A number that no batch has yet. */
  newGroup(): number {
    return (this.groups += 1);
  }

  /** Takes over the notes as they are after a step was checked. */
  adopt(files: ReadonlyMap<string, string>): void {
    this.files = files;
    for (const path of files.keys()) {
      const parts = path.split('/');
      for (let count = 1; count < parts.length; count++) this.folders.add(parts.slice(0, count).join('/'));
    }
  }

  /** Adds a change with the texts that the notes really got. */
  keep(id: string, group: number, steps: readonly Step[], undoes: readonly ModelChange[] = []): void {
    this.changes.push({ id, group, steps, undoes, isUndone: false });
    for (const change of undoes) setUndone(change, true);
  }

  /** The changes that `last` names, the newest first: the newest that is neither undone nor an undo, with its batch. */
  last(): readonly ModelChange[] {
    const newest = [...this.changes].reverse();
    const first = newest.find(({ isUndone, undoes }) => !isUndone && undoes.length === 0);
    return first ? newest.filter(({ group, isUndone }) => group === first.group && !isUndone) : [];
  }
}

function setUndone(change: ModelChange, isUndone: boolean): void {
  change.isUndone = isUndone;
  for (const each of change.undoes) setUndone(each, !isUndone);
}

/** The step that undoes a step. */
export function inverse({ path, from, before, after }: Step): Step {
  return from === undefined
    ? { path, before: after as string | undefined, after: before }
    : { path: from, from: path };
}

/** The notes after a step; undefined if the notes are not those that the step starts from. */
export function applied(
  files: ReadonlyMap<string, string>,
  step: Step,
): ReadonlyMap<string, string> | undefined {
  const { path, from, before, after } = step;
  const next = new Map(files);
  if (from !== undefined) {
    const text = files.get(from);
    if (text === undefined || files.has(path)) return undefined;
    next.delete(from);
    return next.set(path, text);
  }
  if (files.get(path) !== before) return undefined;
  if (after === undefined) next.delete(path);
  else next.set(path, typeof after === 'string' ? after : (before ?? ''));
  return next;
}
