/** The size of an image. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** What the first bytes of an image show. */
export interface ImageFacts {
  readonly mediaType: string;
  /** As it is stored, even if its camera was held sideways; absent if the file is damaged. */
  readonly size?: Pixels;
}

/** The bytes of an image, and its type by them. */
interface Image {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface ScaledImage extends Image, Pixels {}

/**
 * Decodes an image, turns it the way its camera was held, and encodes it again so that no side is longer than `longestSide` pixels,
 * in at most `maxBytes` where that is possible. For an animation, it takes the first frame.
 * @returns rejects if the image cannot be decoded
 */
export type ScaleImage = (
  image: Image,
  limits: { readonly longestSide: number; readonly maxBytes: number },
) => Promise<ScaledImage>;

/** How the images that models accept begin, as Latin-1. SVG is not among them, because it can hold scripts. */
const IMAGES: readonly (readonly [
  mediaType: string,
  start: RegExp,
  sizeOf: (bytes: Buffer) => Pixels | undefined,
])[] = [
  ['image/png', /^\x89PNG\r\n/, pngSize],
  ['image/jpeg', /^\xff\xd8\xff/, jpegSize],
  ['image/gif', /^GIF8[79]a/, gifSize],
  ['image/webp', /^RIFF[^]{4}WEBP/, webpSize],
];

/** The types of {@link imageFacts}. */
export const IMAGE_TYPES: readonly string[] = IMAGES.map(([mediaType]) => mediaType);

/** The type of an image that models accept, by its bytes, and its size; undefined for any other file. */
export function imageFacts(given: Uint8Array): ImageFacts | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const start = bytes.toString('latin1', 0, 12);
  const found = IMAGES.find(([, form]) => form.test(start));
  if (!found) return undefined;
  const [mediaType, , sizeOf] = found;
  const size = sizeOf(bytes);
  return { mediaType, ...(size && size.width > 0 && size.height > 0 && { size }) };
}

function pngSize(bytes: Buffer): Pixels | undefined {
  if (bytes.length < 24) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): Pixels | undefined {
  if (bytes.length < 10) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Segments of a JPEG that are looked at for its frame: far more than any camera writes. */
const MAX_SEGMENTS = 10_000;

function jpegSize(bytes: Buffer): Pixels | undefined {
  let at = 2;
  for (let count = 0; count < MAX_SEGMENTS && at + 9 <= bytes.length; count += 1) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return undefined;
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function webpSize(bytes: Buffer): Pixels | undefined {
  if (bytes.length < 30) return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
