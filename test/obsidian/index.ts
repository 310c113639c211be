import { installDom } from './dom';
import { hasDocument } from './headless-element';

export { addIcon, getIcon, getIconIds, removeIcon, setIcon } from './icons';
export { App } from './app';
export { Component } from './component';
export { debounce } from './debounce';
export { Events } from './events';
export { Menu } from './menu';
export { MenuItem } from './menu-item';
export { Modal } from './modal';
export { Notice } from './notice';
export { apiVersion, getLanguage, normalizePath, Platform, requireApiVersion } from './platform';
export { Plugin } from './plugin';
export { requestUrl } from './request-url';
export { Scope } from './scope';
export { SecretStorage } from './secret-storage';
export { FileSystemAdapter, Vault } from './vault';
export { Workspace } from './workspace';

if (hasDocument()) installDom(window);
