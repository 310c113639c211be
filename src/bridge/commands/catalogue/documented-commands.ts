import type { Command, CommandFlag, CommandParameter } from './command';
import type { CommandCategory, CommandRecord, FlagRecord, ParameterRecord } from '../records/command-record';
import { NO_TARGET } from '../records/shared-parts';

/** The commands of these categories, in order. */
export function documentedCommands(categories: readonly CommandCategory[]): Command[] {
  return categories.flatMap(({ name: category, records }) =>
    Object.entries(records).map(([name, record]) => toCommand(name, category, record)),
  );
}

function toCommand(name: string, category: string, record: CommandRecord): Command {
  const { parameters = {}, flags = {}, ...facts } = record;
  return {
    note: '',
    dangerous: false,
    canHarmBridge: false,
    // A guess until the app's help is read. Commands with `instead` are known to be missing.
    available: record.instead === undefined,
    printsUserText: false,
    repeatable: record.kind === 'read',
    target: NO_TARGET,
    ...facts,
    name,
    category,
    parameters: Object.entries(parameters).map(([parameter, given]) => toParameter(parameter, given)),
    flags: Object.entries(flags).map(([flag, given]) => toFlag(flag, given)),
    origin: 'builtin',
  };
}

function toParameter(name: string, record: ParameterRecord): CommandParameter {
  const placeholder = 'values' in record ? record.values.join('|') : record.placeholder;
  return { required: false, positional: false, ...record, name, placeholder };
}

function toFlag(name: string, record: FlagRecord): CommandFlag {
  return typeof record === 'string' ? { name, description: record } : { name, ...record };
}
