import type { Plugin } from 'obsidian';
import { errorReport } from '../bridge/text/error-kind';
import { settingProblem } from '../bridge/settings-parser';
import type { SettingKey, Settings } from '../bridge/settings';
import type { SettingsControl } from './bridge-controller';
import { DeviceSettings } from './device-settings';
import { StoredSettings } from './stored-settings';
import type { Notify } from './ui/notices';

/** What {@link PluginSettings} needs. */
interface SettingsPorts {
  readonly notify: Notify;
  /** Called with the previous settings once new ones are in force. */
  readonly changed: (before: Settings) => Promise<void>;
  /** Aborted when the plugin unloads. Nothing is saved after that. */
  readonly closed: AbortSignal;
}

/** The settings in force: read from the data file and this device, changed by the user, and saved to both. */
export class PluginSettings implements SettingsControl {
  private readonly file: StoredSettings;
  private readonly device: DeviceSettings;

  constructor(
    plugin: Plugin,
    private readonly ports: SettingsPorts,
  ) {
    this.file = new StoredSettings(plugin);
    this.device = new DeviceSettings(plugin.app);
  }

  get current(): Settings {
    return this.device.settings;
  }

  get unreadable(): readonly SettingKey[] {
    return this.device.unreadable;
  }

  get leftOut(): readonly SettingKey[] {
    return this.device.leftOut;
  }

  /** Reads the data file, at the start and when something else has changed it. Notifies the user of problems in it. */
  async load(): Promise<void> {
    const before = this.current;
    const problems = (await this.file.load((data) => this.device.read(data))) ?? this.device.read(undefined);
    if (this.ports.closed.aborted) return;
    if (problems.length > 0) this.ports.notify(problems.join(' '));
    await this.adopt(before);
  }

  async change(change: Partial<Settings>): Promise<void> {
    const { notify, closed } = this.ports;
    if (closed.aborted) return;
    for (const key of Object.keys(change) as SettingKey[]) {
      const problem = settingProblem(key, change[key]);
      if (problem !== undefined) {
        notify(problem);
        return;
      }
    }
    const before = this.current;
    this.device.change(change);
    const adopted = this.adopt(before);
    try {
      await this.file.save(change);
    } catch {
      notify("Your settings couldn't be saved and may be lost when you close the app. Check the disk.");
    }
    await adopted;
  }

  acknowledgeLeftOut(): void {
    if (this.ports.closed.aborted || this.leftOut.length === 0) return;
    this.device.acknowledge();
    void this.adopt(this.current);
  }

  /** Saves the settings on this device and puts them into force. */
  private adopt(before: Settings): Promise<void> {
    try {
      this.device.store();
    } catch (error) {
      console.error(`CLI Bridge couldn't save its settings on this device: ${errorReport(error)}`);
      this.ports.notify(
        "Your settings couldn't be saved on this device and may be lost when you close the app.",
      );
    }
    return this.ports.changed(before);
  }
}
