import { browserConfig } from './support/config.ts';

export default browserConfig({
  testDir: 'shots',
  testMatch: '*.shots.ts',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: { actionTimeout: 20_000, navigationTimeout: 30_000 },
});
