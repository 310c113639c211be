import type { ScaledImage, ScaleImage } from '../bridge/text/image-facts';

/** The types that an image of each type is encoded in: the next one if it takes too many bytes. */
const ENCODINGS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['image/jpeg'],
  'image/webp': ['image/webp'],
};
/** For images with sharp edges, such as screenshots. */
const SHARP = ['image/png', 'image/webp'];
const QUALITY = 0.9;

/** Scales an image as the app's window shows it. */
export const scaleImage: ScaleImage = async ({ mediaType, bytes }, { longestSide, maxBytes }) => {
  const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: mediaType }));
  const ratio = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const scaled = (side: number): number => Math.max(1, Math.round(side * ratio));
  const canvas = new OffscreenCanvas(scaled(bitmap.width), scaled(bitmap.height));
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This window has no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  let smallest: ScaledImage | undefined;
  for (const type of ENCODINGS[mediaType] ?? SHARP) {
    const blob = await canvas.convertToBlob({ type, quality: QUALITY });
    const encoded = new Uint8Array(await blob.arrayBuffer());
    smallest = { mediaType: blob.type, bytes: encoded, width, height };
    if (encoded.length <= maxBytes) break;
  }
  if (!smallest) throw new Error('The image was not encoded.');
  return smallest;
};
