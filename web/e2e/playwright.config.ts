import { browserConfig } from './support/config.ts';

export default browserConfig({
  testDir: 'journeys',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure', actionTimeout: 20_000, navigationTimeout: 30_000 },
});
