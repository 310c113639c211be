import type { CallInput } from '../commands/call';
import { BridgeError } from '../errors';
import { decodePercent } from './target';

/** Reads a query string into names and values, in order. @throws BridgeError for a malformed or repeated one */
function parseQuery(query: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const decoded = [equals < 0 ? part : part.slice(0, equals), equals < 0 ? '' : part.slice(equals + 1)];
    const [name = '', value = ''] = decoded.map((piece) => decodePercent(piece.replaceAll('+', ' ')));
    if (values.has(name)) {
      throw BridgeError.of('invalid_parameter', {
        detail:
          'A query parameter is given more than once: give each once, and all flags in one "flags=a,b".',
      });
    }
    values.set(name, value);
  }
  return values;
}

/** The call in the query string of a GET request (§4.3). @throws BridgeError `bad_request`, `invalid_parameter` */
export function callFromQuery(query: string): CallInput {
  const values = parseQuery(query);
  const vault = values.get('vault');
  const flags = (values.get('flags') ?? '').split(',').map((flag) => flag.trim());
  values.delete('vault');
  values.delete('flags');
  return { vault, params: Object.fromEntries(values), flags: flags.filter(Boolean) };
}
