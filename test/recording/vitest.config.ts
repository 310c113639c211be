import { defineConfig } from 'vitest/config';
import { project } from '../vitest.config';

/** The same as for the tests, for the files that record answers. */
export default defineConfig({
  ...project('recording', ['test/recording/*.record.ts']),
  test: {
    ...project('recording', ['test/recording/*.record.ts']).test,
    globalSetup: ['test/kit/build-once.ts'],
    maxWorkers: 3,
  },
});
