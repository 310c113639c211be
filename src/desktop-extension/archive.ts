import { strToU8, zipSync } from 'fflate/browser';
import { version } from '../../manifest.json';
import manifest from './manifest.json';

/** The date of the files in the archive, in local time as ZIP has it: the same files always give the same bytes. */
const DATE = '2000-01-01T12:00:00';

/** The extension for Claude Desktop: an archive of its manifest and the relay. */
export function zipExtension(relay: string): Uint8Array<ArrayBuffer> {
  return zipSync(
    {
      'manifest.json': strToU8(JSON.stringify({ ...manifest, version }, null, 2)),
      [manifest.server.entry_point]: strToU8(relay),
    },
    { mtime: DATE },
  );
}
