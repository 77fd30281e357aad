import { browserConfig } from './support/config.ts';

export default browserConfig({
  testDir: 'journeys',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Recording every test costs a sixth of the time, so that it is asked for.
    trace: process.env.CALLUP_TEST_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
  },
});
