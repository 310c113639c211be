import type { Catalogue } from '../commands/catalogue';
import { httpMethod } from '../commands/command';
import type { Command } from '../commands/command';

const made = new WeakMap<Catalogue, { readonly revision: number; readonly document: object }>();

/**
 * The document of the command list (§2.3): the same object as long as the commands are the same, because it costs more than
 * a request without a key should.
 */
export function commandList(catalogue: Catalogue): object {
  const { revision } = catalogue;
  const known = made.get(catalogue);
  if (known?.revision === revision) return known.document;
  const document = catalogue.list().map(listEntry);
  made.set(catalogue, { revision, document });
  return document;
}

function listEntry(entry: Command) {
  return {
    command: entry.name,
    httpMethod: httpMethod(entry),
    category: entry.category,
    dangerous: entry.dangerous,
    description: entry.summary,
  };
}
