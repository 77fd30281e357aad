import { startProvider } from './provider.ts';
import { startServer } from './server.ts';

/**
 * Starts the server all journeys share, and the provider whose people sign in, and tells them its address; what it returns
 * stops both.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const provider = await startProvider();
  const server = await startServer({ CALLUP_SIGN_IN_GOOGLE: provider.setting });
  process.env.CALLUP_TEST_URL = server.url;
  process.env.CALLUP_TEST_DATA = server.data;
  return async () => {
    provider.stop();
    await server.stop();
  };
}
