import type { ContentBlock } from '@modelcontextprotocol/server';
import type { FileLimits } from '../commands/call/call';
import type { SentFile } from '../commands/outcome';

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

/** The types of images that models take. SVG can hold scripts. */
const IMAGES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The types of files that are text, SVG among them. */
const TEXT = /^text\/|[/+](?:json|xml|yaml)$/;

/** A file as content of a tool's result, so that a model can see, hear or read it. */
export function fileBlock({ path, mediaType, bytes }: SentFile): ContentBlock {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (IMAGES.includes(mediaType))
    return { type: 'image', data: buffer.toString('base64'), mimeType: mediaType };
  if (mediaType.startsWith('audio/'))
    return { type: 'audio', data: buffer.toString('base64'), mimeType: mediaType };
  const uri = `vault:///${path.split('/').map(encodeURIComponent).join('/')}`;
  const text = buffer.toString('utf8');
  const isText = TEXT.test(mediaType) && Buffer.from(text, 'utf8').equals(buffer);
  const content = isText ? { text } : { blob: buffer.toString('base64') };
  return { type: 'resource', resource: { uri, mimeType: mediaType, ...content } };
}
