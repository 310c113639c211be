import type { Menu } from './menu';
import type { Modal } from './modal';
import type { Notice } from './notice';

/**
 * Everything shown since the module was loaded. Notices and menus know no app, so this is the one place that is shared
 * by all test apps; each of them looks only at what came after its own creation.
 */
export const screen: { notices: Notice[]; modals: Modal[]; menus: Menu[] } = {
  notices: [],
  modals: [],
  menus: [],
};
