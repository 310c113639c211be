/** One call in the program's own terms, as the parts of its command line. */
export interface CommandLine {
  readonly vault?: string | undefined;
  readonly command: string;
  /** Words right after the command that are not `name=value`, such as the command to explain in `help read`. */
  readonly words: readonly string[];
  readonly parameters: ReadonlyMap<string, string>;
  readonly flags: readonly string[];
}
