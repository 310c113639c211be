import type { BridgeStatus } from './bridge';
import { BRIDGE_ID } from './commands/policy';
import type { Settings } from './settings';

/** What does not change while a bridge lives. */
interface Identity {
  readonly version: string;
  readonly vault: string | undefined;
}

/** Makes the health document anew only when something in it has changed: a poller asks for it often. */
export class Health {
  private made: { settings: Settings; status: BridgeStatus; document: object } | undefined;

  constructor(private readonly identity: Identity) {}

  /** The document for these facts; the same object as long as they are the same. */
  document(settings: Settings, status: BridgeStatus): object {
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

/** The health document (§2.2). `app`, `version`, `cli.state` and `server.vault` are additions: they tell who answers. */
function healthDocument({ version, vault }: Identity, settings: Settings, status: BridgeStatus) {
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
