import { BRIDGE_ID } from '../bridge/commands/policy/policy';

/** Lists that allow nothing, where an empty one allows everything: their only entry is that of nothing that may run or be there. */
export const NOTHING = {
  commands: [`${BRIDGE_ID}:nothing`],
  vaults: ['/'],
  origins: ['https://nothing.invalid'],
} as const;

/** Whether a list allows nothing, although it is not empty. */
export function allowsNothing(list: readonly string[]): boolean {
  return Object.values(NOTHING).some(([only]) => list.length === 1 && list[0] === only);
}

/** The list of allowed commands that allows none. */
export const NO_COMMANDS: readonly string[] = NOTHING.commands;
