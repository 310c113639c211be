import type { Socket } from 'node:net';
import { flag, parameter } from './command';
import type { Command, Option } from './command';
import type { Change } from './vault-folder';

/** Thrown when nothing listens on the app's socket. */
export class AppClosed extends Error {}

/** A command registered by a plugin, as the app describes it. */
interface Registered {
  readonly description: string;
  readonly flags: Readonly<
    Record<string, { value?: string; description: string; required?: boolean }>
  > | null;
}

/**
 * The app with a vault open, reached like the official client does: each connection carries one line of JSON and is
 * answered with the text to print (read from the code of 1.13.7).
 */
export class AppSocket {
  /** @param path path of the socket; on Windows, the name of the pipe */
  constructor(
    private readonly path: string,
    private readonly vaultId: string,
  ) {}

  /**
   * The commands registered by the vault's plugins.
   * @param argv this call's arguments without its vault, passed on when one of these commands runs
   */
  async commands(argv: readonly string[]): Promise<Command[]> {
    // The app's terminal interface lists commands under this name (read from the code of 1.12.0).
    const listed = JSON.parse((await this.run(['__completions'])) || '{}') as Record<string, Registered>;
    return Object.entries(listed).map(([name, registered]) => ({
      name,
      summary: registered.description,
      options: optionsOf(registered),
      run: () => this.run(argv),
    }));
  }

  /** Tells the app which files changed, since the real app changes them itself. Resolves once it knows. */
  async notify(changes: readonly Change[]): Promise<void> {
    await this.send({ vault: this.vaultId, changes });
  }

  private run(argv: readonly string[]): Promise<string> {
    return this.send({ argv: [`vault=${this.vaultId}`, ...argv], tty: false, cwd: process.cwd() });
  }

  private async send(message: object): Promise<string> {
    // Loaded on demand: the program starts for every call, and most calls need no socket.
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
