import { Bridge } from '../../../src/bridge/bridge';
import { platformOf } from '../../../src/bridge/cli/platform';
import { ChangeList } from '../../../src/bridge/notes/changes/change-list';
import { FileStore } from '../../../src/bridge/notes/file-store';
import { DEFAULT_SETTINGS } from '../../../src/bridge/settings';
import { NoteFolder } from '../../kit/note-folder';

/**
 * The bridge over one vault, with the limits of a platform: its folder, bytes of a request, whether line breaks are encoded,
 * where the notes are reached, and whether changes are kept, as JSON; then the program. Sends its port.
 */
const [given = '', file = '', ...leadingArguments] = process.argv.slice(2);
const {
  folder,
  requestLimit,
  encodesLineBreaks,
  store,
  keepsChanges = true,
} = JSON.parse(given) as {
  folder: string;
  requestLimit: number;
  encodesLineBreaks: boolean;
  store: 'own' | 'folder' | 'none';
  keepsChanges?: boolean;
};

class NoChanges extends ChangeList {
  override add(): string {
    return '';
  }
}

const stores = {
  own: { hostVault: 'vault', notes: new NoteFolder(folder) },
  folder: { openFolder: (path: string) => Promise.resolve(new FileStore(path)) },
  none: { hostVault: 'vault' },
};

const bridge = new Bridge(
  { ...DEFAULT_SETTINGS, port: 0, timeoutSeconds: 120 },
  {
    version: '0.0.0',
    platform: { ...platformOf('linux'), requestLimit, encodesLineBreaks },
    environment: { ...process.env, OBSIDIAN_STANDIN_VAULTS: folder },
    apiKey: 'bench',
    program: { file, leadingArguments },
    report: (message) => process.stderr.write(`${message}\n`),
    ...(!keepsChanges && { changes: new NoChanges() }),
    ...stores[store],
  },
);

const { port } = await bridge.start();
await bridge.lookAgain();
process.send?.({ port });
