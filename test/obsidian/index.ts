import { installDom } from './dom';
import { hasDocument } from './headless-element';

export { BaseComponent, ValueComponent } from './base-component';
export { ButtonComponent, ExtraButtonComponent } from './button-component';
export { setTooltip } from './clickable';
export { ColorComponent } from './color-component';
export { ConfirmationButton, ConfirmationModal } from './confirmation-modal';
export { DisplayValueComponent } from './display-value-component';
export { DropdownComponent } from './dropdown-component';
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
export { SecretComponent } from './secret-component';
export { Setting } from './setting';
export { SettingGroup } from './setting-group';
export { SettingPage } from './setting-page';
export { PluginSettingTab, SettingTab } from './setting-tab';
export { ProgressBarComponent, SliderComponent } from './slider-component';
export {
  AbstractTextComponent,
  MomentFormatComponent,
  SearchComponent,
  TextAreaComponent,
  TextComponent,
} from './text-component';
export { ToggleComponent } from './toggle-component';
export { FileSystemAdapter, Vault } from './vault';
export { Workspace } from './workspace';

if (hasDocument()) installDom(window);
