import type { Catalogue } from '../commands/catalogue';
import { httpMethod } from '../commands/command';
import type { Command } from '../commands/command';

const built = new WeakMap<Catalogue, { readonly revision: number; readonly document: object }>();

/** The document of the command list. Rebuilt only when the commands change: the endpoint needs no key, so it must be cheap. */
export function commandList(catalogue: Catalogue): object {
  const { revision } = catalogue;
  const last = built.get(catalogue);
  if (last?.revision === revision) return last.document;
  const document = catalogue.list().map(listEntry);
  built.set(catalogue, { revision, document });
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
