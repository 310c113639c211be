import { inflateRawSync } from 'node:zlib';

const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
const DEFLATED = 8;

/** The files of a ZIP archive, read as an installer does: by its directory. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - END_SIZE;
  if (archive.readUInt32LE(end) !== END_SIGNATURE) throw new Error('Not a ZIP archive');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [packed, size, nameSize] = [20, 24, 28].map((offset) => archive.readUInt32LE(at + offset));
    const length = (nameSize ?? 0) & 0xffff;
    const name = archive.toString('utf8', at + 46, at + 46 + length);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    if (archive.readUInt16LE(at + 10) !== DEFLATED) throw new Error(`${name} is packed in another way`);
    const content = inflateRawSync(archive.subarray(start, start + (packed ?? 0)));
    if (content.length !== size) throw new Error(`${name} has the wrong size`);
    files.set(name, content);
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
