import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { parseArguments } from '../../src/standin/arguments';
import type { App } from './app';
import type { VaultChange } from './vault';

/** One line of the client: a call, as the app gets it, or what the stand-in has done in the app's place. */
type Message =
  { readonly argv: readonly string[] } | { readonly vault: string; readonly changes: readonly VaultChange[] };

/**
 * The socket at which the app takes the calls of its command-line program: a line of JSON with the arguments, answered by the
 * text to print (read from the code of 1.13.7). It is one for all vaults that are open.
 */
export class CliSocket {
  readonly #apps = new Set<App>();
  readonly #server: Server;
  readonly #open = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => this.#serve(socket));
  }

  /** @param path the socket's path or, on Windows, the name of the pipe */
  static async listen(path: string): Promise<CliSocket> {
    const server = createServer();
    const socket = new CliSocket(server);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    return socket;
  }

  /** A window with a vault opens. */
  open(app: App): void {
    this.#apps.add(app);
  }

  /** A window with a vault closes. */
  shut(app: App): void {
    this.#apps.delete(app);
  }

  /** The app ends. */
  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#open.add(socket);
    let received = '';
    socket.setEncoding('utf8');
    socket.on('close', () => this.#open.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (text: string) => {
      received += text;
      const end = received.indexOf('\n');
      if (end < 0) return;
      void this.#answer(JSON.parse(received.slice(0, end)) as Message).then((text) => socket.end(text));
    });
  }

  async #answer(message: Message): Promise<string> {
    if ('changes' in message) {
      for (const change of message.changes) this.#appOf(message.vault)?.vault.noteChange(change);
      return '';
    }
    const { vault = '', command, options } = parseArguments(message.argv);
    const handlers = this.#appOf(vault)?.cli.handlers ?? new Map<string, never>();
    if (command === '__completions') {
      return JSON.stringify(
        Object.fromEntries(
          Array.from(handlers, ([name, { plugin, description, flags }]) => [
            name,
            { description: `[${plugin}]: ${description}`, flags },
          ]),
        ),
      );
    }
    try {
      return (await handlers.get(command)?.handler(Object.fromEntries(options))) ?? '';
    } catch (error) {
      // As any exception in the app is shown (observed on 1.12.7).
      return String(error);
    }
  }

  #appOf(vault: string): App | undefined {
    const wanted = vault.toLowerCase();
    return [...this.#apps].find(
      ({ appId, vault: { vaultName } }) =>
        appId?.toLowerCase() === wanted || vaultName.toLowerCase() === wanted,
    );
  }
}
