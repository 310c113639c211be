import { scaleImage } from '../../src/obsidian/scale-image';

type Limits = Parameters<typeof scaleImage>[1];

/** What the test reaches from outside. Bytes travel as base64. */
export interface ImagesWindow {
  scale: (mediaType: string, base64: string, limits: Limits) => Promise<Scaled>;
  /** Draws an image with a red left half and a blue right half, or of random dots. */
  draw: (mediaType: string, width: number, height: number, isNoise?: boolean) => Promise<string>;
  /** Decodes an image. */
  look: (mediaType: string, base64: string) => Promise<Look>;
}

export interface Scaled {
  readonly mediaType: string;
  readonly base64: string;
  readonly width: number;
  readonly height: number;
}

export interface Look {
  readonly width: number;
  readonly height: number;
  /** The color of the middle of each edge. */
  readonly left: string;
  readonly right: string;
  readonly top: string;
  readonly bottom: string;
}

/** Bytes that one call can turn into text. */
const CHUNK = 8_192;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  return context;
}

const outside = window as unknown as ImagesWindow;

outside.scale = async (mediaType, base64, limits) => {
  const { bytes, ...scaled } = await scaleImage({ mediaType, bytes: fromBase64(base64) }, limits);
  return { ...scaled, base64: toBase64(bytes) };
};

outside.draw = async (type, width, height, isNoise = false) => {
  const context = contextOf(width, height);
  if (isNoise) {
    const image = context.createImageData(width, height);
    for (let at = 0; at < image.data.length; at += 65_536)
      crypto.getRandomValues(image.data.subarray(at, at + 65_536));
    context.putImageData(image, 0, 0);
  } else {
    for (const [color, x] of [
      ['red', 0],
      ['blue', width / 2],
    ] as const) {
      context.fillStyle = color;
      context.fillRect(x, 0, width / 2, height);
    }
  }
  const blob = await context.canvas.convertToBlob({ type });
  return toBase64(new Uint8Array(await blob.arrayBuffer()));
};

outside.look = async (type, base64) => {
  const bitmap = await createImageBitmap(new Blob([fromBase64(base64)], { type }));
  const { width, height } = bitmap;
  const context = contextOf(width, height);
  context.drawImage(bitmap, 0, 0);
  const colorAt = (x: number, y: number): string => {
    const [red = 0, green = 0, blue = 0] = context.getImageData(Math.floor(x), Math.floor(y), 1, 1).data;
    if (green > 50) return 'other';
    if (red > 200 && blue < 50) return 'red';
    return blue > 200 && red < 50 ? 'blue' : 'other';
  };
  const [middleX, middleY] = [width / 2, height / 2];
  return {
    ...{ width, height, left: colorAt(width * 0.1, middleY), right: colorAt(width * 0.9, middleY) },
    ...{ top: colorAt(middleX, height * 0.1), bottom: colorAt(middleX, height * 0.9) },
  };
};
