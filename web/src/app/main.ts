import 'virtual:palette.css';
import '@/ui/tokens.css';
import '@/ui/base.css';
import '@/ui/components.css';
import '@/ui/surfaces.css';
import './shell.css';

/**
 * The app's parts, in the order they need each other. Each is run in a task of
 * its own, so that a press or a scroll on a slow phone never waits for all.
 * Each names what the app uses of it: a part imported whole would be kept whole.
 */
const parts: ReadonlyArray<() => Promise<unknown>> = [
  () => import('react-dom/client').then(({ createRoot }) => createRoot),
  () => import('@reduxjs/toolkit/query/react').then(({ createApi }) => createApi),
  () => import('react-router/dom').then(({ RouterProvider }) => RouterProvider),
];

/** Lets the browser answer the reader before it goes on. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

async function begin(): Promise<void> {
  for (const part of parts) {
    await part();
    await breathe();
  }
  const { start } = await import('./start');
  await start();
}

begin().catch((error: unknown) => console.error('the app could not start; the page stays as the server sent it', error));
