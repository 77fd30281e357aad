import { defineConfig, mergeConfig } from 'vitest/config';
import app from './vite.config.ts';

export default mergeConfig(
  app,
  defineConfig({
    test: {
      environment: 'jsdom',
      include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
      setupFiles: ['src/testSetup.ts'],
      css: false,
      testTimeout: 30_000, // a busy machine is no fault
      restoreMocks: true,
      unstubGlobals: true,
    },
  }),
);
