import { defineConfig, mergeConfig } from 'vitest/config';
import ordinary from '../vitest.config';

const { include: _, globalSetup: __, ...test } = ordinary.test ?? {};

/** The same as for the tests, for the files that take pictures. */
export default defineConfig(
  mergeConfig({ ...ordinary, test }, { test: { include: ['test/pictures/*.picture.ts'] } }),
);
