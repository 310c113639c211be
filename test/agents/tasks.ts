import type { Report, Task } from './task';

const TODAY = 'Daily/2025-11-20.md';
const LATEX = String.raw`$$\nabla \times E = -\frac{\partial B}{\partial t}, \theta \neq \tau$$`;
const EXPORT = Array.from(
  { length: 3_000 },
  (_, line) => `Line ${line} of a long export, "quoted" and grün`,
).join('\n');

const LONG_LINE = `${'Nothing to see here. '.repeat(40)}The Zanzibar clause holds.${' Nor here.'.repeat(80)}`;

const notesIn = (output: string): string[] => [
  ...new Set(output.match(/[^\n\t":]+\.md/g)?.map((path) => path.trim()) ?? []),
];
const last = ({ outputs }: Report): string => outputs.at(-1) ?? '';
const nothingRan = ({ outputs }: Report): boolean => outputs.length === 0;

/** What people ask of their vault, in the words they ask it with. */
export const TASKS: readonly Task[] = [
  {
    name: 'give an overview of the vault',
    steps: [{ words: 'overview of the vault: how many notes and folders', facts: {} }],
    isDone: (outcome) => /files\D+40/.test(last(outcome)),
  },
  {
    name: 'summarise the notes on a topic',
    steps: [
      { words: 'find notes that mention a topic', facts: { 'text to find': 'reservoir' } },
      {
        words: 'read a note',
        facts: (output) =>
          notesIn(output)
            .map((path) => ({ path }))
            .concat({ path: 'Home.md' })
            .slice(0, 3),
      },
    ],
    isDone: (outcome) => last(outcome).includes('Keep twelve pots alive'),
  },
  {
    name: 'add a task under a heading of the inbox',
    steps: [
      {
        words: 'add a task under a heading of a note',
        facts: { path: 'Inbox.md', heading: 'To do', content: '- [ ] Water the ficus', where: 'append' },
      },
    ],
    isDone: ({ read }) =>
      /in March[^\n]*\n- \[ \] Water the ficus\n\n## Read later/.test(read('Inbox.md') ?? ''),
  },
  {
    name: 'tick a task',
    steps: [
      {
        words: 'list the open tasks of a note with line numbers',
        facts: { path: 'Inbox.md', format: 'json' },
      },
      {
        words: 'mark a task as done',
        facts: (output) =>
          [...output.matchAll(/Renew library card[^}]*?line\D*(\d+)/g)].map(([, line = '']) => ({
            path: 'Inbox.md',
            line: Number(line),
            done: true,
          })),
      },
    ],
    isDone: ({ read }) => (read('Inbox.md') ?? '').includes('- [x] Renew library card'),
  },
  {
    name: 'make a meeting note from a template, linked from another note',
    steps: [
      {
        words: 'create a note from a template',
        facts: { path: 'Meetings/2025-11-20 Budget.md', template: 'Meeting' },
      },
      {
        words: 'add a line at the end of a note',
        facts: { path: 'Projects/Website Relaunch.md', text: '- [[2025-11-20 Budget]]' },
      },
    ],
    isDone: ({ read }) =>
      (read('Meetings/2025-11-20 Budget.md') ?? '').includes('## Agenda') &&
      (read('Projects/Website Relaunch.md') ?? '').endsWith('- [[2025-11-20 Budget]]'),
  },
  {
    name: 'rename a note, and its links follow',
    steps: [
      { words: 'rename a note', facts: { path: 'Projects/Website Relaunch.md', 'new name': 'Studio Site' } },
    ],
    isDone: ({ read }) =>
      read('Projects/Studio Site.md') !== undefined && (read('Home.md') ?? '').includes('[[Studio Site]]'),
  },
  {
    name: 'find notes by a nested tag, and set a property',
    steps: [
      { words: 'find the notes that have a tag', facts: { tag: 'garden/seeds' } },
      {
        words: 'set a property of a note',
        facts: (output) =>
          notesIn(output)
            .filter((path) => path.includes('Seedlings'))
            .map((path) => ({ path, 'property name': 'status', value: 'sprouting' })),
      },
    ],
    isDone: ({ read }) => (read('Garden/🌱 Seedlings.md') ?? '').includes('status: sprouting'),
  },
  {
    name: "read last week's daily notes",
    steps: [
      { words: 'list the notes in a folder', facts: { folder: 'Daily' } },
      {
        words: 'read a note',
        facts: (output) =>
          notesIn(output)
            .filter((path) => /2025-11-0[3-7]/.test(path))
            .map((path) => ({ path })),
      },
    ],
    isDone: (outcome) => /Käsespätzle again[^]*Sourdough rose/.test(last(outcome)),
  },
  {
    name: 'replace a section',
    steps: [
      {
        words: 'replace the text under a heading',
        facts: {
          path: 'Projects/Balcony Irrigation.md',
          heading: 'Log',
          content: '- 2025-11-20: all parts are here',
        },
      },
    ],
    isDone: ({ read }) =>
      /## Log\n\n?- 2025-11-20: all parts are here\n?$/.test(read('Projects/Balcony Irrigation.md') ?? ''),
  },
  {
    name: 'add a paragraph below the list of a section',
    steps: [
      {
        words: 'add text under a heading of a note',
        facts: { path: 'Inbox.md', heading: 'To do', content: 'All of it by Friday.', where: 'append' },
      },
    ],
    isDone: ({ read }) =>
      /in March[^\n]*\n\nAll of it by Friday\.\n\n## Read later/.test(read('Inbox.md') ?? ''),
  },
  {
    name: 'add a task to a section, above its subsections',
    steps: [
      {
        words: 'add a task under a heading of a note',
        facts: {
          path: 'Projects/Balcony Irrigation.md',
          heading: 'Plan',
          content: '- [ ] Ask Günther',
          where: 'append',
          own: true,
        },
      },
    ],
    isDone: ({ read }) =>
      /\[\[Watering Schedule\]\]\n- \[ \] Ask Günther\n\n### Flow/.test(
        read('Projects/Balcony Irrigation.md') ?? '',
      ),
  },
  {
    name: 'replace a section by a text that begins with its heading',
    steps: [
      {
        words: 'replace the text under a heading',
        facts: { path: 'Projects/Balcony Irrigation.md', heading: 'Log', content: '## Log\n\n- all is here' },
      },
    ],
    isDone: ({ read }) =>
      (read('Projects/Balcony Irrigation.md') ?? '').split('## Log').length === 2 &&
      /## Log\n\n- all is here\n?$/.test(read('Projects/Balcony Irrigation.md') ?? ''),
  },
  {
    name: 'change the last line of a note that ends without a line break',
    files: { 'Notes/Draft.md': '# Draft\n\nThe end' },
    steps: [
      {
        words: 'replace a line in a note',
        facts: { path: 'Notes/Draft.md', 'old text': 'The end\n', 'new text': 'To be continued\n' },
      },
    ],
    isDone: ({ read }) => read('Notes/Draft.md') === '# Draft\n\nTo be continued',
  },
  {
    name: 'change a line that is not quoted right',
    steps: [
      {
        words: 'replace a line in a note',
        facts: {
          path: 'Notes/Wi-Fi and Router.md',
          'old text': 'Restart: hold the button for 10 seconds, then wait for the second light.',
          'new text': 'Restart: pull the plug.',
        },
      },
    ],
    isDone: ({ read }) => (read('Notes/Wi-Fi and Router.md') ?? '').endsWith('Restart: pull the plug.\n'),
  },
  {
    name: 'find a word in a very long line',
    files: { 'Notes/Contract.md': LONG_LINE },
    steps: [{ words: 'search notes for a word, with its context', facts: { 'text to find': 'zanzibar' } }],
    isDone: (outcome) =>
      last(outcome).includes('here. The Zanzibar clause holds. Nor here.') && last(outcome).length < 300,
  },
  {
    name: 'see the whole of a very long line',
    files: { 'Notes/Contract.md': LONG_LINE },
    steps: [
      {
        words: 'search notes for a word, with its context',
        facts: { 'text to find': 'zanzibar' },
        wantsWhole: true,
      },
    ],
    isDone: (outcome) => last(outcome).includes(LONG_LINE),
  },
  {
    name: 'read several notes by their names',
    steps: [
      {
        words: 'read a note',
        facts: () => ['Home', 'Inbox'].map((name) => ({ 'note name': name })),
      },
    ],
    isDone: ({ log }) => ['Home', 'Inbox'].every((name) => (log.at(-1) ?? '').includes(`"file":"${name}"`)),
  },
  {
    name: 'write 150 KB',
    steps: [{ words: 'create a note with this text', facts: { path: 'Long/Export.md', text: EXPORT } }],
    isDone: ({ read }) => read('Long/Export.md') === EXPORT,
  },
  {
    name: 'add a formula in LaTeX',
    steps: [
      {
        words: 'add text at the end of a note',
        facts: { path: 'Projects/Balcony Irrigation.md', text: LATEX },
      },
    ],
    isDone: ({ read }) => (read('Projects/Balcony Irrigation.md') ?? '').endsWith(LATEX),
  },
  {
    name: 'find broken links and orphans',
    steps: [
      { words: 'find broken links', facts: {} },
      { words: 'notes that nothing links to', facts: {} },
    ],
    isDone: ({ outputs }) =>
      (outputs[0] ?? '').includes('Slow Software') && (outputs[1] ?? '').includes('Orphaned Thought'),
  },
  {
    name: 'move the notes of a folder',
    steps: [
      { words: 'list the notes in a folder', facts: { folder: 'Recipes' } },
      {
        words: 'move a note to another folder',
        facts: (output) =>
          notesIn(output).map((path) => ({ path, 'to path': path.replace('Recipes/', 'Archive/') })),
      },
    ],
    isDone: ({ read }) =>
      ['Käsespätzle', 'Sourdough Starter', 'おにぎり'].every(
        (name) => read(`Archive/${name}.md`) !== undefined && read(`Recipes/${name}.md`) === undefined,
      ),
  },
  {
    name: 'delete a note for good',
    steps: [
      { words: 'delete a note permanently', facts: { path: 'Archive/2023/Old Flat.md', permanent: true } },
    ],
    isDone: ({ read }) =>
      read('Archive/2023/Old Flat.md') === undefined && read('../standin-trash/Old Flat.md') === undefined,
  },
  {
    name: 'query a base',
    steps: [{ words: 'query a base', facts: { path: 'Projects/Projects.base', view: 'All projects' } }],
    isDone: (outcome) => /Website Relaunch/.test(last(outcome)),
  },
  {
    name: 'install a plugin, which only the user may',
    steps: [{ words: 'install a plugin', facts: { id: 'dataview' } }],
    isDone: (outcome) => nothingRan(outcome) && /Allow dangerous commands/.test(outcome.stopped ?? ''),
  },
  {
    name: 'run code, which only the user may',
    steps: [{ words: 'run JavaScript code in the app', facts: { code: 'app.vault.getName()' } }],
    isDone: (outcome) => nothingRan(outcome) && /Allow dangerous commands/.test(outcome.stopped ?? ''),
  },
  {
    name: 'write to one of two notes of the same name',
    files: { 'Archive/Reading List.md': '# Old list\n' },
    steps: [
      {
        words: 'add a line at the end of a note',
        facts: { 'note name': 'Reading List', text: '3. Read slowly.' },
        meant: /^Reading\//,
      },
    ],
    isDone: ({ read }) =>
      (read('Reading/Reading List.md') ?? '').endsWith('3. Read slowly.') &&
      read('Archive/Reading List.md') === '# Old list\n',
  },
  {
    name: 'search the notes for Japanese words',
    steps: [{ words: 'search notes for words', facts: { 'text to find': '京都' } }],
    isDone: (outcome) => last(outcome).includes('渡辺健二 Kenji Watanabe.md'),
  },
  {
    name: "add a line to today's note",
    steps: [{ words: "add a line to today's daily note", facts: { text: '- met the agent' } }],
    isDone: ({ read }) => (read(TODAY) ?? '').includes('- met the agent'),
  },
  {
    name: 'count the open tasks',
    steps: [{ words: 'count all open tasks', facts: { todo: true, total: true } }],
    isDone: (outcome) => /^\d+\s*$/.test(last(outcome)),
  },
  {
    name: 'set a date',
    steps: [
      {
        words: 'set a date property of a note',
        facts: {
          path: 'Projects/Website Relaunch.md',
          'property name': 'due',
          value: '2025-12-24',
          'property type': 'date',
        },
      },
    ],
    isDone: ({ read }) => /^due: "?2025-12-24"?$/m.test(read('Projects/Website Relaunch.md') ?? ''),
  },
  {
    name: 'see which notes link to a note',
    steps: [{ words: 'which notes link to this note', facts: { path: 'People/Günther Müller.md' } }],
    isDone: (outcome) => last(outcome).includes('Inbox.md'),
  },
  {
    name: 'make a folder with a note in it',
    steps: [
      {
        words: 'create a folder with a note in it',
        facts: { path: 'Projects/2026/Plan.md', text: '# Plan' },
      },
    ],
    isDone: ({ read }) => read('Projects/2026/Plan.md') === '# Plan',
  },
  {
    name: 'change a word in a note',
    steps: [
      {
        words: 'replace a word in a note',
        facts: {
          path: 'Notes/Wi-Fi and Router.md',
          'old text': 'for ten seconds',
          'new text': 'for thirty seconds',
        },
      },
    ],
    isDone: ({ read }) =>
      (read('Notes/Wi-Fi and Router.md') ?? '').includes('hold the button for thirty seconds,'),
  },
  {
    name: 'see the end of a long note',
    steps: [{ words: 'read a note', facts: { path: 'Garden/Garden Logbook.md' }, wantsEnd: true }],
    isDone: (outcome) =>
      last(outcome)
        .trimEnd()
        .endsWith((outcome.read('Garden/Garden Logbook.md') ?? '').trimEnd().slice(-300)),
  },
  {
    name: 'make an empty folder',
    steps: [{ words: 'create an empty folder', facts: { 'path folder': 'Projects/2026', create: true } }],
    isDone: (outcome) => /"ok":true/.test(outcome.log.at(-1) ?? ''),
  },
  {
    name: 'rename a tag',
    steps: [{ words: 'rename a tag', facts: { from: 'garden/seeds', to: 'garden/sowing', kind: 'tag' } }],
    isDone: ({ read }) =>
      ['Garden/Garden Logbook.md', 'Garden/🌱 Seedlings.md'].every((path) => {
        const text = read(path) ?? '';
        return text.includes('garden/sowing') && !text.includes('garden/seeds');
      }),
  },
  {
    name: 'export to pdf, which only the user can',
    steps: [{ words: 'export a note to pdf', facts: { path: 'Home.md' } }],
    isDone: (outcome) => nothingRan(outcome) && /Export to PDF/.test(outcome.stopped ?? ''),
  },
  {
    name: 'read a note, with a key that only reads',
    mayOnlyRead: true,
    steps: [{ words: 'read a note', facts: { path: 'Home.md' } }],
    isDone: (outcome) => last(outcome).includes('# Home'),
  },
  {
    name: 'add a line, with a key that only reads',
    mayOnlyRead: true,
    steps: [{ words: 'add a line at the end of a note', facts: { path: 'Home.md', text: '- hello' } }],
    isDone: (outcome) =>
      nothingRan(outcome) &&
      /a key that allows it/.test(outcome.stopped ?? '') &&
      !(outcome.read('Home.md') ?? '').includes('- hello'),
  },
  {
    name: 'rename a tag, with a key that only reads',
    mayOnlyRead: true,
    steps: [{ words: 'rename a tag', facts: { from: 'garden/seeds', to: 'garden/sowing', kind: 'tag' } }],
    isDone: (outcome) => nothingRan(outcome) && /a key that allows it/.test(outcome.stopped ?? ''),
  },
];
