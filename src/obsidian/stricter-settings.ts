import { coveredBy } from '../bridge/commands/policy/command-pattern';
import { plainVaultName } from '../bridge/commands/check/vault-choice';
import { isLoopback } from '../bridge/loopback';
import type { SettingKey, Settings } from '../bridge/settings';

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
    return [...new Set([...wanted.filter(isIn(held)), ...held.filter(isIn(wanted))])];
  };

/** The same for a list that allows everything if it is empty. */
const bothOrAll =
  (isIn: CoveredBy) =>
  (held: readonly string[], wanted: readonly string[]): readonly string[] => {
    if (held.length === 0) return wanted;
    const shared = wanted.length === 0 ? [] : both(isIn)(held, wanted);
    return shared.length === 0 ? held : shared;
  };

const eitherPattern = (held: readonly string[], wanted: readonly string[]): readonly string[] => {
  const isKept = coveredBy(wanted);
  const missing = held.filter((pattern) => !isKept(pattern));
  return missing.length === 0 ? wanted : [...wanted, ...missing];
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
  allowedCommands: bothOrAll(coveredBy),
  blockedCommands: eitherPattern,
  readOnly: ifEither,
  allowDangerousCommands: onlyIfBoth,
  trustedCommands: both(coveredBy),
  askFirst: eitherPattern,
  allowedVaults: bothOrAll(isAmong(plainVaultName)),
  corsEnabled: onlyIfBoth,
  corsOrigins: bothOrAll(isOriginAmong),
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
