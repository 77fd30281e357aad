import { startServer } from './server.ts';

/** Starts the server all journeys share and tells them its address; what it returns stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startServer();
  process.env.CALLUP_TEST_URL = server.url;
  return () => server.stop();
}
