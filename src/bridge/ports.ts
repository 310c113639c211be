import type { Platform } from './cli/platform';
import type { Program } from './cli/program';
import type { ApprovalPort, PausedClients } from './call/approval/approval-port';
import type { AuditEntry, RequestLog } from './request-log';
import type { WatchFiles } from './http/event-streams';
import type { HttpLimits } from './http/server';
import type { KeyRecord } from './key-records';
import type { ChangeList } from './notes/changes/change-list';
import type { NoteStore } from './notes/note-store';
import type { ScaleImage } from './text/image-facts';

/** What a host provides. */
export interface BridgePorts {
  /** The bridge's own version, for the health document and MCP. */
  readonly version: string;
  readonly platform: Platform;
  readonly environment: NodeJS.ProcessEnv;
  /** The owner's key. */
  readonly apiKey: string;
  /** The keys of other clients. */
  readonly keys?: readonly KeyRecord[] | undefined;
  /** The only program to run; without it, the bridge looks for one. */
  readonly program?: Program | undefined;
  /** The app's resources folder, when running inside the app. */
  readonly resourcesPath?: string | undefined;
  /** The version of Electron, when running inside the app; it shows how old the installer is. */
  readonly electronVersion?: string | undefined;
  /** Resolves symbolic links, if the host may access the file system; never fails. */
  readonly resolveLink?: ((path: string) => Promise<string>) | undefined;
  /** The vault the host runs in, if it runs in one. */
  readonly hostVault?: string | undefined;
  /** The id of that vault, which distinguishes it from others of the same name. */
  readonly hostVaultId?: string | undefined;
  /** Access to the notes of that vault. */
  readonly notes?: NoteStore | undefined;
  /** Reports changes to files in that vault; without it, there are no events. */
  readonly watchFiles?: WatchFiles | undefined;
  /** Milliseconds between two signs of life of a stream of events, if not the default. */
  readonly heartbeatMs?: number | undefined;
  /** Opens the notes of a vault by its folder, if the host may access the file system; undefined if there is no such vault. */
  readonly openFolder?: ((folder: string) => Promise<NoteStore | undefined>) | undefined;
  /** Scales images for models; without it, they are sent as they are stored. */
  readonly scaleImage?: ScaleImage | undefined;
  /** Asks the user about calls that need their approval; without it, such calls are refused. */
  readonly approvals?: ApprovalPort | undefined;
  /** The clients that the user has paused; without it, they are paused until the bridge is stopped. */
  readonly pausedClients?: PausedClients | undefined;
  /** Milliseconds the user has to answer, if not the default. */
  readonly answerMs?: number | undefined;
  /** Called with one sentence when the bridge itself fails. */
  readonly report: (message: string) => void;
  /** Called whenever the queue or the state of the program may have changed. Must be fast: this is often. */
  readonly activity?: (() => void) | undefined;
  /** The log of an earlier bridge, to continue. */
  readonly log?: RequestLog | undefined;
  /** The changes of an earlier bridge, which can still be undone. */
  readonly changes?: ChangeList | undefined;
  /** Called with each call that ran and may have changed something, before its answer. */
  readonly audit?: ((entry: AuditEntry) => void) | undefined;
  /** Limits of the HTTP server that differ from the defaults. */
  readonly httpLimits?: Partial<HttpLimits> | undefined;
}
