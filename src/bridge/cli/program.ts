/** A program to start: an absolute path and the arguments that always come first. */
export interface Program {
  readonly file: string;
  readonly leadingArguments: readonly string[];
}

/** The path by which people know a program. For a script, that is the script and not its interpreter. */
export function displayPath(program: Program): string {
  return program.leadingArguments.at(-1) ?? program.file;
}
