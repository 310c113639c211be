import { defineConfig } from 'vitest/config';
import { project } from '../vitest.config';

/** The same as for the tests, for the files that take pictures. */
export default defineConfig(project('pictures', ['test/pictures/*.picture.ts']));
