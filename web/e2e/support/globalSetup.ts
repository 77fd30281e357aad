import { startProvider } from './provider.ts';
import { freePort, startServer } from './server.ts';

/**
 * Starts the two servers that journeys share, and the provider whose people sign in, and tells them the addresses; what it
 * returns stops all. Most journeys are at the one with demo data; the quiet one holds what its few journeys bring along, and is
 * at localhost, where browsers offer passkeys.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const provider = await startProvider();
  const port = await freePort();
  const [server, quiet] = await Promise.all([
    startServer({ CALLUP_SIGN_IN_GOOGLE: provider.setting }),
    startServer({ CALLUP_DEMO: 'off', CALLUP_ADDR: `127.0.0.1:${port}`, CALLUP_PUBLIC_URL: `http://localhost:${port}` }),
  ]);
  process.env.CALLUP_TEST_URL = server.url;
  process.env.CALLUP_TEST_DATA = server.data;
  process.env.CALLUP_TEST_QUIET_URL = `http://localhost:${port}`;
  process.env.CALLUP_TEST_QUIET_DATA = quiet.data;
  return async () => {
    provider.stop();
    await Promise.all([server.stop(), quiet.stop()]);
  };
}
