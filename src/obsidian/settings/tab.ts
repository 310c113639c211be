import { normalizePath, PluginSettingTab } from 'obsidian';
import type { Plugin, SettingDefinitionItem } from 'obsidian';
import type { Settings } from '../../bridge/settings';
import type { Actions } from '../actions';
import { waitingIn } from '../approval/question-text';
import type { BridgeController } from '../bridge-controller';
import type { Dialogs } from '../ui/dialogs';
import { activityPage } from './activity-page';
import { advancedPage } from './advanced';
import { changesPage } from './changes-page';
import { forgetRow } from './forget-row';
import { clientsGroup } from './clients';
import { commandsPage } from './commands';
import type { TabContext } from './context';
import { deviceGroups } from './device';
import { interfacesPage } from './interfaces';
import { keyRow } from './key-row';
import { PathSuggest } from './path-suggest';
import { questionGroups } from './questions';
import { serverGroup } from './server';
import { rowsOf } from './setting-rows';

/** How long loading the list of vaults may take. */
const VAULTS_TIMEOUT_MS = 5_000;

const NO_SEARCH = { query: '', showUnavailable: false };

/** The settings tab. Each group and each page has its own file. */
export class BridgeSettingTab extends PluginSettingTab {
  override icon = 'plug-zap';
  private readonly context: TabContext;
  private vaults: readonly string[] | undefined;
  /** The current load. Closing the tab abandons it, because another CLI may be in use the next time. */
  private vaultsLoad: object | undefined;
  /** Redraws the row of the vaults. */
  private whenVaultsLoaded: () => void = () => undefined;
  /** What the definitions were last drawn from. The rows follow everything else themselves. */
  private drawn: readonly unknown[] = [];

  constructor(
    plugin: Plugin,
    private readonly bridge: BridgeController,
    dialogs: Dialogs,
    {
      runDiagnosis,
      connectClient,
      renewClient,
    }: Pick<Actions, 'runDiagnosis' | 'connectClient' | 'renewClient'>,
  ) {
    super(plugin.app, plugin);
    this.context = {
      dialogs,
      bridge,
      version: plugin.manifest.version,
      search: { ...NO_SEARCH },
      askSearch: { ...NO_SEARCH },
      runDiagnosis,
      connectClient,
      renewClient,
      hasFolder: (path) => plugin.app.vault.getFolderByPath(normalizePath(path)) !== null,
      suggestPaths: (field) => void new PathSuggest(plugin.app, field),
      vaults: () => this.vaults,
      loadVaults: (whenLoaded) => void this.loadVaults(whenLoaded),
      refresh: () => this.refreshDomState(),
      redraw: () => this.update(),
    };
    plugin.register(bridge.onChange(() => this.follow()));
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { context } = this;
    this.drawn = this.shape();
    return [
      ...questionGroups(context),
      ...deviceGroups(context),
      serverGroup(context),
      clientsGroup(context),
      {
        type: 'group',
        heading: 'Changes',
        items: [changesPage(context), ...rowsOf(context, 'changes'), forgetRow(context)],
      },
      {
        type: 'group',
        heading: 'Security',
        items: [keyRow(context), ...rowsOf(context, 'security'), commandsPage(context)],
      },
      { type: 'group', items: [interfacesPage(context), activityPage(context), advancedPage(context)] },
    ];
  }

  override getControlValue(key: string): unknown {
    return this.bridge.settings.current[key as keyof Settings];
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    await this.bridge.settings.change({ [key]: value });
  }

  override hide(): void {
    this.vaults = undefined;
    this.vaultsLoad = undefined;
    for (const search of [this.context.search, this.context.askSearch]) Object.assign(search, NO_SEARCH);
    super.hide();
    this.bridge.settings.acknowledgeLeftOut();
  }

  /** Redraws if the definitions have changed: a synced setting, new commands, another client. */
  private follow(): void {
    const { drawn } = this;
    if (this.shape().some((value, index) => value !== drawn[index])) this.update();
  }

  /** Everything that the definitions depend on. */
  private shape(): readonly unknown[] {
    const { settings, program, keys, paused, questions } = this.bridge;
    const { commands } = program;
    const available = commands.filter((command) => command.available).length;
    const clients = JSON.stringify(
      keys.clients.map((client) => ({
        ...client,
        lastSeenAt: client.lastSeenAt !== undefined,
        isPaused: paused.has(client.id),
      })),
    );
    const waiting = waitingIn(questions.list())
      .map(({ id }) => id)
      .join();
    return [settings.current, settings.leftOut, commands.length, available, clients, waiting];
  }

  private async loadVaults(whenLoaded: () => void): Promise<void> {
    if (this.vaults) return;
    this.whenVaultsLoaded = whenLoaded;
    if (this.vaultsLoad) return;
    const load = {};
    this.vaultsLoad = load;
    const result = await this.bridge.program.ask('vaults', VAULTS_TIMEOUT_MS);
    if (this.vaultsLoad !== load) return;
    this.vaultsLoad = undefined;
    if (result?.code !== undefined || !result) return;
    this.vaults = result.stdout
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    this.whenVaultsLoaded();
  }
}
