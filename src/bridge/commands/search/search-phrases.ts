import { PHRASES } from './phrases';

/** The words that the phrases in the request stand for. */
export function phraseMeanings(request: string): string {
  const text = request.toLowerCase();
  return PHRASES.filter(([pattern]) => pattern.test(text))
    .map(([, meaning]) => meaning)
    .join(' ');
}
