import { defineConfig } from 'eslint/config';
import obsidianmd from 'eslint-plugin-obsidianmd';
import globals from 'globals';

/** Import rules. Dependencies only point down: hosts -> bridge -> http, mcp -> commands -> cli -> Node. */
function forbid(files, patterns) {
  return {
    files,
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
    },
  };
}

const HOSTS = [
  {
    group: ['obsidian', 'electron'],
    message: 'The bridge must not depend on a host: pass in what it needs.',
  },
  {
    group: ['**/obsidian/**', '**/standalone/**', '**/standin/**', '**/main'],
    message: 'The bridge must not depend on a host.',
  },
];
/** Globals that browsers have and Node lacks, and those that the app's rules forbid everywhere. */
const BROWSER_ONLY = [
  ...obsidianmd.configs.recommended
    .findLast(({ rules }) => rules?.['no-restricted-globals'])
    .rules['no-restricted-globals'].filter((option) => typeof option === 'object'),
  ...Object.keys(globals.browser)
    .filter((name) => !(name in globals.node))
    .map((name) => ({ name, message: 'The bridge must run in plain Node.' })),
];
const INTERFACES = {
  group: ['**/http/**', '**/mcp/**', '**/bridge'],
  message: 'This layer must not depend on HTTP or MCP.',
};
const ARGV = {
  group: [
    '**/cli/command-line',
    '**/cli/run-process',
    '**/cli/queue',
    '**/cli/client',
    '**/cli/find-program',
  ],
  message: 'REST and MCP must not start processes: use the steps in commands.',
};

export default defineConfig([
  {
    ignores: [
      'main.js',
      '**/*.d.mts',
      'dist/**',
      'node_modules/**',
      'src/standin/sample-vault/**',
      'test/fixtures/**',
    ],
  },
  ...obsidianmd.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: {
      globals: { ...globals.node },
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { ...globals.node } },
  },
  forbid(['src/bridge/**/*.ts'], HOSTS),
  { files: ['src/bridge/**/*.ts'], rules: { 'no-restricted-globals': ['error', ...BROWSER_ONLY] } },
  forbid(['src/bridge/{call,commands,notes,text}/**/*.ts'], [...HOSTS, INTERFACES]),
  forbid(
    ['src/bridge/cli/**/*.ts'],
    [
      ...HOSTS,
      INTERFACES,
      {
        group: ['**/call/**', '**/commands/**', '**/notes/**'],
        message: 'The process layer must not depend on calls, commands or notes.',
      },
    ],
  ),
  forbid(['src/bridge/http/**/*.ts', 'src/bridge/mcp/**/*.ts'], [...HOSTS, ARGV]),
  {
    // Tests, the stand-in and the standalone host never run inside the app, so its rules do not apply.
    files: ['test/**', 'src/standin/**/*.ts', 'src/standalone/**/*.ts', 'src/standalone.ts'],
    rules: Object.fromEntries(
      [
        'no-global-this',
        'prefer-window-timers',
        'prefer-create-el',
        'prefer-instanceof',
        'hardcoded-config-path',
        'prefer-active-doc',
        'ui/sentence-case',
        'no-sample-code',
        'no-plugin-as-component',
        'rule-custom-message',
        'settings-tab/require-display',
        'settings-tab/prefer-setting-definitions',
        'settings-tab/no-deprecated-display',
        'no-static-styles-assignment',
        'platform',
      ].map((rule) => [`obsidianmd/${rule}`, 'off']),
    ),
  },
]);
