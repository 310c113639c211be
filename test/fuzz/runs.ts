import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { makeTarget } from '../attack/target';
import type { Target } from '../attack/target';
import type { TestScope } from '../kit/test-scope';

/** A bridge over a true program that reports its arguments, read as they come. */
export interface Reporting extends Target {
  /** The arguments of each process since the last time, but of the bridge's own questions. */
  newRuns(): Promise<string[][]>;
}

export async function makeReporting(ends: TestScope): Promise<Reporting> {
  const target = await makeTarget(ends, {}, { allowDangerousCommands: true });
  const file = await open(`${target.cli.path}.calls`);
  ends.onTestFinished(() => file.close());
  let position = (await file.stat()).size;
  return {
    ...target,
    newRuns: async () => {
      const bytes = await readFrom(file, position);
      position += bytes.length;
      return recordsIn(bytes.toString('utf8')).filter((words) => !isProbe(words));
    },
  };
}

async function readFrom(file: FileHandle, position: number): Promise<Buffer> {
  const { size } = await file.stat();
  const bytes = Buffer.alloc(size - position);
  await file.read(bytes, 0, bytes.length, position);
  return bytes;
}

function recordsIn(text: string): string[][] {
  const words = text.split('\0').slice(0, -1);
  const records: string[][] = [];
  for (let index = 0; index < words.length;) {
    const count = Number(words[index]);
    records.push(words.slice(index + 1, index + 1 + count));
    index += 1 + count;
  }
  return records;
}

/** Whether these are the arguments of a question that the bridge asks of its own accord. */
export function isProbe(words: readonly string[]): boolean {
  return words.length === 1 && (words[0] === 'version' || words[0] === 'help');
}
