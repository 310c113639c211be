import type { Catalogue } from '../commands/catalogue';
import type { Command } from '../commands/command';
import { httpMethod } from './routes';

/** The document of the command list. */
export function commandList(catalogue: Catalogue): object {
  return catalogue.list().map(listEntry);
}

function listEntry(entry: Command) {
  return {
    command: entry.name,
    httpMethod: httpMethod(entry),
    category: entry.category,
    dangerous: entry.dangerous,
    description: entry.summary,
    available: entry.available,
  };
}
