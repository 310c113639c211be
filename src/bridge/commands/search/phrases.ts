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

/** Words that do not help to tell commands apart. */
export const STOP_WORDS =
  'a an and any are as at be been but by can cli command commands could did do does for from get give had has have how i ' +
  'if in into is it its just let like me my need obsidian of one or our out please run should so some somehow something ' +
  'tell than that the their them then there these they this those to too up use user using us want was we were what ' +
  'when where which who whose will with would you your s t m re ve';

/** A question, or a request to see something, asks for a command that changes nothing. */
export const QUESTION =
  /^(?:please |can you |could you |i (?:want|need|would like) to (?:know|see) )*(?:what|which|where|when|who|how|is|are|does|do|did|has|have|show|list|tell|count|find|see|view|display|check|look|get|give|print|read|every|all)\b/i;

/** Other names that models use for a parameter, by its real name. */
export const MEANT: readonly (readonly [name: string, others: string])[] = [
  ['file', 'note filename notename page document title source'],
  ['path', 'filepath notepath filename location notefile folder file'],
  ['content', 'text body data markdown value note line contents'],
  ['to', 'destination dest target newpath topath newname destinationpath'],
  ['name', 'newname title key property tag filename tagname propertyname template text'],
  ['query', 'q text term search pattern keyword keywords phrase'],
  ['folder', 'dir directory path'],
  ['value', 'content val text newvalue'],
  ['id', 'plugin pluginid name command commandid'],
  ['limit', 'max count n maxresults top'],
  ['line', 'linenumber lineno'],
  ['ref', 'task reference'],
  ['code', 'script javascript js expression'],
  ['url', 'link href address uri'],
  ['status', 'state'],
  ['format', 'output outputformat'],
  ['ext', 'extension filetype'],
  ['overwrite', 'force replace'],
  ['permanent', 'force'],
  ['done', 'completed complete finished'],
  ['todo', 'open incomplete pending'],
];
