import type { Command, CommandFlag, CommandParameter } from '../commands/catalogue/command';
import { usage } from '../commands/catalogue/usage';

/** Characters of a summary, and of what is said of a parameter, in a line: plugins may write as much as they like. */
const MAX_CHARS = 160;

/**
 * A command in one line: how to call it, whether it reads or writes, what it does, and the meaning of the parameters and flags
 * whose names do not say it.
 * @param off why the client cannot use it, as {@link whyOff} gives it
 * @param isExplained whether the meanings stand elsewhere in the answer
 */
export function usageLine(command: Command, off: string | undefined, isExplained = false): string {
  const state = off === undefined ? accessOf(command) : `off: ${off}`;
  const about = [`${state}. ${short(command.summary)}`, ...(isExplained ? [] : meanings(command))].join('; ');
  return `${usage(command)} # ${about}`;
}

/** What a client does with this command. */
function accessOf({ dangerous, kind }: Command): 'read' | 'write' | 'dangerous' {
  if (dangerous) return 'dangerous';
  return kind === 'read' ? 'read' : 'write';
}

function meanings({ parameters, flags, origin }: Command): string[] {
  return [...parameters, ...flags]
    .filter(
      (part) => part.explain === true || ((part.isLive === true || origin === 'live') && saysMore(part)),
    )
    .map(({ name, description }) => `${name}: ${short(description)}`);
}

/** Whether a description says more than the name: that of the app's own `file` is "File name". */
function saysMore({ name, description }: CommandParameter | CommandFlag): boolean {
  const said = description.toLowerCase().replace(/\W+/g, ' ').trim();
  return said !== '' && said !== name.toLowerCase() && !['file name', 'file path'].includes(said);
}

/** A sentence without its full stop, and of limited length. */
function short(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return plain.length > MAX_CHARS ? `${plain.slice(0, MAX_CHARS - 1)}…` : plain;
}
