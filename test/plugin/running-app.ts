import 'fake-indexeddb/auto';
import { readFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { IDBFactory } from 'fake-indexeddb';
import type { Plugin } from 'obsidian';
import { Client, isServed } from '../kit/http-client';
import { built } from '../kit/built';
import { makeFolder } from '../kit/folder';
import { freePort } from '../kit/ports';
import { residentStandIn } from '../kit/resident-stand-in';
import type { ResidentStandIn } from '../kit/resident-stand-in';
import { copySampleVault } from '../kit/sample-vault';
import type { TestScope } from '../kit/test-scope';
import { until } from '../kit/until';
import type { PluginBridge } from '../../src/obsidian/plugin-bridge';
import { CliSocket } from '../obsidian/cli-socket';
import type { Settings } from '../../src/bridge/settings';
import type { LocalStorage } from '../obsidian/local-storage';
import { createTestApp, loadPlugin, unloadPlugin } from '../obsidian/testing';
import type { TestApp } from '../obsidian/testing';
import { printed, runToEnd, withPrefix } from '../standin/run';
import type { Run } from '../standin/run';
import { closeBuilt, loadBuilt, manifest, openBuilt } from './built-plugin';
import { deviceWith } from './device';

/** The id of the vault, as the app and the program know it. */
const APP_ID = '5f1c0a9e7d3b2846';
const OTHER_ID = '00c0ffee00c0ffee';
const KEY_NAME = 'cli-bridge-api-key';

/** The app with a vault, in which the built plugin runs, and the program that works on the same folder. */
export interface RunningApp {
  readonly app: TestApp;
  /** The plugin as it runs. */
  readonly plugin: { readonly bridge: PluginBridge };
  readonly socket: CliSocket;
  /** The folder of the vault. */
  readonly folder: string;
  /** Reads a note of the vault. */
  readonly text: (path: string) => Promise<string>;
  /** The folder of another vault that the program knows and this app has not opened. */
  readonly otherFolder: string;
  readonly otherVault: string;
  /** Opens a window with that other vault, in which the plugin runs as well, and waits until it serves. */
  readonly openOther: (settings?: Partial<Settings>) => Promise<OtherWindow>;
  /** The program as the bridge runs it. */
  readonly program: ResidentStandIn;
  /** A client of the bridge, as soon as it serves. */
  readonly client: () => Client;
  /** What the program prints for a person in a terminal, without a process of its own. */
  readonly terminal: (...argv: string[]) => Promise<string>;
  /** Runs the program in a process, as a person does in a terminal. */
  readonly terminalProcess: (...argv: string[]) => Promise<Run>;
  /** Unloads the plugin; what it left behind. */
  readonly unload: () => Promise<string[]>;
  /** The app is closed, and started again with what it kept on the device. */
  readonly restart: () => Promise<void>;
  /** The app dies, and is started again with what it kept on the device. */
  readonly crash: () => Promise<void>;
}

/** The window of the other vault, with its own bridge. */
export interface OtherWindow {
  readonly app: TestApp;
  readonly plugin: RunningApp['plugin'];
  /** The folder of that vault. */
  readonly folder: string;
  /** Reads a note of that vault. */
  readonly text: (path: string) => Promise<string>;
  readonly client: () => Client;
  /** Unloads the plugin there. */
  readonly unload: () => Promise<void>;
}

interface Start {
  /** The settings of this device. */
  readonly settings?: Partial<Settings>;
}

/** Starts the app over a copy of the sample vault, and waits until the bridge serves. */
export async function runApp(test: TestScope, { settings = {} }: Start = {}): Promise<RunningApp> {
  const place = await makeFolder(test);
  const [folder, otherFolder] = [join(place, 'Garden'), join(place, 'Work')];
  for (const vault of [folder, otherFolder]) copySampleVault(vault);
  // All vaults share the databases of the device.
  globalThis.indexedDB = new IDBFactory();
  const socketPath = join(place, 'app.sock');
  const socket = await CliSocket.listen(socketPath);
  test.onTestFinished(() => socket.close());
  const fixed = {
    VAULTS: [folder, otherFolder].join(delimiter),
    VAULT_IDS: `${APP_ID},${OTHER_ID}`,
    APP_SOCKET: socketPath,
    NOW: '2025-11-20T10:00:00',
  };
  const setting = { vaults: [folder, otherFolder], switches: fixed };
  const resident = await residentStandIn(test, withPrefix(fixed));
  const program = resident.program.file;

  const port = await freePort();
  let app: TestApp;
  let plugin: Plugin | undefined;
  let secrets: Record<string, string> = {};
  const start = async (localStorage: LocalStorage): Promise<void> => {
    app = createTestApp({
      vaultName: basename(folder),
      vaultFolder: folder,
      appId: APP_ID,
      dataJson: { port },
      secrets,
      localStorage,
      layoutReady: true,
    });
    socket.open(app.standIn);
    plugin = await loadPlugin(loadBuilt(), manifest, app);
    await until('it serves', () => isServed(port));
  };
  const unload = async (): Promise<string[]> => {
    const left = plugin ? unloadPlugin(plugin, app) : [];
    plugin = undefined;
    await until('the port is free', async () => !(await isServed(port)));
    return left;
  };
  await start(deviceWith({ cliPath: program, ...settings }));
  test.onTestFinished(unload);
  const openOther = async (otherSettings: Partial<Settings> = {}): Promise<OtherWindow> => {
    const otherPort = await freePort();
    // The resident one answers one process at a time, and there are two bridges now.
    const otherProgram = await residentStandIn(test, withPrefix(fixed));
    const other = createTestApp({
      vaultName: basename(otherFolder),
      vaultFolder: otherFolder,
      appId: OTHER_ID,
      dataJson: { port: otherPort },
      localStorage: deviceWith({ cliPath: otherProgram.program.file, ...otherSettings }),
    });
    socket.open(other.standIn);
    const opened = await openBuilt(other, otherPort);
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) await closeBuilt(opened, other, otherPort);
      isOpen = false;
    };
    test.onTestFinished(close);
    return {
      app: other,
      plugin: opened as unknown as RunningApp['plugin'],
      folder: otherFolder,
      text: (path) => readFile(join(otherFolder, path), 'utf8'),
      client: () => new Client(`http://127.0.0.1:${otherPort}`, other.secrets.values.get(KEY_NAME) ?? ''),
      unload: close,
    };
  };

  return {
    get app() {
      return app;
    },
    get plugin() {
      return plugin as unknown as RunningApp['plugin'];
    },
    socket,
    folder,
    text: (path) => readFile(join(folder, path), 'utf8'),
    otherFolder,
    otherVault: OTHER_ID,
    openOther,
    program: resident,
    client: () => new Client(`http://127.0.0.1:${port}`, app.secrets.values.get(KEY_NAME) ?? ''),
    terminal: (...argv) => printed(argv, setting),
    terminalProcess: (...argv) => runToEnd(built.standIn, argv, setting),
    unload,
    restart: async () => {
      const { localStorage } = app;
      secrets = Object.fromEntries(app.secrets.values);
      await app.quit();
      await unload();
      socket.shut(app.standIn);
      await start(localStorage);
    },
    crash: async () => {
      const { localStorage } = app;
      secrets = Object.fromEntries(app.secrets.values);
      socket.shut(app.standIn);
      // Nothing that still runs in the window of before may touch a note or the device any more.
      app.standIn.vault.beforeChange = () => new Promise(() => undefined);
      const kept = localStorage.copy();
      await unload();
      await start(kept);
    },
  };
}
