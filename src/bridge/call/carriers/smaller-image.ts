import { BridgeError } from '../../errors';
import type { Pixels, ScaledImage, ScaleImage } from '../../text/image-facts';
import { amount } from '../../text/printable';
import { withTimeout } from '../../text/with-timeout';
import type { FileLimits } from '../call';
import type { SentFile } from '../outcome';

/** A decoded image takes four bytes for each pixel. */
const MAX_PIXELS = 50_000_000;
/** Milliseconds. */
const SCALING_MS = 15_000;

/** What an answer has room for. */
export type Down = NonNullable<FileLimits['down']>;

/** Whether an image must be smaller than it is stored. */
export function isLarge(bytes: Uint8Array, pixels: Pixels, { scaledTo = Infinity, most }: Down): boolean {
  return longestOf(pixels) > scaledTo || bytes.length > most;
}

/**
 * A copy of an image that a model can take, and what is said of it.
 * @throws BridgeError `output_too_large`
 */
export async function smallerImage(
  scale: ScaleImage,
  { path, ...image }: SentFile,
  pixels: Pixels,
  down: Down,
): Promise<ScaledImage & { readonly warning: string }> {
  const { scaledTo: longestSide = Infinity, most: maxBytes } = down;
  if (pixels.width * pixels.height > MAX_PIXELS)
    throw tooLarge(path, pixels, `scaling takes ${amount(MAX_PIXELS)} in all at most`);
  const scaling = scale(image, { longestSide, maxBytes }).catch(() => undefined);
  const scaled = await withTimeout(SCALING_MS, scaling);
  if (!scaled) throw tooLarge(path, pixels, 'scaling it failed: it may be damaged');
  const what = image.mediaType === 'image/gif' ? 'a smaller copy of the first frame' : 'a smaller copy';
  const { bytes } = image;
  const isWholeTaken = longestOf(pixels) <= (down.longestSide ?? Infinity) && bytes.length <= maxBytes;
  const stored = `the file has ${amount(pixels.width)} × ${amount(pixels.height)} pixels and ${amount(bytes.length)} bytes`;
  const warning = `This is ${what}: ${stored}.${isWholeTaken ? ' full=true gets the file itself.' : ''}`;
  return { ...scaled, warning };
}

/** @throws BridgeError `output_too_large` for an image with a longer side than models take */
export function requireSmall(path: string, pixels: Pixels, { longestSide = Infinity }: Down): void {
  if (longestOf(pixels) > longestSide)
    throw tooLarge(path, pixels, `models take ${amount(longestSide)} on a side at most`);
}

function longestOf({ width, height }: Pixels): number {
  return Math.max(width, height);
}

function tooLarge(path: string, { width, height }: Pixels, why: string): BridgeError {
  return BridgeError.afterRun(
    'output_too_large',
    `The image "${path}" has ${amount(width)} × ${amount(height)} pixels, and ${why}.`,
    {},
    {
      hint: 'Ask the user for a smaller version of it, or whether it opens in Obsidian.',
      data: { path, width, height },
    },
  );
}
