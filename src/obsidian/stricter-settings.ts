import { plainVaultName } from '../bridge/commands/check/vault-choice';
import { coveredBy } from '../bridge/commands/policy/command-pattern';
import { isBlocked } from '../bridge/commands/policy/policy';
import { EDIT } from '../bridge/commands/records/edit';
import { isLoopback } from '../bridge/loopback';
import { MAX_ENTRIES } from '../bridge/settings';
import type { SettingKey, Settings } from '../bridge/settings';
import { NOTHING } from './allows-nothing';

/** What both of two values of a setting allow. */
type Stricter<Key extends SettingKey> = (held: Settings[Key], wanted: Settings[Key]) => Settings[Key];
/** A function that tells whether a list allows all that an item of another list allows. */
type CoveredBy = (list: readonly string[]) => (item: string) => boolean;

const atOnce = <Value>(_held: Value, wanted: Value): Value => wanted;
const onlyIfBoth = (held: boolean, wanted: boolean): boolean => held && wanted;
const ifEither = (held: boolean, wanted: boolean): boolean => held || wanted;

/** For a list of what is allowed. */
const both =
  (isIn: CoveredBy) =>
  (held: readonly string[], wanted: readonly string[]): readonly string[] => {
    if (wanted.every(isIn(held))) return wanted;
    const shared = new Set([...wanted.filter(isIn(held)), ...held.filter(isIn(wanted))]);
    return [...shared].slice(0, MAX_ENTRIES);
  };

/** The same for a list that allows everything if it is empty. */
const bothOrAll =
  (isIn: CoveredBy, nothing: readonly string[]) =>
  (held: readonly string[], wanted: readonly string[]): readonly string[] => {
    if (held.length === 0) return wanted;
    if (wanted.length === 0) return held;
    const shared = both(isIn)(held, wanted);
    return shared.length === 0 ? nothing : shared;
  };

const eitherPattern = (held: readonly string[], wanted: readonly string[]): readonly string[] => {
  const isKept = coveredBy(wanted);
  const missing = held.filter((pattern) => !isKept(pattern));
  if (missing.length === 0) return wanted;
  // Too long a list would be none that is valid.
  return wanted.length + missing.length > MAX_ENTRIES ? held : [...wanted, ...missing];
};

const plainHost = (text: string): string => text.trim().toLowerCase().replace(/\/$/, '');
const isAmong =
  (plain: (text: string) => string): CoveredBy =>
  (list) => {
    const names = new Set(list.map(plain));
    return (item) => names.has(plain(item));
  };
const isHostAmong = isAmong(plainHost);
const isOriginAmong: CoveredBy = (list) =>
  list.some((item) => item.trim() === '*') ? () => true : isHostAmong(list);

const STRICTER: { readonly [Key in SettingKey]: Stricter<Key> } = {
  port: atOnce,
  bindAddress: (held, wanted) => (isLoopback(wanted) ? wanted : held),
  startOnLoad: onlyIfBoth,
  restEnabled: onlyIfBoth,
  mcpEnabled: onlyIfBoth,
  defaultVault: atOnce,
  cliPath: (held) => held,
  allowedCommands: bothOrAll(coveredBy, NOTHING.commands),
  blockedCommands: eitherPattern,
  readOnly: ifEither,
  allowDangerousCommands: onlyIfBoth,
  trustedCommands: both(coveredBy),
  askFirst: eitherPattern,
  allowedVaults: bothOrAll(isAmong(plainVaultName), NOTHING.vaults),
  corsEnabled: onlyIfBoth,
  corsOrigins: bothOrAll(isOriginAmong, NOTHING.origins),
  allowedHosts: both(isHostAmong),
  timeoutSeconds: atOnce,
};

/** A value that allows nothing that `held` forbids: `wanted` itself if it does not, else what both allow. */
export function stricter<Key extends SettingKey>(
  key: Key,
  held: Settings[Key],
  wanted: Settings[Key],
): Settings[Key] {
  return STRICTER[key](held, wanted);
}

type CommandLists = Pick<Settings, 'allowedCommands' | 'blockedCommands'>;

/**
 * The list of blocked commands, with the one that edits notes if it was blocked together with others and would no longer be,
 * because the list of allowed commands names it now: however short that list is, there it allows more.
 */
export function stillBlocked(held: CommandLists, next: CommandLists): readonly string[] {
  const { blockedCommands } = next;
  if (!isBlocked(EDIT, held) || isBlocked(EDIT, next)) return blockedCommands;
  return [...(blockedCommands.length < MAX_ENTRIES ? blockedCommands : held.blockedCommands), EDIT.name];
}
