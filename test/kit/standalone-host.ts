import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Built } from './built';
import type { TestScope } from './test-scope';
import { Client } from './http-client';

/** How a host ended, and all that it printed. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a watched host reports about its event loop since it was last asked; see watch-loop.mjs. */
export interface Stall {
  /** The longest stretch without a turn, in milliseconds: by the clock, and of processor time. */
  readonly wall: number;
  readonly busy: number;
  /** Memory in use, in bytes. */
  readonly resident: number;
}

const WATCH = new URL('./watch-loop.mjs', import.meta.url).href;

interface Launch {
  readonly isWatched?: boolean;
  readonly through?: readonly string[];
  readonly user?: number | undefined;
}

/** A standalone host in a process of its own. */
export class StandaloneHost {
  private printed = { stdout: '', stderr: '' };
  readonly ended: Promise<Ended>;
  private readonly heard: Promise<string>;

  private constructor(readonly process: ChildProcess) {
    let hear = (_url: string): void => undefined;
    this.heard = new Promise((resolve) => (hear = resolve));
    for (const stream of ['stdout', 'stderr'] as const) {
      process[stream]?.setEncoding('utf8').on('data', (text: string) => {
        this.printed[stream] += text;
        const url = /^Listening on (\S+)$/m.exec(this.printed.stdout)?.[1];
        if (url !== undefined) hear(url);
      });
    }
    this.ended = new Promise((resolve) => {
      process.once('close', (code, signal) => resolve({ code, signal, ...this.printed }));
    });
  }

  /**
   * Starts a host with these options; it is killed when the test ends.
   * @param launch a command that becomes the host, which it is given as further arguments, the user to run it as, and whether
   * its event loop is watched
   */
  static start(
    test: TestScope,
    built: Pick<Built, 'standalone'>,
    options: readonly string[],
    environment: NodeJS.ProcessEnv = {},
    { through = [], user, isWatched = false }: Launch = {},
  ): StandaloneHost {
    const { CLI_BRIDGE_API_KEY: _, ...inherited } = process.env;
    const watching = isWatched ? ['--import', WATCH] : [];
    const command = [...through, process.execPath, ...watching, built.standalone, ...options];
    const [file = process.execPath, ...args] = command;
    const child = spawn(file, args, {
      env: { ...inherited, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', ...(isWatched ? ['ipc' as const] : [])],
      ...(user !== undefined && { uid: user, gid: user }),
    });
    const host = new StandaloneHost(child);
    test.onTestFinished(async () => {
      child.kill('SIGKILL');
      await host.ended;
    });
    return host;
  }

  /** The longest stall of a watched host since this was last asked. */
  async stall(): Promise<Stall> {
    this.process.send?.('stall');
    const [stall] = (await once(this.process, 'message')) as [Stall];
    return stall;
  }

  /** The bytes of memory that a watched host uses, without garbage. */
  async memory(): Promise<number> {
    this.process.send?.('memory');
    const [bytes] = (await once(this.process, 'message')) as [number];
    return bytes;
  }

  get stdout(): string {
    return this.printed.stdout;
  }

  get stderr(): string {
    return this.printed.stderr;
  }

  /** Its address, once it accepts requests. @throws Error when it ends before */
  async url(): Promise<string> {
    const first = await Promise.race([this.heard, this.ended]);
    if (typeof first === 'string') return first;
    throw new Error(`The host ended with ${first.code}: ${first.stderr}`);
  }

  async client(key: string): Promise<Client> {
    return new Client(await this.url(), key);
  }
}
