import type { Command, CommandFlag, CommandParameter } from '../commands/catalogue/command';
import { partsThatFit, usage } from '../commands/catalogue/usage';
import { shorten } from '../text/printable';

/**
 * Characters of one summary or meaning, and of all meanings together. Plugins may write as much as they like.
 */
const MAX_CHARS = { sentence: 160, meanings: 800 } as const;

/**
 * A command in one line: how to call it, whether it reads or writes, what it does, and the meaning of the parameters and flags
 * whose names do not say it.
 * @param off why the client cannot use it, as {@link whyOff} gives it
 * @param isExplained whether the answer has the meanings elsewhere
 */
export function usageLine(command: Command, off: string | undefined, isExplained = false): string {
  const state = off === undefined ? accessOf(command) : `off: ${off}`;
  const explained = isExplained ? [] : partsThatFit(meanings(command), MAX_CHARS.meanings);
  const about = [`${state}. ${short(command.summary)}`, ...explained].join('; ');
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
  return shorten(text.replace(/\s+/g, ' ').trim().replace(/\.$/, ''), MAX_CHARS.sentence - 1);
}
