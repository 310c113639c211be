/** Words that people use for switching something on. */
export const TURN_ON = 'turn activate apply start switch use on';

/** Words that people use for switching something off. */
export const TURN_OFF = 'turn deactivate stop switch off';

/** Words that people use for installing something. */
export const INSTALL = 'another new add get download store';

/** Words that people use for uninstalling something. */
export const UNINSTALL = 'remove rid erase';

/** Words that people use for what is switched on. */
export const ACTIVE = 'active running turned switched on currently';
