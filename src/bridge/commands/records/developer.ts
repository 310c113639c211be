import type { CommandRecord, FlagRecord, ParameterRecord } from './command-record';
import { OFF, ON, TOTAL } from './shared-flags';
import { TEXT, UNKNOWN } from './shared-success';

const CLEAR: FlagRecord = { description: 'Empty the list afterwards', repeatable: false };

const SELECTOR: ParameterRecord = {
  placeholder: '<css>',
  description: 'CSS selector',
  required: true,
  sample: '.workspace',
};

/** The section "Developer commands". */
export const DEVELOPER_COMMANDS: Readonly<Record<string, CommandRecord>> = {
  devtools: {
    kind: 'write',
    summary: 'Shows or hides the developer tools window.',
    dangerous: true,
    success: UNKNOWN,
    searchWords: 'developer tools inspector chrome debugging panel window toggle electron console open',
  },
  'dev:debug': {
    kind: 'write',
    summary: 'Attaches or detaches the DevTools debugger; reports its state without a flag.',
    dangerous: true,
    flags: { on: ON, off: OFF },
    success: UNKNOWN,
    changesOnlyWith: ['on', 'off'],
    searchWords: 'debugger debugging attach detach turn on off start stop capturing',
  },
  'dev:cdp': {
    kind: 'write',
    summary: 'Sends a raw DevTools-protocol call to the window.',
    note: 'Runtime.evaluate and the like give arbitrary code execution.',
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
    searchWords: 'chrome devtools protocol raw call method page runtime',
  },
  'dev:errors': {
    kind: 'read',
    summary: 'Prints captured JavaScript errors; can empty the buffer.',
    dangerous: true,
    flags: { clear: CLEAR },
    success: TEXT,
    nothing: { sentences: ['No errors captured.'], json: [] },
    printsUserText: true,
    searchWords: 'javascript errors exceptions crash captured log problems went wrong clear',
  },
  'dev:screenshot': {
    kind: 'write',
    summary: 'Captures the app window to a PNG file.',
    note: 'Absolute path= writes anywhere the user may write; relative goes into the vault; none goes to the temp folder. Help says base64, shipped code prints a path.',
    dangerous: true,
    parameters: {
      path: { placeholder: '<filename>', description: 'File to write the picture to', staysInVault: false },
    },
    success: UNKNOWN,
    searchWords: 'picture image png capture snapshot screen photo window looks interface shot save',
  },
  'dev:console': {
    kind: 'read',
    summary: 'Prints captured console messages; can empty the buffer.',
    note: 'Error line unless dev:debug on was run first.',
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
    searchWords: 'developer console log messages warnings output print js',
  },
  'dev:css': {
    kind: 'read',
    summary: 'Prints CSS rules that match a selector.',
    note: 'Attaches the debugger as a side effect.',
    dangerous: true,
    parameters: { selector: SELECTOR, prop: { placeholder: '<name>', description: 'CSS property' } },
    success: UNKNOWN,
    searchWords: 'css styles rules inspect element selector computed source looks',
  },
  'dev:dom': {
    kind: 'read',
    summary: 'Prints DOM nodes that match a selector.',
    note: 'Exposes anything on screen.',
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
      all: 'List everything, not only the usual',
    },
    success: TEXT,
    nothing: { sentences: ['No elements found.'], json: [] },
    printsUserText: true,
    searchWords: 'html element nodes selector inspect query markup page',
  },
  'dev:mobile': {
    kind: 'write',
    summary: 'Switches mobile emulation.',
    note: 'Reloads the window.',
    dangerous: true,
    flags: { on: ON, off: OFF },
    success: UNKNOWN,
    searchWords: 'phone tablet mobile emulation simulate emulate device touch view',
  },
  eval: {
    kind: 'write',
    summary: 'Evaluates JavaScript in the app window and prints the result.',
    note: 'Unsandboxed, with Node access; output is prefixed with "=> ".',
    dangerous: true,
    parameters: {
      code: {
        placeholder: '<javascript>',
        description: 'JavaScript to evaluate in the app',
        required: true,
        sample: 'app.vault.getName()',
      },
    },
    success: { shape: 'last_line', line: /^=> / },
    searchWords: 'javascript js code script evaluate execute run expression snippet program console',
  },
};
