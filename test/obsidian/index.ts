import { installDom } from './dom';
import { hasDocument } from './headless-element';

export { ButtonComponent } from './button-component';
export { setTooltip } from './clickable';
export { ConfirmationModal } from './confirmation-modal';
export { parseFrontMatterAliases, parseFrontMatterTags } from './front-matter-tags';
export { setIcon } from './icons';
export { MarkdownView } from './markdown-view';
export { AbstractInputSuggest } from './input-suggest';
export { Menu } from './menu';
export { Modal } from './modal';
export { normalizePath } from './normalize-path';
export { Notice } from './notice';
export { Plugin } from './plugin';
export { Setting } from './setting';
export { SettingPage } from './setting-page';
export { PluginSettingTab } from './setting-tab';

if (hasDocument()) installDom(window);
