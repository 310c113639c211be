import type { CliClient } from '../cli/client';
import type { Platform } from '../cli/platform';
import type { Catalogue } from '../commands/catalogue/catalogue';
import type { LiveSettings } from '../settings';
import type { ChangeList } from '../notes/changes/change-list';
import type { AuditEntry, RequestLog } from '../request-log';
import type { ScaleImage } from '../text/image-facts';
import type { ApprovalQueue } from './approval/approval-queue';
import type { ChangeCounts } from './approval/change-counts';
import type { KnownTexts } from './known-texts';
import type { NoteStores } from './note/note-stores';
import type { KnownVaults } from './vault/known-vaults';
import type { HostVault } from './vault/vault-choice';

/** The parts of the bridge that calls use. */
export interface CallContext {
  readonly client: CliClient;
  readonly catalogue: Catalogue;
  readonly log: RequestLog;
  readonly settings: LiveSettings;
  readonly platform: Platform;
  readonly vaults: KnownVaults;
  readonly stores: NoteStores;
  readonly changes: ChangeList;
  readonly knownTexts: KnownTexts;
  readonly changeCounts: ChangeCounts;
  /** Absent if the host cannot ask the user. */
  readonly approvals?: ApprovalQueue | undefined;
  /** Absent if the host cannot scale images. */
  readonly scaleImage?: ScaleImage | undefined;
  /** The vault that the host runs in, if any. */
  readonly hostVault: HostVault | undefined;
  /** Called after each call that may have changed something. */
  readonly audit?: ((entry: AuditEntry) => void) | undefined;
  /** Called with unexpected errors. */
  readonly reportError: (error: unknown) => void;
  /** Ends what waits for the bridge of another vault. */
  readonly stopped: AbortSignal;
}
