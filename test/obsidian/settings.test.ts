// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Plugin, PluginSettingTab, Setting, SettingPage, type SettingDefinitionItem } from 'obsidian';
import {
  choose,
  createTestApp,
  loadPlugin,
  press,
  settle,
  typeInto,
  unloadPlugin,
  type TestApp,
} from './testing';

const manifest = {
  id: 'sample',
  name: 'Sample',
  author: 'Nobody',
  version: '1.0.0',
  minAppVersion: '1.13.1',
  description: 'A plugin for these tests.',
};

class SamplePlugin extends Plugin {
  override settings: Record<string, unknown> = {};
  tab = new SampleTab(this.app, this);

  override async onload() {
    this.settings = { enabled: false, mode: 'edit', ...((await this.loadData()) as object) };
    this.addSettingTab(this.tab);
  }
}

class SampleTab extends PluginSettingTab {
  entries = ['one', 'two', 'three'];
  log: string[] = [];
  extra: SettingDefinitionItem[] = [];

  constructor(
    app: SamplePlugin['app'],
    private readonly owner: SamplePlugin,
  ) {
    super(app, owner);
  }

  override getSettingDefinitions(): SettingDefinitionItem[] {
    const { settings } = this.owner;
    return [
      { name: 'Enabled', desc: 'Switches it on.', control: { type: 'toggle', key: 'enabled' } },
      {
        name: 'Mode',
        aliases: ['style'],
        visible: () => settings['enabled'] === true,
        control: { type: 'dropdown', key: 'mode', options: { edit: 'Editing', read: 'Reading' } },
      },
      {
        name: 'Label',
        control: {
          type: 'text',
          key: 'label',
          disabled: () => settings['enabled'] !== true,
          validate: (value) => (/\s/.test(value) ? 'No spaces, please.' : undefined),
        },
      },
      { name: 'Port', control: { type: 'number', key: 'port', min: 1024, max: 65535, defaultValue: 8080 } },
      { name: 'Reset', action: (_el, index) => this.log.push(`reset ${index}`) },
      {
        type: 'group',
        heading: 'Commands',
        search: { placeholder: 'Filter commands', match: (def, query) => def.name.includes(query) },
        items: [
          { name: 'alpha', searchable: false },
          { name: 'beta' },
          {
            name: 'gamma',
            render: (setting) => {
              setting.addButton((button) => button.setButtonText('Run').onClick(() => this.log.push('ran')));
              return () => this.log.push('torn down');
            },
          },
        ],
      },
      {
        type: 'list',
        heading: 'Entries',
        emptyState: 'None yet.',
        addItem: { name: 'Add entry', action: () => this.#change(() => this.entries.push('new')) },
        onDelete: (index) => this.#change(() => this.entries.splice(index, 1)),
        onReorder: (from, to) => this.log.push(`moved ${from} to ${to}`),
        items: this.entries.map((name) => ({ name, searchable: false })),
      },
      {
        type: 'page',
        name: 'Advanced',
        displayValue: () => `${this.entries.length} entries`,
        status: () => (this.entries.length > 3 ? 'warning' : null),
        items: [
          { name: 'Slow', control: { type: 'toggle', key: 'slow' } },
          { type: 'page', name: 'Log', page: () => new LogPage(this.log) },
        ],
      },
      ...this.extra,
    ];
  }

  #change(change: () => void) {
    change();
    this.update();
  }
}

class LogPage extends SettingPage {
  constructor(private readonly log: string[]) {
    super();
  }

  display() {
    this.containerEl.empty();
    new Setting(this.containerEl).setName('Calls').setDesc(`${this.log.length} so far`);
  }

  override hide() {
    this.log.push('log hidden');
  }
}

let app: TestApp;
let plugin: SamplePlugin;
let root: HTMLElement;

beforeEach(async () => {
  app = createTestApp();
  plugin = await loadPlugin(SamplePlugin, manifest, app);
  root = app.openSettings('sample');
});

afterEach(() => {
  expect(unloadPlugin(plugin, app)).toEqual([]);
  document.body.replaceChildren();
});

function row(name: string): HTMLElement {
  const found = [...root.querySelectorAll<HTMLElement>('.setting-item')].find(
    (each) => each.querySelector('.setting-item-name')?.textContent === name,
  );
  if (!found) throw new Error(`No row "${name}"`);
  return found;
}

function field(name: string): HTMLInputElement {
  return row(name).find('input') as HTMLInputElement;
}

function names(): string[] {
  return root
    .findAll('.setting-items > .setting-item')
    .filter((each) => each.style.display !== 'none')
    .map((each) => each.querySelector('.setting-item-name')?.textContent ?? '');
}

test('a click on a toggle is stored and shows the rows that depend on it', () => {
  expect(row('Mode').style.display).toBe('none');
  expect(row('Label').classList).toContain('is-disabled');
  expect(field('Label').disabled).toBe(true);
  row('Enabled').find('.checkbox-container').click();
  expect(app.data.value).toMatchObject({ enabled: true });
  expect(row('Enabled').find('.checkbox-container').classList).toContain('is-enabled');
  field('Enabled').click();
  expect(app.data.value).toMatchObject({ enabled: false });
  field('Enabled').click();
  expect(field('Enabled').checked).toBe(true);
});

test('visible and disabled follow the stored value once it is saved', async () => {
  row('Enabled').find('.checkbox-container').click();
  await settle();
  expect(row('Mode').style.display).toBe('');
  expect(field('Label').disabled).toBe(false);
});

test('a dropdown stores the chosen value', () => {
  choose(row('Mode').find('select'), 'read');
  expect(app.data.value).toMatchObject({ mode: 'read' });
});

test('a rejected text shows the sentence and is not stored', () => {
  typeInto(field('Label'), 'fine');
  typeInto(field('Label'), 'not fine');
  expect(app.data.value).toMatchObject({ label: 'fine' });
  expect(row('Label').classList).toContain('is-invalid');
  expect(row('Label').find('[role=alert]').textContent).toBe('No spaces, please.');
  typeInto(field('Label'), 'better');
  expect(row('Label').classList).not.toContain('is-invalid');
  expect(row('Label').querySelector('[role=alert]')).toBeNull();
  expect(app.data.value).toMatchObject({ label: 'better' });
});

test('a number is stored on leaving the field and only within its limits', () => {
  expect(field('Port').value).toBe('8080');
  typeInto(field('Port'), '9000');
  expect(app.data.value).toMatchObject({ port: 9000 });
  for (const [typed, sentence] of [
    ['80', 'Must be at least 1024.'],
    ['70000', 'Must be at most 65535.'],
    ['', 'Enter a number.'],
  ] as const) {
    typeInto(field('Port'), typed);
    expect(row('Port').find('[role=alert]').textContent).toBe(sentence);
    expect(app.data.value).toMatchObject({ port: 9000 });
  }
});

test('a stored value that is no longer valid is shown with its sentence and left as it is', () => {
  app.standIn.setting.close();
  plugin.settings['label'] = 'from before';
  root = app.openSettings('sample');
  expect(field('Label').value).toBe('from before');
  expect(row('Label').find('[role=alert]').textContent).toBe('No spaces, please.');
  expect(app.data.saves).toBe(0);
});

test('only the latest of several slow verdicts counts', async () => {
  const verdicts: ((message: string) => void)[] = [];
  plugin.tab.extra = [
    {
      name: 'Slow check',
      control: {
        type: 'text',
        key: 'path',
        validate: () => new Promise((resolve) => verdicts.push(resolve)),
      },
    },
  ];
  plugin.tab.update();
  typeInto(field('Slow check'), 'a');
  typeInto(field('Slow check'), 'ab');
  verdicts[1]?.('');
  verdicts[0]?.('Wrong');
  await settle();
  expect(app.data.value).toMatchObject({ path: 'ab' });
  expect(row('Slow check').classList).not.toContain('is-invalid');
});

test('an action row runs by mouse and keyboard, with its index', () => {
  row('Reset').click();
  press(row('Reset'), 'Enter');
  expect(plugin.tab.log).toEqual(['reset 4', 'reset 4']);
});

test('a rendered row is live and is torn down with the tab', () => {
  row('gamma').find('button').click();
  expect(plugin.tab.log).toEqual(['ran']);
  app.standIn.setting.close();
  expect(plugin.tab.log).toEqual(['ran', 'torn down']);
});

test('the search of a group filters its rows and survives an update', () => {
  const search = root.find('input[type=search]');
  typeInto(search, 'gam');
  expect(names()).toContain('alpha');
  expect(names()).not.toContain('beta');
  expect(names()).toContain('gamma');
  plugin.tab.update();
  expect((root.find('input[type=search]') as HTMLInputElement).value).toBe('gam');
  expect(names()).not.toContain('beta');
  root.find('.search-input-clear-button').click();
  expect(names()).toContain('beta');
});

test('list entries are added, deleted and dragged', () => {
  root.find('[aria-label="Add entry"]').click();
  expect(names()).toContain('new');
  row('two').find('[aria-label=Delete]').click();
  press(row('new'), 'Delete');
  expect(plugin.tab.entries).toEqual(['one', 'three']);
  row('one').find('.setting-drag-handle').dispatchEvent(new Event('dragstart'));
  row('three').dispatchEvent(new Event('drop'));
  expect(plugin.tab.log.at(-1)).toBe('moved 0 to 1');
  expect(names().filter((name) => ['one', 'three'].includes(name))).toEqual(['three', 'one']);
  plugin.tab.entries = [];
  plugin.tab.update();
  expect(root.find('.setting-list-empty').textContent).toBe('None yet.');
});

test('sub-pages open and lead back', () => {
  expect(row('Advanced').find('.setting-item-display-value').textContent).toBe('3 entries');
  row('Advanced').click();
  expect(root.find('.setting-page-title').textContent).toBe('Advanced');
  field('Slow').click();
  expect(app.data.value).toMatchObject({ slow: true });
  press(row('Log'), 'Enter');
  expect(app.standIn.setting.view?.path).toEqual(['Advanced', 'Log']);
  expect(row('Calls').find('.setting-item-description').textContent).toBe('1 so far');
  root.find('.setting-page-back-button').click();
  expect(plugin.tab.log.at(-1)).toBe('log hidden');
  expect(row('Slow')).toBeTruthy();
  root.find('[aria-label=Back]').click();
  expect(row('Enabled')).toBeTruthy();
});

test('an update redraws the page in sight and leaves one that is gone', () => {
  plugin.tab.extra = [{ type: 'page', name: 'Short-lived', items: [{ name: 'Inside' }] }];
  plugin.tab.update();
  row('Short-lived').click();
  expect(names()).toEqual(['Inside']);
  plugin.tab.extra = [{ type: 'page', name: 'Short-lived', items: [{ name: 'Changed' }] }];
  plugin.tab.update();
  expect(names()).toEqual(['Changed']);
  plugin.tab.extra = [];
  plugin.tab.update();
  expect(names()).toContain('Enabled');
});

test('an update leaves the row that holds the focus alone', () => {
  const label = field('Label');
  row('Enabled').find('.checkbox-container').click();
  plugin.tab.refreshDomState();
  label.focus();
  label.value = 'half-typed';
  plugin.tab.entries.push('four');
  plugin.tab.update();
  expect(document.activeElement).toBe(label);
  expect(field('Label')).toBe(label);
  expect(label.value).toBe('half-typed');
  expect(names().indexOf('Label')).toBe(2);
  expect(names()).toContain('four');
});

test('a tab may keep its values elsewhere and deal with a failing disk', async () => {
  app.data.saveFailure = new Error('disk full');
  const problems: unknown[] = [];
  vi.spyOn(plugin.tab, 'getControlValue').mockImplementation((key) => key === 'enabled');
  vi.spyOn(plugin.tab, 'setControlValue').mockImplementation(async (key, value) => {
    await plugin.saveData({ [key]: value }).catch((error: unknown) => problems.push(error));
  });
  plugin.tab.update();
  expect(field('Enabled').checked).toBe(true);
  field('Enabled').click();
  await settle();
  expect(problems).toEqual([app.data.saveFailure]);
  expect(app.data.value).toBeNull();
});

test('the settings search knows names, descriptions and aliases, and what is hidden', () => {
  const found = (query: string) => app.standIn.setting.search(query).map(({ name }) => name);
  expect(found('switches')).toEqual(['Enabled']);
  expect(found('style')).toEqual([]);
  plugin.settings['enabled'] = true;
  expect(found('style')).toEqual(['Mode']);
  expect(found('alpha')).toEqual([]);
  expect(app.standIn.setting.search('slow')).toEqual([{ name: 'Slow', pagePath: ['Advanced'] }]);
});

test('a tab without definitions draws itself', async () => {
  class OldTab extends PluginSettingTab {
    override display() {
      new Setting(this.containerEl).setName('By hand').addToggle((toggle) => toggle.setTooltip('Switch'));
    }
  }
  class OldPlugin extends Plugin {
    override onload() {
      this.addSettingTab(new OldTab(this.app, this));
    }
  }
  const other = createTestApp();
  const old = await loadPlugin(OldPlugin, { ...manifest, id: 'old' }, other);
  root = other.openSettings('old');
  expect(names()).toEqual([]);
  expect(row('By hand').find('[aria-label=Switch]')).toBeTruthy();
  expect(unloadPlugin(old, other)).toEqual([]);
  expect(root.textContent).toBe('');
});
