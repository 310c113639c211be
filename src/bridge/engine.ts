import { CliClient } from './cli/client';
import { childEnvironment } from './cli/environment';
import { isInstallerOld } from './cli/program-status';
import { ApprovalQueue } from './call/approval/approval-queue';
import type { CallServices } from './call/call';
import { ProgramRun } from './call/program-run';
import { CallRunner } from './call/run-calls';
import { Catalogue } from './commands/catalogue/catalogue';
import type { Command } from './commands/catalogue/command';
import { readHelp } from './commands/catalogue/read-help';
import { KnownVaults } from './call/vault/known-vaults';
import { defaultVault } from './call/vault/vault-choice';
import type { HostVault } from './call/vault/vault-choice';
import type { Outcome } from './call/outcome';
import { BridgeError } from './errors';
import type { Address } from './http/server';
import { OWNER } from './key-records';
import type { LiveSettings } from './live-settings';
import { createRead, createWrite } from './call/carriers/carriers';
import { createAttach } from './call/carriers/attach';
import { createAttachment } from './call/carriers/attachment';
import { ChangeList } from './notes/changes/change-list';
import { createChanges } from './call/carriers/list-changes';
import { createFindTakenBack, createUndo } from './call/carriers/undo';
import { createEdit } from './call/carriers/edit-note';
import { NoteStores } from './call/note/note-stores';
import { carryOut } from './call/carriers/other-vaults/carry-out';
import type { HandedChange, HandedResult } from './call/carriers/other-vaults/handed-change';
import { Handovers } from './call/carriers/other-vaults/handovers';
import { createPreview } from './call/carriers/preview-change';
import { Prompts } from './call/carriers/prompts';
import type { BridgePorts } from './ports';
import type { RequestLog } from './request-log';

/** What an engine needs besides what the host provides. */
export interface EngineOptions {
  readonly settings: LiveSettings;
  readonly log: RequestLog;
  /** Called with an error that nobody expects. */
  readonly reportError: (error: unknown) => void;
  /** Where the bridge listens; undefined while it does not. */
  readonly address: () => Address | undefined;
}

/** What runs commands, whatever they come through: the program, its catalogue, the notes, and the path of all calls. */
export class Engine {
  readonly client: CliClient;
  readonly catalogue: Catalogue;
  readonly approvals: ApprovalQueue | undefined;
  readonly calls: CallRunner;
  readonly prompts: Prompts;
  private readonly settings: LiveSettings;
  private readonly hostVault: HostVault | undefined;
  readonly changes: ChangeList;
  /** The changes for other vaults on their way to the bridges there. */
  readonly handovers: Handovers;
  private readonly handedChange: ((change: HandedChange) => Promise<HandedResult>) | undefined;
  private readonly carriers: CallServices['carriers'];

  constructor(ports: BridgePorts, { settings, log, reportError, address }: EngineOptions) {
    const { platform, hostVault: name, hostVaultId: id } = ports;
    this.settings = settings;
    this.hostVault = name === undefined ? undefined : { name, id };
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
    this.catalogue = new Catalogue(
      (vault) => readHelp(this.client, vault ?? this.defaultVault(), vault === undefined),
      () => ['not_installed', 'installer_too_old'].includes(this.client.status().state),
    );
    const { client, catalogue, hostVault } = this;
    const vaults = new KnownVaults();
    const stores = new NoteStores({ hostVault, notes: ports.notes, openFolder: ports.openFolder, vaults });
    this.changes = ports.changes ?? new ChangeList();
    const { changes } = this;
    const commandOf = (command: string): Command => this.commandOf(command);
    this.handovers = new Handovers({ stores, address });
    const notes = { client, platform, stores, changes, commandOf, handovers: this.handovers };
    const { notes: store } = ports;
    if (name !== undefined && store)
      this.handedChange = (change) => carryOut({ ...notes, settings, vault: name, store }, change);
    this.prompts = new Prompts({ client, stores, settings, hostVault, commandOf });
    this.approvals =
      ports.approvals && new ApprovalQueue(ports.approvals, ports.pausedClients, ports.answerMs);
    this.carriers = {
      read: createRead(client),
      write: createWrite(notes),
      edit: createEdit(notes),
      attachment: createAttachment(notes),
      attach: createAttach(notes),
      changes: createChanges(changes),
      undo: createUndo(notes),
    };
    this.calls = new CallRunner({
      client,
      catalogue,
      log,
      settings,
      platform,
      carriers: this.carriers,
      vaults,
      resolveIn: (vault) => {
        const store = stores.own(vault);
        return store?.resolve && ((note) => store.resolve?.(note));
      },
      filesIn: (...asked) => stores.files(...asked),
      kindOf: (...asked) => stores.kindOf(...asked),
      approvals: this.approvals,
      preview: createPreview(stores, changes),
      takenBack: createFindTakenBack(changes),
      hostVault,
      audit: ports.audit,
      reportError,
    });
  }

  /**
   * Runs a reading command for the host itself, in its turn, on the default vault and without a log entry.
   * @throws BridgeError when nothing was run
   */
  async ask(name: string, gone?: AbortSignal): Promise<Outcome> {
    const { client } = this;
    const command = this.commandOf(name);
    await client.requireProgram();
    const line = { vault: this.defaultVault(), command: name, words: [], parameters: new Map(), flags: [] };
    const isVaultOptional = command.vault === 'not_needed';
    return client.inTurn({ gone }, (turn) =>
      new ProgramRun({ client, turn, command, line, gone, isVaultOptional }).own(),
    );
  }

  /**
   * Runs a command that the bridge itself adds, for a person at this computer: in its turn, in the host's vault, without a log
   * entry, and whatever the settings say of clients.
   * @throws BridgeError when nothing was run
   */
  async runOwn(
    name: string,
    parameters: ReadonlyMap<string, string>,
    flags: readonly string[],
  ): Promise<Outcome> {
    const { client, catalogue, hostVault } = this;
    await client.identifyProgram();
    if (!client.status().recognized) await catalogue.recover();
    const command = this.commandOf(name);
    const line = { vault: hostVault?.id ?? hostVault?.name, command: name, words: [], parameters, flags };
    if (!command.byBridge) throw BridgeError.of('unknown_command', { command: name });
    const carry = this.carriers[command.byBridge](command, line, {});
    const conditions = { key: OWNER, mayRead: () => true, requireStillAllowed: () => undefined };
    return client.inTurn({}, (turn) => carry(new ProgramRun({ client, turn, command, line }), conditions));
  }

  /** Makes a change in the host's vault that the bridge of another vault has handed over. Starts no process. */
  carryOut(change: HandedChange): Promise<HandedResult> {
    return this.handedChange?.(change) ?? Promise.resolve({ kind: 'not_understood' });
  }

  private defaultVault(): string | undefined {
    return defaultVault(this.settings.current, this.hostVault);
  }

  /** A command by its exact name. @throws BridgeError `unknown_command` */
  private commandOf(name: string): Command {
    const command = this.catalogue.get(name);
    if (!command) throw BridgeError.of('unknown_command', { command: name });
    return command;
  }
}
