/**
 * The bridge and everything that needs Node's network modules. Imported only once the app has started, because loading them
 * takes longer than a plugin may hold up the start.
 */
export { Bridge } from '../bridge/bridge';
export { platformOf } from '../bridge/cli/platform';
export { CATEGORY_TITLES } from '../bridge/commands/catalogue/catalogue';
export { parseKeys } from '../bridge/key-records-schema';
export { parseSetting, settingProblem } from '../bridge/settings-schema';
export { AppStore } from './app-store';
export { ClientKeys } from './connect/client-keys';
export { DeviceSettings } from './device-settings';
export { diagnose, isWindowHidden } from './diagnosis/diagnose';
export { NapWatch } from './diagnosis/nap-watch';
export { tellOfLeftMarkers } from './left-markers';
export { ServerLifecycle } from './server/server-lifecycle';
export { SettingChecks } from './setting-checks';
export { newKey, StoredKey } from './stored-key';
