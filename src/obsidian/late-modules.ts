import { Bridge } from '../bridge/bridge';
import { platformOf } from '../bridge/cli/platform';
import { CATEGORY_TITLES } from '../bridge/commands/catalogue/catalogue';
import { parseKeys } from '../bridge/key-records-schema';
import { parseSetting, settingProblem } from '../bridge/settings-schema';
import { ClientKeys } from './connect/client-keys';
import { agentSkill, desktopExtension } from './connect/embedded-files';
import { DeviceSettings } from './device-settings';
import { diagnose, isWindowHidden } from './diagnosis/diagnose';
import { NapWatch } from './diagnosis/nap-watch';
import { ServerLifecycle } from './server/server-lifecycle';
import { SettingChecks } from './setting-checks';
import { newKey, StoredKey } from './stored-key';
import { VaultNotes } from './vault-notes';

/** The bridge and everything that needs Node's network modules. Loaded all at once. */
export const lateModules = {
  Bridge,
  settingProblem,
  parseSetting,
  DeviceSettings,
  platformOf,
  CATEGORY_TITLES,
  newKey,
  StoredKey,
  ClientKeys,
  parseKeys,
  agentSkill,
  desktopExtension,
  SettingChecks,
  ServerLifecycle,
  diagnose,
  isWindowHidden,
  NapWatch,
  VaultNotes,
};
