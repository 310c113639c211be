import { defineConfig } from 'vitest/config';
import { project } from '../vitest.config';

const { test, ...rest } = project('pictures', ['test/pictures/*.picture.ts']);

/** The same as for the tests, for the files that take pictures. */
export default defineConfig({ ...rest, test: { ...test, globalSetup: ['test/kit/build-once.ts'] } });
