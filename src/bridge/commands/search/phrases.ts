/** Phrases, and the words of the commands they stand for, which are added to the request. */
export const PHRASES: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [/\b(?:nothing|no note|nobody) links? to\b/, 'orphans'],
  [/\blink(?:s|ing)? (?:here|to (?:this|it|that|a|the)\b)/, 'backlinks'],
  [/\bto ?-?dos?\b/, 'tasks task'],
  [/\bright now\b|\bcurrently\b|\bat the moment\b/, 'current currently'],
  [/\bbring(?:ing)? (?:\S+ ){0,3}up\b|\bin front of me\b/, 'open show'],
  [
    /\b(?:nothing|nobody|no ?one|no (?:other )?(?:notes?|pages?|files?)) (?:links?|points?|refers?) to\b/,
    'orphans orphan',
  ],
  [/\bwithout (?:any )?(?:incoming|inbound) links?\b/, 'orphans orphan'],
  [/\bother (?:laptop|computer|phone|tablet|device|machine)s?\b/, 'sync'],
  [
    /\b(?:which|what|who|notes?|pages?|files?)(?: else)? (?:that )?(?:links?|points?|refers?) to\b(?! nothing)/,
    'backlinks',
  ],
  [
    /\b(?:notes?|files?|pages?|documents?) (?:are )?(?:in|inside|under|below|of|from) (?:\S+ ){0,2}folders?\b/,
    'files extension',
  ],
];
