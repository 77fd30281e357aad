import { browserConfig } from './support/config.ts';

export default browserConfig({
  testDir: 'shots',
  testMatch: '*.shots.ts',
  timeout: 300_000,
  expect: { timeout: 20_000 },
});
