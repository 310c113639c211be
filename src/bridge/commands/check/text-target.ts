import { BridgeError } from '../../errors';
import { shorten } from '../shorten';
import { extensionOf, kindWithoutText } from './file-types';

/** Characters of a path that a sentence repeats. */
const SHOWN_CHARS = 200;

/**
 * Refuses a target that holds no text: the program decodes any file as text, and writes it back like that.
 * @throws BridgeError `not_text`
 */
export function textTarget(parameters: ReadonlyMap<string, string>): string[] {
  const target = parameters.get('path') ?? parameters.get('file') ?? '';
  const kind = kindWithoutText(extensionOf(target) ?? '');
  if (kind === undefined) return [];
  throw BridgeError.of('not_text', { file: shorten(target, SHOWN_CHARS), kind });
}
