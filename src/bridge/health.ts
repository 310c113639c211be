import type { CliStatus } from './cli/client';
import { BRIDGE_ID } from './commands/policy';
import type { Address } from './http/server';
import type { Settings } from './settings';

/** What the document tells of the moment. */
interface Status {
  readonly listening: Address | undefined;
  readonly cli: CliStatus;
}

/** What does not change while a bridge lives. */
interface Identity {
  readonly version: string;
  readonly vault: string | undefined;
}

/** Makes the health document anew only when something in it has changed: a poller asks for it often. */
export class Health {
  private made: { settings: Settings; status: Status; document: object } | undefined;

  constructor(private readonly identity: Identity) {}

  /** The document for these facts; the same object as long as they are the same. */
  document(settings: Settings, status: Status): object {
    const { made } = this;
    const same =
      made?.settings === settings &&
      made.status.cli === status.cli &&
      made.status.listening === status.listening;
    if (same) return made.document;
    const document = healthDocument(this.identity, settings, status);
    this.made = { settings, status, document };
    return document;
  }
}

/** The health document. `app`, `version`, `cli.state` and `server.vault` tell a client which bridge answers. */
function healthDocument({ version, vault }: Identity, settings: Settings, status: Status) {
  return {
    status: 'ok',
    app: BRIDGE_ID,
    version,
    cli: {
      available: status.cli.state === 'available',
      version: status.cli.version,
      binaryPath: status.cli.path,
      state: status.cli.state,
    },
    server: {
      port: status.listening?.port ?? settings.port,
      bindAddress: status.listening?.address ?? settings.bindAddress,
      restEnabled: settings.restEnabled,
      mcpEnabled: settings.mcpEnabled,
      vault: vault ?? '',
    },
  };
}
