import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../kit/bridge';
import { legacyMessage, sendMessage } from '../kit/mcp-client';
import { NoteFolder } from '../kit/note-folder';
import { residentVault } from '../kit/resident-stand-in';
import { groupScope } from '../kit/test-scope';
import { hasChromium, PageBrowser } from '../obsidian/page';
import type { ImagesWindow, Look } from './images';

const MIB = 1024 * 1024;

/** What a model gets. */
interface Got {
  readonly isError: boolean;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly look: Look | undefined;
}

describe.skipIf(!hasChromium())('an image, scaled by a real browser', () => {
  const scope = groupScope();
  let page: Page;
  let url: URL;
  let folder: string;
  let scalings = 0;

  beforeAll(async () => {
    const browser = await PageBrowser.start(scope);
    const entry = fileURLToPath(new URL('images.ts', import.meta.url));
    ({ page } = await browser.openPage({ entry }));
    const { program, vault } = await residentVault(scope);
    folder = vault;
    const { client } = await serve(scope, {
      program,
      hostVault: 'sample-vault',
      notes: new NoteFolder(vault),
      scaleImage: async ({ mediaType, bytes }, limits) => {
        scalings += 1;
        const given = { mediaType, base64: Buffer.from(bytes).toString('base64'), limits };
        const scaled = await page.evaluate(
          (image) => (window as unknown as ImagesWindow).scale(image.mediaType, image.base64, image.limits),
          given,
        );
        const { base64, ...facts } = scaled;
        return { ...facts, bytes: Buffer.from(base64, 'base64') };
      },
    });
    url = new URL('/mcp', client.url);
  });

  async function drawn(mediaType: string, width: number, height: number, isNoise = false): Promise<Buffer> {
    const base64 = await page.evaluate(
      (image) =>
        (window as unknown as ImagesWindow).draw(image.mediaType, image.width, image.height, image.isNoise),
      { mediaType, width, height, isNoise },
    );
    return Buffer.from(base64, 'base64');
  }

  async function get(path: string, bytes: Buffer, full?: boolean): Promise<Got> {
    await writeFile(join(folder, path), bytes);
    const given = { run: 'cli-bridge:attachment', params: { path }, full };
    const { body } = await sendMessage(
      url,
      legacyMessage('tools/call', { name: 'search', arguments: given }),
    );
    const { content, isError = false } = body.result as unknown as {
      content: readonly Readonly<Record<string, string>>[];
      isError?: boolean;
    };
    const [text, image] = content;
    const answer = JSON.parse(text?.['text'] ?? '') as Got['answer'];
    const { mimeType: mediaType = '', data: base64 = '' } = image ?? {};
    const look =
      image?.['type'] === 'image'
        ? await page.evaluate(
            (given) => (window as unknown as ImagesWindow).look(given.mediaType, given.base64),
            { mediaType, base64 },
          )
        : undefined;
    return { isError, answer, mediaType, bytes: Buffer.from(base64, 'base64'), look };
  }

  test.each([
    ['image/png', 'image/png'],
    ['image/jpeg', 'image/jpeg'],
    ['image/webp', 'image/webp'],
  ])('%s: a longer side has 1,568 pixels, unless all of it is asked for', async (mediaType, scaledType) => {
    const bytes = await drawn(mediaType, 3_000, 1_500);
    const scaled = await get('Photo.png', bytes);
    expect(scaled).toMatchObject({
      mediaType: scaledType,
      look: { width: 1_568, height: 784, left: 'red', right: 'blue' },
      answer: {
        ok: true,
        data: { mediaType: scaledType, bytes: scaled.bytes.length, width: 1_568, height: 784 },
        warnings: [
          `This is a smaller copy: the file has 3,000 × 1,500 pixels and ${bytes.length.toLocaleString('en-US')} bytes. full=true gets the file itself.`,
        ],
      },
    });
    const full = await get('Photo.png', bytes, true);
    expect(full.bytes.equals(bytes)).toBe(true);
    expect(full.answer).toEqual({
      ok: true,
      data: { mediaType, bytes: bytes.length, width: 3_000, height: 1_500 },
    });
  });

  test('one that is small enough is sent as it is stored', async () => {
    const bytes = await drawn('image/jpeg', 1_568, 1_000);
    const { answer, bytes: sent } = await get('Small.jpg', bytes);
    expect(sent.equals(bytes)).toBe(true);
    expect(answer).toEqual({
      ok: true,
      data: { mediaType: 'image/jpeg', bytes: bytes.length, width: 1_568, height: 1_000 },
    });
  });

  test('a photo that was taken with the camera held sideways is turned', async () => {
    const bytes = withOrientation(await drawn('image/jpeg', 3_000, 1_500), 6);
    expect(await get('Sideways.jpg', bytes)).toMatchObject({
      look: { width: 784, height: 1_568, top: 'red', bottom: 'blue' },
      answer: { data: { width: 784, height: 1_568 } },
    });
  });

  test('of an animated GIF, it is the first frame', async () => {
    const { mediaType, look, answer } = await get('Animated.gif', animatedGif(3_136, 4));
    expect([mediaType, look?.width, look?.left, look?.right]).toEqual(['image/png', 1_568, 'red', 'red']);
    expect(answer['warnings']).toEqual([expect.stringContaining('first frame') as string]);
  });

  test('a panorama is scaled, too', async () => {
    const { look, answer } = await get('Panorama.jpg', await drawn('image/jpeg', 12_000, 120));
    expect([look?.width, look?.height]).toEqual([1_568, 16]);
    // No model takes it as it is stored.
    expect(answer['warnings']).toEqual([expect.not.stringContaining('full') as string]);
    expect((await get('Panorama.jpg', await drawn('image/jpeg', 12_000, 120), true)).answer).toMatchObject({
      code: 'output_too_large',
    });
  });

  test('one of many bytes is sent in fewer', async () => {
    const bytes = await drawn('image/png', 1_500, 1_500, true);
    expect(bytes.length).toBeGreaterThan(5 * MIB);
    const { bytes: sent, mediaType, answer } = await get('Noise.png', bytes);
    expect(sent.length).toBeLessThan(5 * MIB);
    expect(answer).toMatchObject({ data: { mediaType, width: 1_500, height: 1_500, bytes: sent.length } });
  });

  test.each([
    ['cut off', async () => (await drawn('image/png', 3_000, 1_500, true)).subarray(0, 100_000)],
    ['with other bytes in it', async () => (await drawn('image/png', 3_000, 1_500)).fill(7, 60)],
  ])('a damaged one (%s) is refused', async (_how, bytes) => {
    const { isError, answer } = await get('Damaged.png', await bytes());
    expect(isError).toBe(true);
    expect(answer).toMatchObject({
      code: 'output_too_large',
      error: expect.stringContaining('3,000 × 1,500 pixels, and scaling it failed') as string,
    });
  });

  test('one that says it has billions of pixels is refused before it is decoded', async () => {
    const bomb = await drawn('image/png', 2_000, 10);
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    const before = scalings;
    expect((await get('Bomb.png', bomb)).answer).toMatchObject({
      code: 'output_too_large',
      error: expect.stringContaining('50,000 × 50,000') as string,
    });
    expect(scalings).toBe(before);
  });
});

/** A JPEG whose metadata says how its camera was held. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tag = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const tiff = Buffer.from([...Buffer.from('MM'), 0, 42, 0, 0, 0, 8, 0, 1, ...tag, 0, 0, 0, 0]);
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(exif.length + 2);
  const start = jpeg.subarray(0, 2);
  return Buffer.concat([start, Buffer.from([0xff, 0xe1]), size, exif, jpeg.subarray(2)]);
}

/** A GIF whose first frame is red and whose second one is blue. */
function animatedGif(width: number, height: number): Buffer {
  const sized = (before: readonly number[], ...after: number[]): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt16LE(width, 0);
    size.writeUInt16LE(height, 2);
    return Buffer.concat([Buffer.from(before), size, Buffer.from(after)]);
  };
  const colors = [255, 0, 0, 0, 0, 255];
  const frame = (color: number): Buffer =>
    Buffer.concat([
      Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0]),
      sized([0x2c, 0, 0, 0, 0], 0, 2),
      inBlocks(codesOf(color, width * height)),
    ]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    sized([], 0x80, 0, 0, ...colors),
    frame(0),
    frame(1),
    Buffer.from([0x3b]),
  ]);
}

/** One color, in codes of 3 bits: the table is cleared before it grows. */
function codesOf(color: number, count: number): Buffer {
  const [clear, end] = [4, 5];
  const codes = Array.from({ length: Math.ceil(count / 2) }, () => [clear, color, color]).flat();
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const code of [...codes, end]) {
    held |= code << bits;
    bits += 3;
    if (bits < 8) continue;
    bytes.push(held & 0xff);
    held >>= 8;
    bits -= 8;
  }
  return Buffer.from([...bytes, held]);
}

function inBlocks(bytes: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.subarray(at, at + 255);
    blocks.push(Buffer.from([block.length]), block);
  }
  return Buffer.concat([...blocks, Buffer.from([0])]);
}
