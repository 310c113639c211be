import { coversPattern } from '../bridge/commands/command-pattern';
import { isLoopback } from '../bridge/loopback';
import type { SettingKey, Settings } from '../bridge/settings';

/** What both of two values of a setting allow. */
type Stricter<Key extends SettingKey> = (held: Settings[Key], wanted: Settings[Key]) => Settings[Key];
type Covers = (wide: string, narrow: string) => boolean;

const atOnce = <Value>(_held: Value, wanted: Value): Value => wanted;
const onlyIfBoth = (held: boolean, wanted: boolean): boolean => held && wanted;
const ifEither = (held: boolean, wanted: boolean): boolean => held || wanted;

/** For a list of what is allowed. */
const both =
  (covers: Covers) =>
  (held: readonly string[], wanted: readonly string[]): readonly string[] => {
    const isIn = (list: readonly string[]) => (item: string) => list.some((each) => covers(each, item));
    if (wanted.every(isIn(held))) return wanted;
    return [...new Set([...wanted.filter(isIn(held)), ...held.filter(isIn(wanted))])];
  };

/** The same for a list that allows everything if it is empty. */
const bothOrAll =
  (covers: Covers) =>
  (held: readonly string[], wanted: readonly string[]): readonly string[] => {
    if (held.length === 0) return wanted;
    const shared = wanted.length === 0 ? [] : both(covers)(held, wanted);
    return shared.length === 0 ? held : shared;
  };

const eitherPattern = (held: readonly string[], wanted: readonly string[]): readonly string[] => {
  const missing = held.filter((pattern) => !wanted.some((each) => coversPattern(each, pattern)));
  return missing.length === 0 ? wanted : [...wanted, ...missing];
};

const plain = (text: string): string => text.trim().toLowerCase().replace(/\/$/, '');
const isSame: Covers = (wide, narrow) => plain(wide) === plain(narrow);
const isSameOrAny: Covers = (wide, narrow) => wide.trim() === '*' || isSame(wide, narrow);

const STRICTER: { readonly [Key in SettingKey]: Stricter<Key> } = {
  port: atOnce,
  bindAddress: (held, wanted) => (isLoopback(wanted) ? wanted : held),
  startOnLoad: atOnce,
  restEnabled: onlyIfBoth,
  mcpEnabled: onlyIfBoth,
  defaultVault: atOnce,
  cliPath: (held) => held,
  allowedCommands: bothOrAll(coversPattern),
  blockedCommands: eitherPattern,
  readOnly: ifEither,
  allowDangerousCommands: onlyIfBoth,
  trustedCommands: both(coversPattern),
  allowedVaults: bothOrAll(isSame),
  corsEnabled: onlyIfBoth,
  corsOrigins: bothOrAll(isSameOrAny),
  allowedHosts: both(isSame),
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
