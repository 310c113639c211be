import type { CommandLine } from '../../cli/command-line';
import type { Command } from '../../commands/catalogue/command';

/** Why a call is riskier than most. */
export type Risk = 'dangerous' | 'permanent' | 'overwrites' | 'many_notes' | 'folder';

/** The warning that the user sees for each. */
export const RISK_WARNINGS: Readonly<Record<Risk, string>> = {
  dangerous: 'This can run code, control the app, or publish notes.',
  permanent: "This can't be undone.",
  overwrites: "This replaces the file's current content.",
  many_notes: 'This can change many notes.',
  folder: 'This moves or deletes a whole folder.',
};

/** The risk of the bridge's own commands that overwrite no file. */
const RISK_OF_OWN: Readonly<Partial<Record<NonNullable<Command['byBridge']>, Risk>>> = {
  replace: 'many_notes',
  folder: 'folder',
};

/** Why the call is risky; empty for most calls. */
export function risksOf(command: Command, line: CommandLine): readonly Risk[] {
  const risks: Risk[] = [];
  if (command.dangerous) risks.push('dangerous');
  if (command.kind === 'remove' && isGiven(line, 'permanent')) risks.push('permanent');
  if (command.kind === 'write' && isRiskyByRecord(command, line))
    risks.push((command.byBridge && RISK_OF_OWN[command.byBridge]) ?? 'overwrites');
  return risks;
}

/** Whether the record of the command says that this call may lose something that is hard to get back. */
export function isRiskyByRecord({ risky = ['overwrite'] }: Command, line: CommandLine): boolean {
  return risky === true || risky.some((name) => isGiven(line, name));
}

function isGiven({ parameters, flags }: CommandLine, name: string): boolean {
  const value = parameters.get(name) ?? '';
  return (value !== '' && value !== 'false') || flags.some((flag) => flag.replace(/^--/, '') === name);
}

export function isRisky({
  command,
  line,
}: {
  readonly command: Command;
  readonly line: CommandLine;
}): boolean {
  return risksOf(command, line).length > 0;
}
