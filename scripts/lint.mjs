/**
 * Checks the types of everything and lints the given files: `npm run lint`. Both need the types of all files, which take most of
 * the time to read, so they are read once.
 */
import { ESLint } from 'eslint';
import ts from 'typescript';

const host = {
  ...ts.sys,
  getCanonicalFileName: (path) => path,
  getNewLine: () => '\n',
  onUnRecoverableConfigFileDiagnostic: (problem) => {
    throw new Error(ts.formatDiagnostic(problem, host));
  },
};
const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host);
const program = ts.createProgram(fileNames, options);
const problems = [...errors, ...ts.getPreEmitDiagnostics(program)];
process.stdout.write(ts.formatDiagnostics(problems, host));

const eslint = new ESLint({
  overrideConfig: {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { programs: [program], project: null } },
  },
});
const results = await eslint.lintFiles(process.argv.slice(2));
const formatter = await eslint.loadFormatter('stylish');
process.stdout.write(await formatter.format(results));
const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
process.exitCode = isClean && problems.length === 0 ? 0 : 1;
