import { clearTimeout, setTimeout } from 'node:timers';
import { CliClient } from './cli/client';
import { childEnvironment } from './cli/environment';
import { isInstallerOld } from './cli/program-status';
import { ApprovalQueue } from './call/approval/approval-queue';
import { ChangeCounts } from './call/approval/change-counts';
import { hostCaller } from './call/call';
import type { CallInput } from './call/call-schema';
import { Prompts } from './call/carriers/prompts';
import { NoteStores } from './call/note/note-stores';
import type { Outcome } from './call/outcome';
import { KnownTexts } from './call/known-texts';
import { CallRunner } from './call/runner';
import { KnownVaults } from './call/vault/known-vaults';
import { defaultVault } from './call/vault/vault-choice';
import { Catalogue } from './commands/catalogue/catalogue';
import { readHelp } from './commands/catalogue/read-help';
import type { LiveSettings } from './settings';
import { BoundedStore, openBounded } from './notes/bounded-store';
import { ChangeList } from './notes/changes/change-list';
import type { NoteStore } from './notes/note-store';
import type { BridgePorts } from './ports';
import type { RequestLog } from './request-log';

/** What an engine needs besides what the host provides. */
export interface EngineOptions {
  readonly settings: LiveSettings;
  readonly log: RequestLog;
  /** Called with an unexpected error. */
  readonly reportError: (error: unknown) => void;
}

/** What runs commands, whatever they come through: the program, its catalogue, the notes, and the path of all calls. */
export class Engine {
  readonly client: CliClient;
  readonly catalogue: Catalogue;
  readonly approvals: ApprovalQueue | undefined;
  readonly calls: CallRunner;
  readonly prompts: Prompts;
  readonly changes: ChangeList;
  /** The notes of the host's own vault, if it has one. */
  readonly notes: NoteStore | undefined;
  private readonly stopping = new AbortController();
  /** Fires when the engine has stopped, or must end immediately. */
  readonly stopped = this.stopping.signal;

  constructor(ports: BridgePorts, { settings, log, reportError }: EngineOptions) {
    const { platform, hostVault: name, hostVaultId: id, audit, scaleImage } = ports;
    const hostVault = name === undefined ? undefined : { name, id };
    this.client = new CliClient({
      platform,
      environment: childEnvironment(ports.environment),
      places: () => ({
        only: ports.program,
        configured: settings.current.cliPath,
        environment: ports.environment,
        resourcesPath: ports.resourcesPath,
        resolveLink: ports.resolveLink,
      }),
      settings,
      isInstallerOld: ports.electronVersion !== undefined && isInstallerOld(ports.electronVersion),
      activity: ports.activity,
      programFound: () => void this.catalogue.refresh(),
    });
    const vaultOf = (vault?: string): string | undefined =>
      vault ?? defaultVault(settings.current, hostVault);
    this.catalogue = new Catalogue(
      (vault) => readHelp(this.client, vaultOf(vault), vault === undefined),
      () => ['not_installed', 'installer_too_old'].includes(this.client.status().state),
      () => settings.current.readCommands,
    );
    const vaults = new KnownVaults();
    this.notes = ports.notes && new BoundedStore(ports.notes);
    const openFolder = ports.openFolder && openBounded(ports.openFolder);
    const stores = new NoteStores({ hostVault, notes: this.notes, openFolder, vaults });
    this.changes = ports.changes ?? new ChangeList();
    this.approvals =
      ports.approvals &&
      new ApprovalQueue(ports.approvals, ports.pausedClients, ports.answerMs, ports.activity);
    const { client, catalogue, changes, approvals } = this;
    const context = {
      ...{ client, catalogue, log, settings, platform, vaults, stores, changes, approvals },
      ...{ hostVault, audit, scaleImage, reportError, stopped: this.stopped, knownTexts: new KnownTexts() },
      changeCounts: new ChangeCounts(),
    };
    this.prompts = new Prompts(context);
    this.calls = new CallRunner(context);
  }

  /**
   * Runs a command for the person at this computer, through the host itself: in its turn, without a log entry, and whatever the
   * settings say about clients.
   * @param input goes to the default vault if it names none
   * @throws BridgeError that has what ran if it failed, or without if nothing was run
   */
  run(name: string, input: Partial<CallInput> = {}, gone?: AbortSignal): Promise<Outcome> {
    const read = () => ({ params: {}, flags: [], ...input });
    return this.calls.run(name, { read }, hostCaller(gone));
  }

  /**
   * Gives the running command, and what waits for the bridge of another vault, `graceMs` to finish. What waits for its turn is
   * refused.
   */
  async stop(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.stopping.abort(), graceMs);
    await this.client.stop(graceMs);
    clearTimeout(timer);
    this.stopping.abort();
  }

  /** Kills the running command immediately, for a host that is about to exit. */
  kill(): void {
    this.client.kill();
    this.stopping.abort();
  }
}
