import type { Command } from '../command';
import { APP_COMMANDS } from './app';
import { APPEARANCE_COMMANDS } from './appearance';
import { BASE_COMMANDS } from './bases';
import { BOOKMARK_COMMANDS } from './bookmarks';
import { CREATE_COMMANDS } from './create';
import { DAILY_COMMANDS } from './daily';
import { DEVELOPER_COMMANDS } from './developer';
import { EDIT_COMMANDS } from './edit';
import { FILE_COMMANDS } from './files';
import { HISTORY_COMMANDS } from './history';
import { LINK_COMMANDS } from './links';
import { MOVE_COMMANDS } from './move';
import { OPEN_COMMANDS } from './open';
import { OUTLINE_COMMANDS } from './outline';
import { PALETTE_COMMANDS } from './palette';
import { PLUGIN_COMMANDS } from './plugins';
import { PROPERTY_COMMANDS } from './property';
import { PROPERTY_LIST_COMMANDS } from './properties';
import { SEARCH_COMMANDS } from './search';
import { SYNC_COMMANDS } from './sync';
import { TAG_COMMANDS } from './tags';
import { TASK_COMMANDS } from './tasks';
import { TEMPLATE_COMMANDS } from './templates';
import { VAULT_COMMANDS } from './vaults';
import { WORKSPACE_COMMANDS } from './workspace';

/** All commands, including those of core plugins that may be off. */
export const COMMANDS: readonly Command[] = [
  ...APP_COMMANDS,
  ...APPEARANCE_COMMANDS,
  ...BASE_COMMANDS,
  ...BOOKMARK_COMMANDS,
  ...CREATE_COMMANDS,
  ...DAILY_COMMANDS,
  ...DEVELOPER_COMMANDS,
  ...EDIT_COMMANDS,
  ...FILE_COMMANDS,
  ...HISTORY_COMMANDS,
  ...LINK_COMMANDS,
  ...MOVE_COMMANDS,
  ...OPEN_COMMANDS,
  ...OUTLINE_COMMANDS,
  ...PALETTE_COMMANDS,
  ...PLUGIN_COMMANDS,
  ...PROPERTY_COMMANDS,
  ...PROPERTY_LIST_COMMANDS,
  ...SEARCH_COMMANDS,
  ...SYNC_COMMANDS,
  ...TAG_COMMANDS,
  ...TASK_COMMANDS,
  ...TEMPLATE_COMMANDS,
  ...VAULT_COMMANDS,
  ...WORKSPACE_COMMANDS,
];
