/**
 * Extensions of the files that Obsidian opens, by what they hold: https://help.obsidian.md/file-formats. An extension is
 * lowercase, without its dot.
 */
const OBSIDIAN = {
  text: ['md', 'canvas', 'base'],
  image: ['avif', 'bmp', 'gif', 'jpeg', 'jpg', 'png', 'svg', 'webp'],
  audio: ['flac', 'm4a', 'mp3', 'ogg', 'wav', 'webm', '3gp'],
  video: ['mkv', 'mov', 'mp4', 'ogv', 'webm'],
  pdf: ['pdf'],
} as const;

/** Extensions of other files that hold no text; office documents are archives. */
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

/** What follows the last dot of the last part of a path or name, as it stands there; undefined where that has no dot. */
export function extensionOf(path: string): string | undefined {
  const name = lastSegment(path);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : name.slice(dot + 1);
}

/** The last part of a path, which is the whole of a name. */
export function lastSegment(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Whether the extension is one of Obsidian's file types, or that of a plain text. */
export function isFileType(extension: string): boolean {
  return FILE_TYPES.has(extension.toLowerCase());
}

/** Whether the program can create a file that ends like this. Case counts. */
export function endsAsCreated(path: string): boolean {
  return OBSIDIAN.text.some((extension) => path.endsWith(`.${extension}`));
}

/** What a file without text is, by its extension, such as "an image"; undefined for any other file. */
export function kindWithoutText(extension: string): string | undefined {
  return NO_TEXT.get(extension.toLowerCase());
}
