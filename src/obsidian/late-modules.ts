import { Bridge } from '../bridge/bridge';
import { platformOf } from '../bridge/cli/platform';
import { CATEGORY_TITLES } from '../bridge/commands/catalogue/catalogue';
import { parseKeys } from '../bridge/key-records-schema';
import { parseSetting, settingProblem } from '../bridge/settings-schema';
import { ClientKeys } from './connect/client-keys';
import { diagnose, isWindowHidden } from './diagnosis/diagnose';
import { NapWatch } from './diagnosis/nap-watch';
import { ServerLifecycle } from './server/server-lifecycle';
import { SettingChecks } from './setting-checks';
import { effectiveSettings, settleSettings } from './settings-from-outside';
import { newKey, StoredKey } from './stored-key';
import { VaultNotes } from './vault-notes';

/** The bridge and everything that needs Node's network modules. Loaded all at once. */
export const lateModules = {
  Bridge,
  settingProblem,
  parseSetting,
  settleSettings,
  effectiveSettings,
  platformOf,
  CATEGORY_TITLES,
  newKey,
  StoredKey,
  ClientKeys,
  parseKeys,
  SettingChecks,
  ServerLifecycle,
  diagnose,
  isWindowHidden,
  NapWatch,
  VaultNotes,
};
