import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';

const browser = process.env.CALLUP_TEST_BROWSER;

/** What journeys and screenshots share: one real server, a real Chromium, no second chances. */
export function browserConfig(own: PlaywrightTestConfig): PlaywrightTestConfig {
  return defineConfig({
    globalSetup: './support/globalSetup.ts',
    outputDir: '../test-results',
    retries: 0,
    workers: 2,
    fullyParallel: true,
    forbidOnly: Boolean(process.env.CI),
    reporter: [['list']],
    ...own,
    use: {
      // Set by the global set-up before any worker reads this.
      ...(process.env.CALLUP_TEST_URL && { baseURL: process.env.CALLUP_TEST_URL }),
      browserName: 'chromium',
      launchOptions: {
        // A microphone that hums, and that every page may use.
        args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
        // The system's own Chromium, or Playwright's where none is named.
        ...(browser && { executablePath: browser }),
      },
      locale: 'en-GB',
      timezoneId: 'Europe/Paris',
      viewport: { width: 1280, height: 900 },
      ...own.use,
    },
  });
}
