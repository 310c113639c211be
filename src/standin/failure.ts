/** Why a command failed. The message is printed as it is. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** A file that does not exist, under the name as it was given. */
export function fileNotFound(given: string): Failure {
  return new Failure(`Error: File "${given}" not found.`);
}

/** A folder that does not exist. */
export function folderNotFound(given: string): Failure {
  return new Failure(`Error: Folder "${given}" not found.`);
}

/** The line to print for any error: never a stack trace. */
export function failureText(error: unknown): string {
  if (error instanceof Failure) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `Error: ${message.split('\n', 1)[0] ?? ''}`;
}
