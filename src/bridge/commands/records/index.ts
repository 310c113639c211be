import { ATTACHMENT_COMMANDS } from './attachments';
import { BASES_COMMANDS } from './bases';
import { BOOKMARKS_COMMANDS } from './bookmarks';
import { CHANGES_COMMANDS } from './changes';
import { DAILY_COMMANDS } from './daily';
import { DEVELOPER_COMMANDS } from './developer';
import { EDIT_COMMANDS } from './edit';
import { FILES_COMMANDS } from './files';
import { GENERAL_COMMANDS } from './general';
import { HISTORY_COMMANDS } from './history';
import { LINKS_COMMANDS } from './links';
import { MANY_NOTES_COMMANDS } from './many-notes';
import { OUTLINE_COMMANDS } from './outline';
import { PALETTE_COMMANDS } from './palette';
import { PLUGINS_COMMANDS } from './plugins';
import { PROPERTIES_COMMANDS } from './properties';
import { PUBLISH_COMMANDS } from './publish';
import { QUESTIONS_COMMANDS } from './questions';
import { RANDOM_COMMANDS } from './random';
import { SEARCH_COMMANDS } from './search';
import { SYNC_COMMANDS } from './sync';
import { TAGS_COMMANDS } from './tags';
import { TASKS_COMMANDS } from './tasks';
import { TEMPLATES_COMMANDS } from './templates';
import { THEMES_COMMANDS } from './themes';
import { UNIQUE_COMMANDS } from './unique';
import { VAULT_COMMANDS } from './vault';
import { WEB_COMMANDS } from './web';
import { WORDCOUNT_COMMANDS } from './wordcount';
import { WORKSPACE_COMMANDS } from './workspace';
import type { CommandCategory } from './command-record';

/** All documented commands by category, in the order of lists. */
export const COMMAND_CATEGORIES: readonly CommandCategory[] = [
  { name: 'general', title: 'General commands', records: GENERAL_COMMANDS },
  { name: 'bases', title: 'Bases', corePlugin: 'Bases', records: BASES_COMMANDS },
  { name: 'bookmarks', title: 'Bookmarks', corePlugin: 'Bookmarks', records: BOOKMARKS_COMMANDS },
  { name: 'palette', title: 'Command palette', records: PALETTE_COMMANDS },
  { name: 'daily', title: 'Daily notes', corePlugin: 'Daily notes', records: DAILY_COMMANDS },
  { name: 'history', title: 'File history', corePlugin: 'File recovery', records: HISTORY_COMMANDS },
  { name: 'files', title: 'Files and folders', records: FILES_COMMANDS },
  { name: 'links', title: 'Links', records: LINKS_COMMANDS },
  { name: 'outline', title: 'Outline', corePlugin: 'Outline', records: OUTLINE_COMMANDS },
  { name: 'plugins', title: 'Plugins', records: PLUGINS_COMMANDS },
  { name: 'properties', title: 'Properties', records: PROPERTIES_COMMANDS },
  { name: 'publish', title: 'Publish', corePlugin: 'Publish', records: PUBLISH_COMMANDS },
  { name: 'random', title: 'Random notes', records: RANDOM_COMMANDS },
  { name: 'search', title: 'Search', corePlugin: 'Search', records: SEARCH_COMMANDS },
  { name: 'sync', title: 'Sync', corePlugin: 'Sync', records: SYNC_COMMANDS },
  { name: 'tags', title: 'Tags', records: TAGS_COMMANDS },
  { name: 'tasks', title: 'Tasks', records: TASKS_COMMANDS },
  { name: 'templates', title: 'Templates', corePlugin: 'Templates', records: TEMPLATES_COMMANDS },
  { name: 'themes', title: 'Themes and snippets', records: THEMES_COMMANDS },
  { name: 'unique', title: 'Unique notes', corePlugin: 'Unique note creator', records: UNIQUE_COMMANDS },
  { name: 'vault', title: 'Vault', records: VAULT_COMMANDS },
  { name: 'web', title: 'Web viewer', corePlugin: 'Web viewer', records: WEB_COMMANDS },
  { name: 'wordcount', title: 'Wordcount', corePlugin: 'Word count', records: WORDCOUNT_COMMANDS },
  { name: 'workspace', title: 'Workspace', corePlugin: 'Workspaces', records: WORKSPACE_COMMANDS },
  {
    name: 'bridge',
    title: 'CLI Bridge',
    records: {
      ...EDIT_COMMANDS,
      ...MANY_NOTES_COMMANDS,
      ...ATTACHMENT_COMMANDS,
      ...CHANGES_COMMANDS,
      ...QUESTIONS_COMMANDS,
    },
  },
  { name: 'developer', title: 'Developer commands', records: DEVELOPER_COMMANDS },
];
