import type { ContentBlock } from '@modelcontextprotocol/server';
import type { FileLimits } from '../call/call';
import type { SentFile } from '../call/outcome';

/** Several calls share an answer, so only one by itself gets a file. */
export const FILES_OF_SEVERAL = { up: 1024 * 1024 } as const satisfies FileLimits;

/** The bytes of a file that one call of `execute` carries. */
export const FILES: FileLimits = {
  down: {
    most: 5 * 1024 * 1024,
    hint: 'Over REST it may be larger: GET /api/v1/cli/cli-bridge/attachment with the path in the query string and the header "Accept: application/octet-stream".',
  },
  ...FILES_OF_SEVERAL,
};

/** How the images begin that models take, as Latin-1. SVG is none of them, because it can hold scripts. */
const IMAGES: readonly (readonly [mimeType: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** The types of files that are text, SVG among them. */
const TEXT = /^text\/|[/+](?:json|xml|yaml)$/;

/** A file as content of a tool's result, so that a model can see, hear or read it. */
export function fileBlock({ path, mediaType, bytes }: SentFile): ContentBlock {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mimeType = mediaType.startsWith('image/') ? imageTypeOf(buffer) : undefined;
  if (mimeType !== undefined) return { type: 'image', data: buffer.toString('base64'), mimeType };
  if (mediaType.startsWith('audio/'))
    return { type: 'audio', data: buffer.toString('base64'), mimeType: mediaType };
  const uri = `vault:///${path.split('/').map(encodeURIComponent).join('/')}`;
  const text = TEXT.test(mediaType) ? textIn(buffer) : undefined;
  const content = text === undefined ? { blob: buffer.toString('base64') } : { text };
  // Some clients show a resource that says it is an image as one.
  const isUnfit = IMAGES.some(([type]) => type === mediaType);
  const resource = { uri, mimeType: isUnfit ? 'application/octet-stream' : mediaType, ...content };
  return { type: 'resource', resource };
}

/** The text that the bytes are; undefined if they are not UTF-8. */
function textIn(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}

/** The type of an image that models take, by its bytes: those who run models refuse one that is not what its type says. */
function imageTypeOf(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12);
  return IMAGES.find(([, form]) => form.test(start))?.[0];
}
