/**
 * Extensions of the files that Obsidian opens (https://help.obsidian.md/file-formats), in lowercase and without the dot.
 */
const OBSIDIAN = {
  text: ['md', 'canvas', 'base'],
  image: ['avif', 'bmp', 'gif', 'jpeg', 'jpg', 'png', 'svg', 'webp'],
  audio: ['flac', 'm4a', 'mp3', 'ogg', 'wav', 'webm', '3gp'],
  video: ['mkv', 'mov', 'mp4', 'ogv', 'webm'],
  pdf: ['pdf'],
} as const;

/** Extensions of other files without text. Office documents are archives. */
const OTHERS = {
  image: ['heic', 'heif', 'ico', 'psd', 'tif', 'tiff'],
  audio: ['aac', 'aif', 'aiff', 'mid', 'opus', 'wma'],
  video: ['avi', 'm4v', 'mpeg', 'mpg', 'wmv'],
  archive: [
    ...['7z', 'bz2', 'dmg', 'gz', 'iso', 'jar', 'rar', 'tar', 'tgz', 'xz', 'zip', 'zst'],
    ...['docx', 'epub', 'odp', 'ods', 'odt', 'pptx', 'xlsx'],
  ],
  font: ['eot', 'otf', 'ttf', 'woff', 'woff2'],
} as const;

const FILE_TYPES: ReadonlySet<string> = new Set([...Object.values(OBSIDIAN).flat(), 'txt']);

const NO_TEXT = new Map<string, string>([
  ...named('an image', OBSIDIAN.image, OTHERS.image),
  ...named('a video', OBSIDIAN.video, OTHERS.video),
  ...named('an audio file', OBSIDIAN.audio, OTHERS.audio),
  ...named('a PDF', OBSIDIAN.pdf),
  ...named('an archive', OTHERS.archive),
  ...named('a font', OTHERS.font),
]);

function named(what: string, ...lists: (readonly string[])[]): (readonly [string, string])[] {
  return lists.flat().map((extension) => [extension, what] as const);
}

/** The extension of a path or name, in its own case; undefined without a dot. */
export function extensionOf(path: string): string | undefined {
  const name = lastSegment(path);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : name.slice(dot + 1);
}

/** The last segment of a path. */
export function lastSegment(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Whether Obsidian opens such files; plain text counts. */
export function isFileType(extension: string): boolean {
  return FILE_TYPES.has(extension.toLowerCase());
}

/** Whether the program can create a file with this extension. Case matters. */
export function endsAsCreated(path: string): boolean {
  return OBSIDIAN.text.some((extension) => path.endsWith(`.${extension}`));
}

/** Whether such files are notes, canvases or bases. */
export function isNoteType(extension: string): boolean {
  return OBSIDIAN.text.some((known) => known === extension.toLowerCase());
}

/** The kind of a file without text, such as "an image", by its extension; undefined for other files. */
export function kindWithoutText(extension: string): string | undefined {
  return NO_TEXT.get(extension.toLowerCase());
}
