import type * as obsidian from '../../node_modules/obsidian/obsidian';
import { makeClickable, setClickableDisabled } from './clickable';
import { renderControl } from './declarative-control';
import { setIcon } from './icons';
import { evaluate, indexOf, type Rendered, type RenderContext } from './rendered';
import { Setting } from './setting';
import type { SettingGroup } from './setting-group';

export interface Row extends Rendered {
  readonly definition: obsidian.SettingGroupItem;
  readonly controlEl: HTMLElement;
}

/** Draws one definition. `visible` and the group's search are applied by the group. */
export function renderRow(
  key: string,
  definition: obsidian.SettingGroupItem,
  group: SettingGroup,
  context: RenderContext,
): Row {
  const setting = new Setting(group.listEl).setName(definition.name);
  if (definition.desc !== undefined) setting.setDesc(copyOf(definition.desc));
  const row = { key, definition, el: setting.settingEl, controlEl: setting.controlEl };
  const teardown = (): void => setting.settingEl.remove();

  if ('type' in definition) return { ...row, teardown, refresh: drawPageEntry(setting, definition, context) };
  if (definition.control) {
    return { ...row, teardown, refresh: renderControl(setting, definition, context.tab) };
  }
  if (definition.action) return { ...row, teardown, refresh: drawAction(setting, definition) };
  if (!definition.render) return { ...row, teardown, refresh: () => undefined };

  const cleanup = definition.render(setting, group);
  return {
    ...row,
    refresh: () => undefined,
    teardown() {
      cleanup?.();
      teardown();
    },
  };
}

/** A fragment is emptied by being shown; the definition keeps its own for the next time. */
function copyOf(desc: string | DocumentFragment): string | DocumentFragment {
  return typeof desc === 'string' ? desc : (desc.cloneNode(true) as DocumentFragment);
}

function drawAction(setting: Setting, definition: obsidian.SettingDefinitionAction): () => void {
  setting.setClass('mod-action');
  makeClickable(setting.settingEl, () => definition.action(setting.settingEl, indexOf(setting.settingEl)));
  return () => setClickableDisabled(setting.settingEl, evaluate(definition.disabled, false));
}

function drawPageEntry(
  setting: Setting,
  definition: obsidian.SettingDefinitionPage,
  context: RenderContext,
): () => void {
  setting.setClass('mod-page');
  makeClickable(setting.settingEl, () => context.openPage(definition));
  setting.addDisplayValue((value) => {
    value.setValue(evaluate(definition.displayValue, ''));
    value.setStatus(evaluate<'warning' | null>(definition.status, null));
  });
  setIcon(setting.controlEl.createDiv('setting-page-chevron'), 'chevron-right');
  return () => undefined;
}
