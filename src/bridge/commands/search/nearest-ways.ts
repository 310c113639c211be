import { plainText } from './search-terms';

/** A request that no command fulfills, and the closest alternative. */
interface Way {
  readonly asked: RegExp;
  /** Requests that only look similar. */
  readonly unless?: RegExp;
  /** Notes are often about this, so a request that looks for notes does not match. */
  readonly isTopic?: true;
  readonly way: string;
  /** The commands that it names. */
  readonly commands: readonly string[];
  /** Nothing else comes near, so other commands would only mislead. */
  readonly isOnlyWay?: true;
}

/** A pattern in which NOTES matches words for notes, and NEAR up to four words that belong to the verb before them. */
function pattern(text: string): RegExp {
  const near = '(?: (?!to |into |in |inside |from |of |for |with |about )\\S+){0,4}';
  return new RegExp(
    text.replaceAll('NOTES', '(?:note|page|file|document|entr(?:y|ie))s?').replaceAll('NEAR', near),
  );
}

const NOTE_IN_FOLDER = pattern('\\bNOTES\\b.*\\bfolder');
const OTHER_DAY =
  '(?:yesterday|tomorrow|(?:last|past|previous|specific|certain|another|other|different) (?:\\S+ )?(?:day|date|week|month|daily|journal|diary|[a-z]+day)s?)';
const JOURNAL = '(?:daily|journal|diary)';

/** Things that people ask for but no command does. The first match counts. */
export const NEAREST_WAYS: readonly Way[] = [
  {
    asked: /(?:^|\s)(?:tag:\s*#?|#)[\p{L}_]/u,
    unless: /\b(?:add|put|set|remove|rename|delete|change)\b/,
    way: 'Execute search with query=tag:#<tag> (includes nested tags) or tag name=<tag> (only that tag).',
    commands: ['search', 'tag'],
  },
  {
    asked:
      /\b(?:add|insert|append|put|write|place|jot|log|note|paste|move)\b.*\b(?:under|below|beneath|after|behind|in|into|to)\b.*\b(?:heading|section|header|headline)\b/,
    unless: /^(?:show|read|list|print|what|which|bookmark|find|search)\b/,
    way: 'Write below a heading with cli-bridge:edit: heading, content and mode=append.',
    commands: ['cli-bridge:edit'],
  },
  {
    asked: pattern(
      '\\b(?:add|create|make|new|put|insert|write|jot|log)\\bNEAR (?:tasks?|to-?dos?|to do|checkbox(?:es)?|checklist items?)\\b',
    ),
    unless: pattern('\\b(?:task|to-?do)s? (?:\\S+ )?(?:NOTES|plugin|template|list|base)'),
    isTopic: true,
    way: 'A task is a line of a note: write "- [ ] <task>" with append or daily:append.',
    commands: ['append', 'daily:append'],
  },
  {
    asked: pattern(
      '\\b(?:archive (?:the|my|this)|move|relocate|transfer|rename|delete|remove|trash|copy|duplicate)\\bNEAR (?:sub)?(?:folder|director(?:y|ie))s?\\b',
    ),
    unless: NOTE_IN_FOLDER,
    way: 'cli-bridge:folder moves and renames a folder (to), and deletes an empty one (delete); files folder=<path> lists what is in it.',
    commands: ['cli-bridge:folder', 'files'],
    isOnlyWay: true,
  },
  {
    asked: pattern(
      '\\bmkdir\\b|\\b(?:create|make|add|new|set up|need)\\bNEAR (?:sub)?(?:folder|directory)\\b',
    ),
    unless: NOTE_IN_FOLDER,
    way: 'cli-bridge:folder with create makes a folder; a new note makes those of its path itself.',
    commands: ['cli-bridge:folder', 'create'],
    isOnlyWay: true,
  },
  {
    asked: pattern(
      '\\bexport(?:ing|ed)?\\b|\\b(?:to|as|into|in)(?: an?)? (?:pdf|docx|epub|odt|word document)\\b|\\b(?:convert|turn|save|make|create|generate|download)\\bNEAR (?:pdf|docx|epub|odt)\\b|^(?:pdf|docx|epub)\\b|\\bon paper\\b|\\bprint(?:er|out)\\b',
    ),
    unless:
      /\b(?:files|csv|json|tsv|markdown|base|database)\b|\b(?:notes?|pages?|files?) (?:pdf|docx|epub|export)\b|\bsave (?:(?!as |to )\S+ ){0,3}(?:pdf|docx|epub|odt) (?:in|into|to|under) /,
    isTopic: true,
    way: 'Nothing exports or prints: read the text, or ask the user ("Export to PDF" or the commands of the palette).',
    commands: ['read', 'commands'],
    isOnlyWay: true,
  },
  {
    asked: /\b(?:undo|redo|ctrl ?\+? ?z)\b/,
    isTopic: true,
    way: 'cli-bridge:undo id=last takes back your last change; for older versions, see history and history:restore.',
    commands: ['cli-bridge:undo', 'history', 'history:restore'],
    isOnlyWay: true,
  },
  {
    asked: pattern(
      '\\b(?:add|put|set|assign|apply|attach|give(?! me\\b| us\\b))\\b.*\\b(?:hash)?tags?\\b|\\btag NEAR NOTES (?:as|with)\\b',
    ),
    way: 'Tags are a property, and property:set writes the whole list: read it first, with property:read name=tags.',
    commands: ['property:set', 'property:read'],
  },
  {
    asked: pattern('\\brename\\bNEAR propert(?:y|ies)\\b'),
    unless: pattern('\\brename\\bNEAR NOTES\\b'),
    way: 'No command renames a property: write its value under the new name with property:set, then property:remove the old one.',
    commands: ['property:set', 'property:remove'],
    isOnlyWay: true,
  },
  {
    asked: new RegExp(`\\b${OTHER_DAY}.*\\b${JOURNAL}\\b|\\b${JOURNAL}\\b.*\\b${OTHER_DAY}`),
    way: "daily:path shows where today's note is: those of other days are next to it, and read takes their path.",
    commands: ['daily:path', 'read'],
  },
  {
    asked: /\b(?:rename|replace|change|merge|delete|remove)\b.*\b(?:hash)?tags?\b/,
    way: 'cli-bridge:replace with kind=tag renames a tag in all notes; to take one out of a note, write its tags with property:set.',
    commands: ['cli-bridge:replace', 'property:set'],
    isOnlyWay: true,
  },
  {
    asked: pattern(
      '\\b(?:replace|change|swap)\\b.*\\b(?:everywhere|across|(?:whole|entire) vault|(?:all|every)(?: of)?(?: my| the)? NOTES)\\b',
    ),
    unless: /\bin (?:an?|the|this|that|one) (?:note|page|file|document)\b/,
    way: 'cli-bridge:replace changes a text in all notes, or in those of a folder; dry shows first where.',
    commands: ['cli-bridge:replace'],
    isOnlyWay: true,
  },
  {
    asked: pattern(
      '\\b(?:merge|combine|join|split)\\bNEAR NOTES\\b|\\b(?:duplicate|clone)\\b|\\b(?:second|another|make a) copy\\b|\\bcopy\\bNEAR NOTES\\b',
    ),
    isTopic: true,
    way: 'No command copies, merges or splits notes: read, create or append the text, then delete what is left.',
    commands: ['read', 'create', 'append', 'delete'],
    isOnlyWay: true,
  },
  {
    asked: /\bremind(?: me| us)\b|\b(?:reminders?|alarm|notify|notification)\b/,
    isTopic: true,
    way: 'There are no reminders: write a task with its date, with append or daily:append.',
    commands: ['append', 'daily:append'],
    isOnlyWay: true,
  },
  {
    asked:
      /\b(?:dark|light|night) (?:mode|theme)\b|\b(?:close|hide|collapse|toggle|split|fold|unfold)\b.*\b(?:sidebars?|tabs?|panes?|ribbon|headings?|(?:reading|source|edit(?:ing)?|focus) (?:view|mode))\b/,
    isTopic: true,
    way: 'Only a command of the palette does that: commands lists the ids, command runs one.',
    commands: ['commands', 'command'],
    isOnlyWay: true,
  },
  {
    asked: /\b(?:did|have) you (?:just |already )?(?:done?|chang|alter|edit|modif|delet|mov|renam|touch)/,
    way: 'cli-bridge:changes lists what was changed through the bridge, and cli-bridge:undo takes a change back.',
    commands: ['cli-bridge:changes', 'cli-bridge:undo'],
  },
  {
    asked: /\b(?:translate|summari[sz]e|proofread)\b/,
    isTopic: true,
    way: 'Read the text, do it yourself, and write the result with cli-bridge:edit or create.',
    commands: ['read', 'cli-bridge:edit', 'create'],
  },
  {
    asked: pattern(
      '\\b(?:(?:create|make|new|set up|delete|remove|rename)\\bNEAR vault|(?:remove|delete|drop|rename)\\b.*\\b(?:bookmark|favou?rite)s?|(?:update|upgrade)\\b.*\\b(?:plugin|theme|add-?on|obsidian|app)s?|(?:assign|bind|set|change|map)\\b.*\\b(?:hotkey|shortcut|key ?binding|ctrl|cmd)s?)\\b',
    ),
    unless: pattern(
      '\\bNOTES\\b.* vault|\\b(?:vault|plugin|theme|bookmark|favou?rite|hotkey|shortcut|app)s? NOTES\\b',
    ),
    way: 'Only the user can change that, in the app; vaults, bookmarks, plugins and hotkeys list what exists.',
    commands: ['vaults', 'bookmarks', 'plugins', 'hotkeys'],
    isOnlyWay: true,
  },
  {
    asked:
      /\b(?:encrypt|decrypt|undelete)\b|\b(?:empty|from|out of)\b.*\btrash\b|^(?:please |can you )?e-?mail\b|\b(?:by|per|via|an) e-?mail\b|\bsend\b.*\bto\b|\bpassword\b|\bfont\b|\bzoom(?: in| out|$)|\b(?:bigger|smaller)\b|\bimport\b/,
    unless:
      /\b(?:to|into|in) (?:the )?(?:trash|bin|archive|inbox|folder|publish|today|daily)\b|\b(?:snippet|publish|public|web|site|online)|\b(?:password|import|font|trash|e-?mail) (?:\S+ )?(?:note|page|file|list|log|template)s?\b/,
    isTopic: true,
    way: 'No command does that: read, create or snippet:enable may help, or ask the user.',
    commands: ['read', 'create', 'snippet:enable'],
    isOnlyWay: true,
  },
];

/** For a request that may be about the contents of the vault. */
export const NOTES_WAY = {
  way: 'To find notes about something, execute the command search with query=<words>.',
  commands: ['search'],
} satisfies Partial<Way>;

/** Text after these words is a name, a topic or what the result is for. */
const TOPIC =
  /\s(?:so (?:that )?(?:i|we|you)\b|about|called|named|titled|entitled|containing|mentioning|that (?:mentions?|says?|contains?)|with the (?:words?|text|title|name))\b.*$|"[^"]*"/g;
/** A request that looks for notes or shows one. */
const LOOKS =
  /^(?:please |can you |could you )?(?:search|find|list|show|read|open|which|what|where|count|look)\b/;

/** The closest alternative for a request that no command fulfills; undefined for other requests. */
export function nearestWay(request: string): Way | undefined {
  const text = plainText(request).trim().replace(TOPIC, '');
  const looks = LOOKS.test(text);
  return NEAREST_WAYS.find(
    ({ asked, unless, isTopic }) => asked.test(text) && unless?.test(text) !== true && !(looks && isTopic),
  );
}
