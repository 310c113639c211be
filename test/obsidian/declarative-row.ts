import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { makeClickable } from './clickable';
import { renderControl } from './declarative-control';
import { setIcon } from './icons';
import { evaluate, type Rendered, type RenderContext } from './rendered';
import { Setting } from './setting';

export interface Row extends Rendered {
  readonly definition: obsidian.SettingGroupItem;
}

/** Draws one definition. `visible` is applied by the group. */
export function renderRow(
  key: string,
  definition: obsidian.SettingGroupItem,
  listEl: HTMLElement,
  context: RenderContext,
): Row {
  const setting = new Setting(listEl).setName(definition.name);
  // The plugin's descriptions are plain text.
  if (typeof definition.desc === 'string') setting.setDesc(definition.desc);
  const row = { key, definition, el: setting.settingEl, refresh: () => undefined };
  const teardown = (): void => setting.settingEl.remove();

  if ('type' in definition) {
    drawPageEntry(setting, definition, context);
  } else if (definition.control) {
    renderControl(setting, definition, context.tab);
  } else if (definition.render) {
    // The group is not imitated: the plugin's rows do not use it.
    const render = definition.render as unknown as (setting: Setting) => void | (() => void);
    const cleanup = render(setting);
    return {
      ...row,
      teardown() {
        cleanup?.();
        teardown();
      },
    };
  }
  return { ...row, teardown };
}

function drawPageEntry(
  setting: Setting,
  definition: obsidian.SettingDefinitionPage,
  context: RenderContext,
): void {
  setting.setClass('mod-page');
  makeClickable(setting.settingEl, () => context.openPage(definition));
  const text = evaluate(definition.displayValue, '') ?? '';
  setting.controlEl.createSpan({ cls: 'setting-item-display-value', text });
  setIcon(setting.controlEl.createDiv('setting-page-chevron'), 'chevron-right');
}
