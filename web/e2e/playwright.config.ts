import { browserConfig } from './support/config.ts';

export default browserConfig({
  testDir: 'journeys',
  // The second holds the times of all, for scripts/suite.
  reporter: [['list'], ['json', { outputFile: '../../.tools/logs/test-browser.json' }]],
  // Nothing here measures how long something takes. On CI's machine a journey took 99 s that takes 27 s alone.
  timeout: process.env.CI ? 180_000 : 90_000,
  expect: { timeout: 15_000 },
  use: {
    // Recording every test costs a sixth of the time, so that it is asked for.
    trace: process.env.CALLUP_TEST_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
  },
});
