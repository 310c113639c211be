/** A request for something that no command does, and the nearest way to it. */
interface Way {
  readonly asked: RegExp;
  /** Requests that only look like it. */
  readonly unless?: RegExp;
  readonly way: string;
}

/** A pattern in which NOTES are notes, and NEAR are up to four words that still belong to the verb before them. */
function pattern(text: string): RegExp {
  const near = '(?: (?!to |into |in |inside |from |of |for |with |about )\\S+){0,4}';
  return new RegExp(
    text.replaceAll('NOTES', '(?:note|page|file|document|entr(?:y|ie))s?').replaceAll('NEAR', near),
  );
}

const NOTE_IN_FOLDER = pattern('\\bNOTES\\b.*\\bfolder');

/** What people ask for although no command does it. The first that fits counts. */
export const NEAREST_WAYS: readonly Way[] = [
  {
    asked: /(?:^|\s)(?:tag:\s*#?|#)[\p{L}_]/u,
    unless: /\b(?:add|put|set|remove|rename|delete|change)\b/,
    way: 'Execute search with query=tag:#<tag> (nested tags, too) or tag name=<tag> (that one alone).',
  },
  {
    asked: /\b(?:under|below|beneath|in|into|to)\b.*\b(?:heading|section|header|headline)\b/,
    unless: /\b(?:show|read|list|print|what|which|bookmark|find|search)\b/,
    way: 'Write below a heading with cli-bridge:edit: heading, content and mode=append.',
  },
  {
    asked: pattern(
      '\\b(?:archive (?:the|my|this)|move|relocate|transfer|rename|delete|remove|trash|copy|duplicate)\\bNEAR (?:sub)?(?:folder|director(?:y|ie))s?\\b',
    ),
    unless: NOTE_IN_FOLDER,
    way: 'No command does that to a folder: list its notes with files folder=<path>, then take each, 20 at a time with calls.',
  },
  {
    asked: pattern(
      '\\bmkdir\\b|\\b(?:create|make|add|new|set up|need)\\bNEAR (?:sub)?(?:folder|directory)\\b',
    ),
    unless: NOTE_IN_FOLDER,
    way: 'No command makes a folder: create a note in it, with path=<folder>/<name>.md.',
  },
  {
    asked: /\b(?:pdf|docx|epub|odt|latex|export|print(?:er|out)|on paper)\b/,
    unless: /\b(?:list|which|find|search|files|csv|json|tsv|markdown|base|database)\b/,
    way: 'Nothing exports or prints: read the text, or ask the user ("Export to PDF" or the commands of the palette).',
  },
  {
    asked: /\b(?:undo|redo|ctrl ?\+? ?z)\b/,
    way: 'There is no undo: history lists earlier versions, history:restore brings one back.',
  },
  {
    asked: pattern(
      '\\b(?:add|put|set|assign|apply|attach|give)\\b.*\\b(?:hash)?tags?\\b|\\btag NEAR NOTES (?:as|with)\\b',
    ),
    way: 'Tags are a property, and property:set writes the whole list: read it first, with property:read name=tags.',
  },
  {
    asked:
      /\b(?:yesterday|tomorrow|last|past|previous|specific|certain|another|other)\b.*\b(?:daily|journal|diary)\b|\b(?:daily|journal|diary)\b.*\b(?:yesterday|tomorrow|last|past|previous|specific|certain|another|other)\b/,
    way: 'daily:path shows where the note of today is: those of other days are beside it, and read takes their path.',
  },
  {
    asked: /\b(?:rename|replace|change|merge|delete|remove)\b.*\b(?:hash)?tags?\b/,
    way: 'One note at a time: tag name=<tag> verbose lists them; change each with cli-bridge:edit or property:set.',
  },
  {
    asked: pattern(
      '\\b(?:replace|change|swap)\\b.*\\b(?:everywhere|across|(?:whole|entire) vault|(?:all|every)(?: of)?(?: my| the)? NOTES)\\b',
    ),
    way: 'One note at a time: search:context finds them; cli-bridge:edit with all changes one, 20 at a time with calls.',
  },
  {
    asked: pattern(
      '\\b(?:merge|combine|join|split)\\b.*\\bNOTES\\b|\\b(?:duplicate|clone)\\b|\\b(?:second|another|make a) copy\\b|\\bcopy\\bNEAR NOTES\\b',
    ),
    way: 'No command copies, merges or splits notes: read, create or append the text, then delete what is left.',
  },
  {
    asked: /\b(?:remind|reminders?|alarm|notify|notification)\b/,
    way: 'There are no reminders: write a task with its date, with append or daily:append.',
  },
  {
    asked: /\b(?:translate|summari[sz]e|proofread|ubersetz|tradu(?:ce|cir|is|ire)\b)|翻訳|要約/,
    way: 'Read the text, do that yourself, and write it with cli-bridge:edit or create.',
  },
  {
    asked: pattern(
      '\\b(?:(?:create|make|new|set up|delete|remove|rename)\\bNEAR vault|(?:remove|delete|drop|rename)\\b.*\\b(?:bookmark|favou?rite)s?|(?:update|upgrade)\\b.*\\b(?:plugin|theme|add-?on|obsidian|app)s?|(?:assign|bind|set|change|map)\\b.*\\b(?:hotkey|shortcut|key ?binding|ctrl|cmd)s?)\\b',
    ),
    unless: pattern('\\bNOTES\\b.* vault'),
    way: 'Only the user can change that, in the app; vaults, bookmarks, plugins and hotkeys list what there is.',
  },
  {
    asked:
      /\b(?:e-?mail|encrypt|decrypt|password|font|zoom|bigger|smaller|import(?:e|ar|ieren)?|undelete|trash)\b|\bsend\b/,
    unless: /\b(?:to|into|in) (?:the )?trash\b/,
    way: 'No command does that: read, create or snippet:enable may help, or ask the user.',
  },
];
