/** Why a command failed: the program prints `Error: ` and the message. */
export class Failure extends Error {
  override readonly name = 'Error';
}

/** What the program says as it stands, without `Error: ` in front: no command ran. */
export class Refusal extends Error {}

/** What the real program prints here is not known, and the stand-in invents nothing. */
export class NotKnown extends Error {
  override readonly message = 'stand-in: not known';
}

/** Ends a command whose reply is not known. @throws NotKnown */
export function notKnown(): never {
  throw new NotKnown();
}

/** A file that does not exist, under the name as it was given. */
export function fileNotFound(given: string): Failure {
  return new Failure(`File "${given}" not found.`);
}

/** A folder that does not exist. */
export function folderNotFound(given: string): Failure {
  return new Failure(`Folder "${given}" not found.`);
}

/** The text to print for any error: never a stack trace. The name of an exception's class is shown. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return `Error: ${String(error)}`;
  return error instanceof Refusal || error instanceof NotKnown
    ? error.message
    : `${error.name}: ${error.message}`;
}
