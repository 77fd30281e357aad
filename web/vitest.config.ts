import { defineConfig, mergeConfig } from 'vitest/config';
import app from './vite.config.ts';

/** What both kinds of tests share. */
const shared = {
  css: false,
  testTimeout: 30_000, // a busy machine is no fault
  restoreMocks: true,
  unstubGlobals: true,
  // One environment for all files of a worker, not one each: `test/setup.ts` leaves nothing behind in it.
  isolate: false,
};

/** Tests named `….test.tsx` or `….dom.test.ts` get a page; all others run without one, which is made much faster. */
export default mergeConfig(
  app,
  defineConfig({
    test: {
      projects: [
        {
          extends: true,
          test: {
            ...shared,
            name: 'pure',
            environment: 'node',
            include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
            exclude: ['src/**/*.dom.test.ts'],
          },
        },
        {
          extends: true,
          test: {
            ...shared,
            name: 'page',
            environment: 'jsdom',
            include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
            setupFiles: ['src/test/setup.ts'],
          },
        },
      ],
    },
  }),
);
