/** A rule of the model that can be left out until the bridge keeps it. */
export type RuleName =
  /** Names are composed (NFC), and U+00A0 and U+202F are blanks: one note has one path, however it is spelled. */
  | 'oneSpelling'
  /** `property:set` and `property:remove` leave every byte outside the lines of that property. */
  | 'onePropertyChanges'
  /** A text that is a number or a truth value stays one where one stood. */
  | 'kindStays'
  /** Frontmatter that is not YAML is `invalid_frontmatter`, and nothing is changed. */
  | 'invalidFrontmatter'
  /** `move` makes the folder that it needs. */
  | 'moveMakesFolder'
  /** `create` with `overwrite` needs a content. */
  | 'overwriteNeedsContent'
  /** Over MCP, a note that has changed since the key saw it is not overwritten. */
  | 'overwriteKnownText';

/** Rules that the bridge does not keep yet: calls under one of them are not made. */
const NOT_YET: ReadonlySet<RuleName> = new Set<RuleName>([]);

const tried = (process.env['MODEL_RULES'] ?? '').split(',');

/** Whether calls under these rules are made. `MODEL_RULES` names those that are tried although they are not kept yet, or `all`. */
export function areTried(rules: readonly RuleName[]): boolean {
  return rules.every((rule) => !NOT_YET.has(rule) || tried.includes(rule) || tried.includes('all'));
}
