import type { CommandLine } from './command-line';
import { isColdVaultMessage, MESSAGE_LIMIT, VAULT_NOT_FOUND } from './program-messages';
import type { ProgramAnswer } from './read-answer';

/** How many vaults are remembered: far more than anybody has open. */
const MAX_VAULTS = 100;

/** The vaults that have answered a call: the program knows no command, or not all, in one that it has to open first. */
export class OpenVaults {
  private readonly names = new Set<string>();

  /**
   * Whether this is the answer of a vault that was closed, so that nothing ran, and the same call works a moment later. Always
   * false once the vault has answered in any other way.
   */
  isCold({ vault, command }: CommandLine, answer: ProgramAnswer): boolean {
    const { exitCode, endedBy, stdoutBytes } = answer;
    if (vault === undefined || exitCode !== 0 || endedBy !== undefined || this.has(vault)) return false;
    const text = stdoutBytes > MESSAGE_LIMIT ? '' : answer.stdout.trim();
    if (isColdVaultMessage(text, command)) return true;
    // The program prints its help while the vault is still opening.
    if (command !== 'help' && text !== VAULT_NOT_FOUND && this.names.size < MAX_VAULTS)
      this.names.add(vault.toLowerCase());
    return false;
  }

  /** Whether the vault has answered a call, so that it is open. */
  has(vault: string): boolean {
    return this.names.has(vault.toLowerCase());
  }
}
