import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture that is shown for a while, in place of the one before or of a part of it. */
export interface Frame {
  readonly png: Buffer;
  readonly ms: number;
  /** Where it is, in pixels from the left and from the top. */
  readonly x: number;
  readonly y: number;
}

/** What the bytes of a moving picture say about it. */
export interface MovingFacts {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly ms: number;
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Makes an animated PNG that repeats. @param frames the first one has the size of the whole; all have the same kind of pixels */
export function movingPng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (!first) throw new Error('There are no frames.');
  const header = headerOf(first.png);
  let order = 0;
  const parts = frames.flatMap((frame, index) => {
    const { data } = headerOf(frame.png);
    if (!data.subarray(8).equals(header.data.subarray(8))) throw new Error('The kinds of pixels differ.');
    const control = Buffer.alloc(26);
    const { x, y, ms } = frame;
    const fields = [order++, data.readUInt32BE(0), data.readUInt32BE(4), x, y];
    for (const [place, field] of fields.entries()) control.writeUInt32BE(field, place * 4);
    control.writeUInt16BE(ms, 20);
    control.writeUInt16BE(1_000, 22);
    const pixels = pixelsOf(frame.png);
    return [
      chunk('fcTL', control),
      index === 0 ? chunk('IDAT', pixels) : chunk('fdAT', Buffer.concat([numbers(order++), pixels])),
    ];
  });
  return Buffer.concat([
    SIGNATURE,
    chunk(header.type, header.data),
    chunk('acTL', numbers(frames.length, 0)),
    ...parts,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Reads an animated PNG. */
export function readMovingPng(bytes: Buffer): MovingFacts {
  const chunks = chunksOf(bytes);
  const { data } = headerOf(bytes);
  const controls = chunks.filter(({ type }) => type === 'fcTL');
  const ms = controls.map((each) => (each.data.readUInt16BE(20) * 1_000) / each.data.readUInt16BE(22));
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    frames: chunks.find(({ type }) => type === 'acTL')?.data.readUInt32BE(0) ?? 0,
    ms: ms.reduce((sum, each) => sum + each, 0),
  };
}

function headerOf(png: Buffer): Chunk {
  const [header] = chunksOf(png);
  if (header?.type !== 'IHDR') throw new Error("This isn't a PNG.");
  return header;
}

/** The pixels of a PNG, compressed as well as possible. */
function pixelsOf(png: Buffer): Buffer {
  const parts = chunksOf(png).filter(({ type }) => type === 'IDAT');
  return deflateSync(inflateSync(Buffer.concat(parts.map(({ data }) => data))), { level: 9 });
}

function chunksOf(png: Buffer): readonly Chunk[] {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error("This isn't a PNG.");
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}
