import { isUtf8 } from 'node:buffer';
import type { ContentBlock } from '@modelcontextprotocol/server';
import type { FileLimits } from '../call/call';
import type { CallOutcome, SentFile } from '../call/outcome';
import { IMAGE_TYPES } from '../text/image-facts';
import { amount } from '../text/printable';

/** Several calls share an answer, so only one by itself gets a file. */
export const FILES_OF_SEVERAL = { up: 1024 * 1024 } as const satisfies FileLimits;

/** The bytes of a file that one call carries. Models take no larger image. */
const AS_STORED = {
  most: 5 * 1024 * 1024,
  longestSide: 8_000,
  hint: 'Over REST it may be larger: GET /api/v1/cli/cli-bridge/attachment with the path in the query string and the header "Accept: application/octet-stream".',
} as const;

/** A model that gets a larger image scales it down itself, after it was paid for. */
const SCALED_TO = 1_568;

/** What a call by itself carries. @param isFull whether images come as they are stored */
export function filesOfOne(isFull: boolean): FileLimits {
  return { down: { ...AS_STORED, ...(!isFull && { scaledTo: SCALED_TO }) }, ...FILES_OF_SEVERAL };
}

/** The outcome with the text of a file in its output, below a line that names it. A file of other bytes stays beside it. */
export function withTextShown(outcome: CallOutcome): CallOutcome {
  const { file, ...others } = outcome;
  if (!file) return outcome;
  const { path, mediaType, bytes } = file;
  if (!isUtf8(bytes) || bytes.includes(0)) return outcome;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return { ...others, stdout: `${path} (${mediaType}, ${amount(bytes.length)} bytes):\n${text}` };
}

/** A file as content of a tool's result, so that a model can see, hear or read it. */
export function fileBlock({ path, mediaType, bytes }: SentFile): ContentBlock {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  if (IMAGE_TYPES.includes(mediaType)) return { type: 'image', data, mimeType: mediaType };
  if (mediaType.startsWith('audio/')) return { type: 'audio', data, mimeType: mediaType };
  const uri = `vault:///${path.split('/').map(encodeURIComponent).join('/')}`;
  return { type: 'resource', resource: { uri, mimeType: mediaType, blob: data } };
}
