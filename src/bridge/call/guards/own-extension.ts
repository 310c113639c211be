import { extensionOf, isFileType } from '../../text/file-types';

/**
 * The extension of the file that a call acts on; undefined for a path without one. A bare name without an extension, or no
 * name, means a note.
 */
export function ownExtension(parameters: ReadonlyMap<string, string>): string | undefined {
  const path = parameters.get('path');
  if (path !== undefined) return extensionOf(path);
  const extension = extensionOf(parameters.get('file') ?? '');
  return extension !== undefined && isFileType(extension) ? extension : 'md';
}

/** A warning if a file gets a different extension. */
export function otherTypeWarnings(extension: string, own: string | undefined): string[] {
  if (extension === own) return [];
  const before = own === undefined ? 'had none' : `was .${own}`;
  return [`The extension of the file ${before} and is now .${extension}; the content was not converted.`];
}
