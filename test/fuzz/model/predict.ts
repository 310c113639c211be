import { createHash } from 'node:crypto';
import type { Call, Channel, Prediction } from './calls';
import { splitNote, valuesOf, withoutProperty, withProperty } from './property-model';
import { editSection, hasPlainBody } from './section-model';
import { applied, inverse } from './vault-model';
import type { LooseText, ModelChange, Step, VaultModel } from './vault-model';

const composed = (path: string): string => path.normalize('NFC').replace(/[\u00a0\u202f]/g, ' ');

/** The revision of a text. */
export function revisionOf(text: string): string {
  const plain = text.replace(/^\ufeff/, '').replace(/\r?\n$/, '');
  return createHash('sha256').update(plain).digest('hex').slice(0, 16);
}

/**
 * What a call should do.
 * @param files the notes, where they are not those of the model because other calls of a batch come first
 * @returns undefined if no rule says it
 */
export function predict(
  model: VaultModel,
  call: Call,
  channel: Channel,
  files = model.files,
): Prediction | undefined {
  if (call.command === 'cli-bridge:undo') return predictUndo(model, call);
  const given = String(call.params['path'] ?? call.params['file']);
  if (call.command === 'create') return predictCreate(model, call, channel, files);
  const path = call.params['path'] === undefined ? named(files, composed(given)) : composed(given);
  // Which of them is read is up to the program.
  if (path === 'ambiguous') return call.command === 'read' ? undefined : failed('ambiguous_name');
  const before = path === undefined ? undefined : files.get(path);
  if (path === undefined || before === undefined) {
    const { codes = [], ...missing } = failed('file_not_found');
    // A note that is gone has not the text of any revision.
    return { ...missing, codes: call.ifRevision === undefined ? codes : [...codes, 'revision_conflict'] };
  }
  const isStale = call.ifRevision !== undefined && call.ifRevision !== revisionOf(before);
  const predicted = predictOn(model, call, { path, before, files });
  if (predicted && isStale) return failed('revision_conflict');
  return predicted;
}

function failed(code: string, isRefused = false): Prediction {
  return { codes: [code], steps: [], isRefused };
}

function textChange(path: string, before: string | undefined, after: Step['after']): Prediction {
  return { path, steps: before === after ? [] : [{ path, before, after }] };
}

/** The only note of this name, without its folder. */
function named(files: ReadonlyMap<string, string>, name: string): string | undefined {
  const found = [...files.keys()].filter((path) => path.endsWith(`/${name}.md`));
  return found.length > 1 ? 'ambiguous' : found[0];
}

function predictCreate(
  model: VaultModel,
  { params, flags = [], ifRevision }: Call,
  channel: Channel,
  files: ReadonlyMap<string, string>,
): Prediction | undefined {
  const wanted = composed(String(params['path']));
  const content = params['content'];
  const after = typeof content === 'string' ? content : '';
  if (flags.includes('overwrite') && content === undefined) return failed('missing_parameter', true);
  if (ifRevision !== undefined && !files.has(wanted)) return failed('revision_conflict');
  if (!flags.includes('overwrite') || !files.has(wanted)) {
    let path = wanted;
    for (let count = 1; files.has(path); count++) path = wanted.replace(/\.md$/, ` ${count}.md`);
    return textChange(path, undefined, after);
  }
  const before = files.get(wanted) ?? '';
  if (ifRevision !== undefined && ifRevision !== revisionOf(before)) return failed('revision_conflict');
  if (channel === 'mcp' && ifRevision === undefined && model.known.has(wanted)) {
    const known = model.known.get(wanted);
    if (known === undefined || files !== model.files) return undefined;
    if (known !== before) return failed('revision_conflict');
  }
  return textChange(wanted, before, after);
}

interface Target {
  readonly path: string;
  readonly before: string;
  readonly files: ReadonlyMap<string, string>;
}

function predictOn(model: VaultModel, call: Call, target: Target): Prediction | undefined {
  const { command, params, flags = [] } = call;
  const { path, before } = target;
  const content = String(params['content']);
  const lineFeed = flags.includes('inline') ? '' : '\n';
  switch (command) {
    case 'read':
      return { path, prints: before, steps: [] };
    case 'append':
      return textChange(path, before, before + lineFeed + content);
    case 'prepend':
      return predictPrepend(path, before, content + lineFeed);
    case 'cli-bridge:edit':
      return 'old' in params ? predictReplacement(call, target) : predictSection(call, target);
    case 'property:set':
    case 'property:remove':
      return predictProperty(call, target);
    case 'delete':
      return textChange(path, before, undefined);
    case 'move':
      return predictMove(target, String(params['to']));
    case 'rename': {
      const folder = path.slice(0, path.lastIndexOf('/'));
      return predictMove(target, `${folder}/${String(params['name']).replace(/\.md$/, '')}.md`);
    }
    default:
      throw new Error(`No rule for ${command}.`);
  }
}

/** Nobody knows where the program puts text in a note that begins with a byte order mark. */
function predictPrepend(path: string, before: string, added: string): Prediction | undefined {
  const split = splitNote(before);
  if (!split && before.startsWith('\ufeff')) return undefined;
  const at = before.length - (split?.body ?? before).length;
  const isGlued = split !== undefined && !before.slice(0, at).endsWith('\n');
  return textChange(path, before, before.slice(0, at) + (isGlued ? '\n' : '') + added + before.slice(at));
}

function predictReplacement({ params, flags = [] }: Call, { path, before }: Target): Prediction | undefined {
  const [old, given] = [String(params['old']), String(params['new'])];
  const breaks = new Set(before.match(/\r?\n/g) ?? []);
  if (given.includes('\n') && breaks.size > 1) return undefined;
  const [lineBreak = '\n'] = breaks;
  const parts = before.split(old);
  if (parts.length === 1) return failed('text_not_found');
  if (parts.length > 2 && !flags.includes('all')) return failed('text_ambiguous');
  return textChange(path, before, parts.join(given.replace(/\n/g, lineBreak)));
}

function predictSection({ params, flags = [] }: Call, { path, before }: Target): Prediction | undefined {
  if (!hasPlainBody(before)) return undefined;
  const [heading, content, mode] = [params['heading'], params['content'], params['mode']].map(String);
  const edited = editSection(before, {
    ...{ heading: heading ?? '', content: content ?? '', mode: mode ?? '' },
    own: flags.includes('own'),
  });
  return 'code' in edited ? failed(edited.code) : textChange(path, before, edited.text);
}

function predictProperty({ command, params }: Call, { path, before }: Target): Prediction | undefined {
  const name = String(params['name']);
  const values = valuesOf(splitNote(before));
  if (values === undefined) return undefined;
  if (values === 'invalid') return failed('invalid_frontmatter');
  if (command === 'property:remove') return textChange(path, before, withoutProperty(before, name));
  const value = keptKind(values.get(name), params['value']);
  const after: LooseText | string = withProperty(before, name, value);
  return textChange(path, before, after.fits(before) ? before : after);
}

/** A text that says a number or a truth value stays one where one stood. */
function keptKind(old: unknown, given: unknown): unknown {
  if (typeof given !== 'string') return given;
  if (typeof old === 'number' && /^-?\d+$/.test(given)) return Number(given);
  return typeof old === 'boolean' && /^(?:true|false)$/.test(given) ? given === 'true' : given;
}

function predictMove({ path, before, files }: Target, given: string): Prediction {
  const to = composed(given);
  const target = to.includes('.') ? to : `${to}/${path.slice(path.lastIndexOf('/') + 1)}`;
  if (target === path) return { path, steps: [] };
  if (files.has(target)) return failed('cli_failed');
  return { path: target, steps: [{ path: target, from: path, before, after: before }] };
}

/** All that the id names is undone, the newest first, or nothing. */
function predictUndo(model: VaultModel, { params }: Call): Prediction | undefined {
  const id = String(params['id']);
  const changes = id === 'last' ? model.last() : model.changes.filter((change) => change.id === id);
  // What the key changed before belongs to no model.
  if (changes.length === 0) return undefined;
  if (changes.some(({ isUndone }: ModelChange) => isUndone)) return failed('not_undoable');
  const steps = changes.flatMap((change) => [...change.steps].reverse().map(inverse));
  let { files } = model;
  for (const step of steps) {
    const next = applied(files, step);
    if (!next) return failed('revision_conflict');
    files = next;
  }
  return { steps, undoes: changes };
}
