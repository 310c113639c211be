import { NEAREST_WAYS } from './nearest-ways';
import { plainText } from './search-text';

/** How to come closest to a request for something that no command does; undefined for other requests. */
export function nearestWay(request: string): string | undefined {
  const text = plainText(request);
  return NEAREST_WAYS.find(({ asked, unless }) => asked.test(text) && unless?.test(text) !== true)?.way;
}
