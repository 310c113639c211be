// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { ConfirmationModal, Menu, Modal, Notice } from 'obsidian';
import { createTestApp, press, settle } from './testing';

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
      this.contentEl.createEl('input', { attr: { type: 'text' } });
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

test('Escape closes the upper of two modals; the cross and a click beside it close one too', () => {
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

test('a confirmation closes after its handler, unless the handler keeps it open', async () => {
  const { app } = createTestApp();
  const log: unknown[] = [];
  let stay = true;
  new ConfirmationModal(app)
    .setTitle('Sure?')
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
    .addButton((button) => button.setButtonText('Cancel').setCancel())
    .open();
  const [confirm, cancel] = document.body.findAll('.modal-button-container button');
  confirm?.click();
  await settle();
  await settle();
  expect(log).toEqual(['done']);
  expect(document.querySelector('.modal')).not.toBeNull();
  stay = false;
  confirm?.click();
  await vi.waitFor(() => expect(document.querySelector('.modal')).toBeNull());
  expect(confirm?.className).toBe('mod-destructive mod-cta');
  expect(cancel?.textContent).toBe('Cancel');
});

test('a notice is shown, and disappears on a click or in time', () => {
  vi.useFakeTimers();
  const notice = new Notice('News');
  expect(document.querySelector('.notice')?.textContent).toBe('News');
  notice.messageEl.click();
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
      .addItem((item) => item.setTitle('Copy').onClick(() => log.push('copy')))
      .showAtMouseEvent(new MouseEvent('click', { clientX: 10, clientY: 10 }));
  open();
  app.chooseMenuItem('CLI Bridge');
  app.chooseMenuItem('Stop');
  expect(log).toEqual(['stop']);
  expect(document.querySelector('.menu')).toBeNull();
  open();
  press(document, 'ArrowDown');
  press(document, 'ArrowDown');
  expect(document.querySelector('.menu-item.selected')?.textContent).toBe('Copy');
  press(document, 'Enter');
  expect(log).toEqual(['stop', 'copy']);
  open();
  await settle();
  document.body.click();
  expect(app.openMenu).toBeUndefined();
});
