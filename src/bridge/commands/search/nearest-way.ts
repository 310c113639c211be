import { NEAREST_WAYS } from './nearest-ways';
import type { Way } from './nearest-ways';
import { plainText } from './search-text';

/** What follows these words is a name, or what a note is about. */
const TOPIC =
  /\s(?:about|called|named|titled|entitled|containing|mentioning|that (?:mentions?|says?|contains?)|with the (?:words?|text|title|name))\b.*$|"[^"]*"/g;
/** A request that looks for notes, or shows one. */
const LOOKS =
  /^(?:please |can you |could you )?(?:search|find|list|show|read|open|which|what|where|count|look)\b/;

/** How to come closest to a request for something that no command does; undefined for other requests. */
export function nearestWay(request: string): Pick<Way, 'way' | 'changesWith'> | undefined {
  const text = plainText(request).trim().replace(TOPIC, '');
  const looks = LOOKS.test(text);
  return NEAREST_WAYS.find(
    ({ asked, unless, isTopic }) => asked.test(text) && unless?.test(text) !== true && !(looks && isTopic),
  );
}
