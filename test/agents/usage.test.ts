import { expect, test } from 'vitest';
import { Catalogue } from '../../src/bridge/commands/catalogue/catalogue';
import { usage } from '../../src/bridge/commands/catalogue/usage';
import { parseUsage } from './usage';

const COMMANDS = new Catalogue(() => Promise.resolve(undefined)).list();

test.each(COMMANDS.map((command) => [usage(command), command] as const))(
  'the agent can read "%s"',
  (line, { name, parameters, flags }) => {
    const read = parseUsage(line);
    expect(read?.command).toBe(name);
    const names = (slots: readonly { readonly name: string }[] = []) =>
      [...new Set(slots.map((slot) => slot.name))].sort();
    expect(names(read?.slots.filter(({ isFlag }) => !isFlag))).toEqual(names(parameters));
    expect(names(read?.slots.filter(({ isFlag }) => isFlag))).toEqual(names(flags));
  },
);

test.each(['Read the note first.', 'use append to add text', 'In a line, name=<value> is a parameter'])(
  'it takes no prose for a usage line: "%s"',
  (line) => expect(parseUsage(line)).toBeUndefined(),
);
