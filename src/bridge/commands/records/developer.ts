import type { CommandRecord, FlagRecord, ParameterRecord } from './command-record';
import { OFF, ON, TEXT, TOTAL, UNKNOWN } from './shared-parts';

const CLEAR: FlagRecord = { description: 'Empty the list afterward', repeatable: false };

const SELECTOR: ParameterRecord = {
  placeholder: '<css>',
  description: 'CSS selector',
  required: true,
  sample: '.workspace',
};

export const DEVELOPER_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  devtools: {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Shows or hides the developer tools window.',
    dangerous: true,
    success: UNKNOWN,
    searchWords: 'inspector debugging console inspect window developer app debug',
  },
  'dev:debug': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Attaches or detaches the DevTools debugger; without a flag, prints its state.',
    dangerous: true,
    flags: { on: ON, off: OFF },
    success: {
      shape: 'confirmation',
      line: /^Debugger (?:attached\. Console capture started|detached\. Console capture stopped|is (?:already|not) attached)\.$/m,
    },
    changesOnlyWith: ['on', 'off'],
    searchWords: 'turn start stop',
  },
  'dev:cdp': {
    kind: 'write',
    reveals: 'more',
    summary: 'Sends a DevTools protocol call to the app window.',
    note: 'Some methods, such as Runtime.evaluate, run arbitrary code.',
    dangerous: true,
    parameters: {
      method: {
        placeholder: '<CDP.method>',
        description: 'DevTools protocol method',
        required: true,
        sample: 'Page.captureSnapshot',
      },
      params: { placeholder: '<json>', description: 'Arguments of the method, as JSON' },
    },
    success: UNKNOWN,
    searchWords: 'chrome raw method protocol page runtime cdp capture',
  },
  'dev:errors': {
    kind: 'read',
    reveals: 'more',
    summary: 'Prints captured JavaScript errors; can empty the buffer.',
    dangerous: true,
    flags: { clear: CLEAR },
    success: TEXT,
    nothing: { sentences: ['No errors captured.'], json: [] },
    printsUserText: true,
    searchWords: 'exceptions crash log problems wrong',
  },
  'dev:screenshot': {
    kind: 'write',
    reveals: 'more',
    summary: 'Captures the app window to a PNG file.',
    note: 'A relative path is inside the vault; an absolute one can be anywhere the user may write. Without a path, the file goes to the temporary folder. Prints the path, although its help says base64.',
    dangerous: true,
    parameters: {
      path: { placeholder: '<filename>', description: 'File to write the picture to', staysInVault: false },
    },
    success: UNKNOWN,
    searchWords: 'picture image snapshot photo looks',
  },
  'dev:console': {
    kind: 'read',
    reveals: 'more',
    summary: 'Prints captured console messages; can empty the buffer.',
    note: 'Fails unless dev:debug was run with on first.',
    dangerous: true,
    parameters: {
      limit: { placeholder: '<n>', description: 'How many messages at most', defaultValue: '50' },
      level: {
        values: ['log', 'warn', 'error', 'info', 'debug'],
        description: 'Only messages of this level',
      },
    },
    flags: { clear: CLEAR },
    success: TEXT,
    printsUserText: true,
    searchWords: 'developer log warnings output js',
  },
  'dev:css': {
    kind: 'read',
    reveals: 'more',
    summary: 'Prints CSS rules that match a selector.',
    note: 'Also attaches the debugger.',
    dangerous: true,
    parameters: { selector: SELECTOR, prop: { placeholder: '<name>', description: 'CSS property' } },
    success: UNKNOWN,
    searchWords: 'styles inspect element looks',
  },
  'dev:dom': {
    kind: 'read',
    reveals: 'more',
    summary: 'Prints DOM nodes that match a selector.',
    note: 'Shows everything that is on screen.',
    dangerous: true,
    parameters: {
      selector: SELECTOR,
      attr: { placeholder: '<name>', description: 'HTML attribute to print' },
      css: { placeholder: '<prop>', description: 'CSS property to print' },
    },
    flags: {
      total: TOTAL,
      text: 'Print the text only',
      inner: 'Print the inner HTML',
      all: 'Print all matches, not only the first',
    },
    success: TEXT,
    nothing: { sentences: ['No elements found.'], json: [] },
    failures: [/^Error: Invalid selector: [^\n]*$/],
    printsUserText: true,
    searchWords: 'html element inspect markup',
  },
  'dev:mobile': {
    kind: 'write',
    reveals: 'nothing',
    summary: 'Switches mobile emulation.',
    note: 'Reloads the window.',
    dangerous: true,
    flags: { on: ON, off: OFF },
    success: {
      shape: 'confirmation',
      line: /^Mobile emulation (?:(?:enabled|disabled)\. Reloading\.\.\.|is already (?:enabled|disabled)\.)$/m,
    },
    searchWords: 'phone tablet simulate device',
  },
  eval: {
    kind: 'write',
    reveals: 'more',
    summary: 'Evaluates JavaScript in the app window and prints the result.',
    note: 'Runs without a sandbox and with access to Node. The result follows "=> "; "(no output)" stands for undefined.',
    dangerous: true,
    parameters: {
      code: {
        placeholder: '<javascript>',
        description: 'JavaScript to evaluate in the app',
        required: true,
        sample: 'app.vault.getName()',
      },
    },
    effect: 'run JavaScript',
    success: { shape: 'last_line', line: /^(?:=>(?: |$)|\(no output\)$)/ },
    searchWords: 'js javascript code execute expression evaluate run script',
  },
};
