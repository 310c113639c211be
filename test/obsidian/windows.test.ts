// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import {
  ConfirmationModal,
  Menu,
  Modal,
  Notice,
  SecretComponent,
  Setting,
  SettingGroup,
  debounce,
  normalizePath,
  requireApiVersion,
  setIcon,
  setTooltip,
} from 'obsidian';
import { createTestApp, press, settle, typeInto } from './testing';

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

test('a modal opens, takes the focus and gives it back on Escape', () => {
  const app = createTestApp();
  const opener = document.body.createEl('button', { text: 'Open' });
  opener.focus();
  const events: string[] = [];
  class Greeting extends Modal {
    override onOpen() {
      this.setTitle('Hello');
      this.contentEl.createEl('input', { type: 'text' });
    }
    override onClose() {
      events.push('closed');
    }
  }
  new Greeting(app.app).setCloseCallback(() => events.push('callback')).open();
  expect(document.querySelector('.modal-container .modal .modal-title')?.textContent).toBe('Hello');
  expect(document.activeElement?.tagName).toBe('INPUT');
  expect(app.openModal).toBeInstanceOf(Greeting);
  press(document, 'Escape');
  expect(document.querySelector('.modal')).toBeNull();
  expect(document.activeElement).toBe(opener);
  expect(events).toEqual(['closed', 'callback']);
  expect(app.openModal).toBeUndefined();
});

test('Escape closes the topmost of two modals, the cross and a click beside it close too', () => {
  const { app } = createTestApp();
  const [lower, upper] = [new Modal(app), new Modal(app)];
  lower.setContent('lower').open();
  upper.setContent('upper').open();
  press(document, 'Escape');
  expect(document.body.textContent).toBe('lower');
  lower.modalEl.find('.modal-close-button').click();
  expect(document.body.textContent).toBe('');
  upper.open();
  upper.containerEl.find('.modal-bg').click();
  expect(document.querySelector('.modal')).toBeNull();
});

test('a confirmation closes after its handler, unless that says to stay', async () => {
  const { app } = createTestApp();
  const log: unknown[] = [];
  let stay = true;
  new ConfirmationModal(app)
    .setTitle('Sure?')
    .addCheckbox('Never again', (value) => log.push(value))
    .addButton((button) => {
      button
        .setButtonText('Do it')
        .setDestructive()
        .setCta()
        .onClick(async () => {
          await settle();
          log.push('done');
          return stay;
        });
    })
    .addCancelButton()
    .open();
  const [confirm, cancel] = document.body.findAll('.modal-button-container button');
  document.body.find('.mod-checkbox input').click();
  confirm?.click();
  await settle();
  await settle();
  expect(log).toEqual([true, 'done']);
  expect(document.querySelector('.modal')).not.toBeNull();
  stay = false;
  confirm?.click();
  await vi.waitFor(() => expect(document.querySelector('.modal')).toBeNull());
  expect(confirm?.className).toBe('mod-destructive mod-cta');
  expect(cancel?.textContent).toBe('Cancel');
});

test('a notice is shown, changed, and goes on a click or in time', () => {
  vi.useFakeTimers();
  const notice = new Notice(createFragment((el) => el.createEl('b', { text: 'Bold news' })));
  expect(document.querySelector('.notice b')?.textContent).toBe('Bold news');
  notice.setMessage('Changed').messageEl.click();
  expect(document.querySelector('.notice')).toBeNull();
  new Notice('Short');
  vi.advanceTimersByTime(5000);
  expect(document.querySelector('.notice')).toBeNull();
});

test('a menu opens at the mouse, runs an item and is gone', async () => {
  const app = createTestApp();
  const log: string[] = [];
  const open = () =>
    new Menu()
      .addItem((item) => item.setTitle('CLI Bridge').setIsLabel(true))
      .addSeparator()
      .addItem((item) =>
        item
          .setTitle('Stop')
          .setIcon('square')
          .onClick(() => log.push('stop')),
      )
      .addItem((item) =>
        item
          .setTitle('Never')
          .setDisabled(true)
          .onClick(() => log.push('never')),
      )
      .addItem((item) =>
        item
          .setTitle('Copy')
          .setChecked(true)
          .setWarning(true)
          .onClick(() => log.push('copy')),
      )
      .showAtMouseEvent(new MouseEvent('click', { clientX: 10, clientY: 10 }));
  open();
  app.chooseMenuItem('Never');
  app.chooseMenuItem('Stop');
  expect(log).toEqual(['stop']);
  expect(document.querySelector('.menu')).toBeNull();
  open();
  press(document, 'ArrowDown');
  press(document, 'ArrowDown');
  expect(document.querySelector('.menu-item.selected')?.textContent).toBe('Copy');
  press(document, 'Enter');
  expect(log).toEqual(['stop', 'copy']);
  const third = open();
  const hidden = vi.fn();
  third.onHide(hidden);
  await settle();
  document.body.click();
  expect(hidden).toHaveBeenCalledOnce();
  expect(app.openMenu).toBeUndefined();
});

test('components of a row answer to the mouse and the keyboard', () => {
  const log: unknown[] = [];
  const { app } = createTestApp({ secrets: { first: 'x', second: 'y' } });
  const rows = new SettingGroup(document.body).setHeading('All of them');
  rows.addSetting((setting) => {
    setting
      .setName('Everything')
      .addExtraButton((extra) =>
        extra
          .setIcon('copy')
          .setTooltip('Copy')
          .onClick(() => log.push('extra')),
      )
      .addTextArea((area) => area.onChange((value) => log.push(value)))
      .addSlider((slider) =>
        slider
          .setLimits(0, 10, 1)
          .setValue(3)
          .onChange((value) => log.push(value)),
      )
      .addColorPicker((picker) =>
        picker.setValueRgb({ r: 255, g: 0, b: 0 }).onChange((value) => log.push(value)),
      )
      .addMomentFormat((format) => format.setDefaultFormat('YYYY').setSampleEl(setting.descEl))
      .addProgressBar((bar) => bar.setValue(40))
      .addComponent((el) => new SecretComponent(app, el).setValue('second').onChange((id) => log.push(id)));
  });
  const root = document.body;
  press(root.find('[aria-label=Copy]'), ' ');
  typeInto(root.find('textarea'), 'typed');
  typeInto(root.find('input[type=range]'), '7');
  expect(root.find('.slider-value').textContent).toBe('7');
  typeInto(root.find('input[type=color]'), '#00ff00');
  const secrets = root.find('select') as HTMLSelectElement;
  expect(secrets.value).toBe('second');
  secrets.value = 'first';
  secrets.trigger('change');
  expect(log).toEqual(['extra', 'typed', 7, '#00ff00', 'first']);
  expect(root.find('.setting-items .setting-item-description').textContent).toBe('YYYY');
});

test('a disabled row does nothing', () => {
  const log: unknown[] = [];
  const setting = new Setting(document.body)
    .addToggle((toggle) => toggle.onChange((value) => log.push(value)))
    .addButton((button) => button.onClick(() => log.push('button')))
    .addExtraButton((button) => button.onClick(() => log.push('extra')))
    .setDisabled(true);
  for (const each of setting.controlEl.findAll('input, button, div')) each.click();
  expect(log).toEqual([]);
  setting.clear();
  expect(setting.controlEl.childElementCount).toBe(0);
});

test('the helpers on elements do what the types say', () => {
  const list = createEl('ul', { cls: 'one two', attr: { 'data-n': 1, hidden: null } });
  const last = list.createEl('li', { text: 'last', title: 'Last' });
  list.createEl('li', { text: 'first', prepend: true });
  expect(list.outerHTML).toBe('<ul class="one two" data-n="1"><li>first</li><li title="Last">last</li></ul>');
  list.toggleClass(['one', 'three'], true);
  list.removeClass('two');
  expect(list.className).toBe('one three');
  expect(list.findAll('li')).toHaveLength(2);
  expect(list.indexOf(last)).toBe(1);
  last.detach();
  last.setAttr('title', null);
  expect(last.outerHTML).toBe('<li>last</li>');
  list.empty();
  expect(list.childElementCount).toBe(0);
  last.toggle(false);
  expect(last.style.display).toBe('none');
  setIcon(last, 'check');
  setTooltip(last, 'Checked', { placement: 'top' });
  expect(last.find('svg').getAttribute('class')).toBe('svg-icon lucide-check');
  expect(last.getAttr('aria-label')).toBe('Checked');
});

test('the small functions do what the types say', () => {
  vi.useFakeTimers();
  const calls: number[] = [];
  const first = debounce((n: number) => calls.push(n), 100);
  const last = debounce((n: number) => calls.push(n), 100, true);
  for (const n of [1, 2]) {
    first(n);
    last(n * 10);
    vi.advanceTimersByTime(60);
  }
  expect(calls).toEqual([2]);
  last.run();
  expect(calls).toEqual([2, 20]);
  last(3).cancel();
  vi.advanceTimersByTime(200);
  expect(calls).toEqual([2, 20]);
  expect(normalizePath('/a//b\\c/')).toBe('a/b/c');
  expect(requireApiVersion('1.9.0')).toBe(true);
  expect(requireApiVersion('1.14.0')).toBe(false);
});
