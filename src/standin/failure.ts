/** An answer that tells why a command could not be done. The text is printed as it stands. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** The answer for a note or attachment that is not there; it repeats the name as it was given. */
export function fileNotFound(given: string): Failure {
  return new Failure(`Error: File "${given}" not found.`);
}

/** The answer for a folder that is not there. */
export function folderNotFound(given: string): Failure {
  return new Failure(`Error: Folder "${given}" not found.`);
}

/** The sentence for whatever went wrong: never a stack trace. */
export function failureText(error: unknown): string {
  if (error instanceof Failure) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `Error: ${message.split('\n', 1)[0] ?? ''}`;
}
