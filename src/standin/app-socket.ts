import type { Socket } from 'node:net';
import { flag, parameter } from './command';
import type { Command, Option } from './command';
import type { Change } from './vault-folder';

/** Nobody listens at the app's socket. */
export class AppClosed extends Error {}

/** A command that a plugin has registered with the app, as the app describes it. */
interface Registered {
  readonly description: string;
  readonly flags: Readonly<
    Record<string, { value?: string; description: string; required?: boolean }>
  > | null;
}

/**
 * The app that has a vault open, reached as the official client reaches it: one line of JSON a connection, answered by the
 * text to print (read from the code of 1.13.7).
 */
export class AppSocket {
  /** @param path the socket's path or, on Windows, the name of the pipe */
  constructor(
    private readonly path: string,
    private readonly vaultId: string,
  ) {}

  /**
   * The commands that the plugins of the vault have registered.
   * @param argv the arguments of this call without its vault, to pass on if it is for one of them
   */
  async commands(argv: readonly string[]): Promise<Command[]> {
    // The app lists them for its terminal interface under this name (read from the code of 1.12.0).
    const listed = JSON.parse((await this.run(['__completions'])) || '{}') as Record<string, Registered>;
    return Object.entries(listed).map(([name, registered]) => ({
      name,
      summary: registered.description,
      options: optionsOf(registered),
      run: () => this.run(argv),
    }));
  }

  /** Tells the app which files have changed: there, the app itself changes them. Waits until it knows. */
  async notify(changes: readonly Change[]): Promise<void> {
    await this.send({ vault: this.vaultId, changes });
  }

  private run(argv: readonly string[]): Promise<string> {
    return this.send({ argv: [`vault=${this.vaultId}`, ...argv], tty: false, cwd: process.cwd() });
  }

  private async send(message: object): Promise<string> {
    // Loaded here: most calls need no socket, and the program is started for every call.
    const { connect } = await import('node:net');
    return new Promise((resolve, reject) => {
      const socket: Socket = connect(this.path);
      const answer: Buffer[] = [];
      socket.on('error', () => reject(new AppClosed()));
      socket.on('connect', () => socket.write(`${JSON.stringify(message)}\n`));
      socket.on('data', (bytes: Buffer) => answer.push(bytes));
      socket.on('close', () => resolve(Buffer.concat(answer).toString()));
    });
  }
}

function optionsOf({ flags }: Registered): Option[] {
  return Object.entries(flags ?? {}).map(([name, { value, description, required = false }]) => {
    const option = value === undefined ? flag(name, description) : parameter(name, value, description);
    return { ...option, required };
  });
}
