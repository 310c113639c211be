import { extensionOf, isFileType } from './file-types';

/**
 * The extension of the file that a call acts on, as its path says; by a bare name, or where the note open in the app is meant,
 * it is that of a note unless the name has one. Undefined for a path without extension.
 */
export function ownExtension(parameters: ReadonlyMap<string, string>): string | undefined {
  const path = parameters.get('path');
  if (path !== undefined) return extensionOf(path);
  const extension = extensionOf(parameters.get('file') ?? '');
  return extension !== undefined && isFileType(extension) ? extension : 'md';
}

/** What to know where a file gets another extension than its own; none where it keeps it. */
export function otherTypeWarnings(extension: string, own: string | undefined): string[] {
  if (extension === own) return [];
  const before = own === undefined ? 'had none' : `was .${own}`;
  return [`The extension of the file ${before} and is .${extension} now: its content stays as it was.`];
}
