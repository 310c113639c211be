/** A failed command. The program prints `Error: ` and the message. */
export class Failure extends Error {
  override readonly name = 'Error';
}

/** A refusal before any command ran. Printed as is, without `Error: `. */
export class Refusal extends Error {}

/** The real program's reply is unknown, and the stand-in does not invent one. */
export class NotKnown extends Error {
  override readonly message = 'stand-in: not known';
}

/** Ends a command whose reply is unknown. @throws NotKnown */
export function notKnown(): never {
  throw new NotKnown();
}

/** The failure for a missing file, under the name given. */
export function fileNotFound(given: string): Failure {
  return new Failure(`File "${given}" not found.`);
}

/** The failure for a missing folder, under the name given. */
export function folderNotFound(given: string): Failure {
  return new Failure(`Folder "${given}" not found.`);
}

/** The text to print for an error: an exception's class and message, never a stack trace. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return `Error: ${String(error)}`;
  return error instanceof Refusal || error instanceof NotKnown
    ? error.message
    : `${error.name}: ${error.message}`;
}
