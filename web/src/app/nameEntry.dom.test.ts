import { createBrowserRouter } from 'react-router';
import { expect, it } from 'vitest';
import { nameEntry } from './nameEntry';

/** The key under which the router keeps how far a document's first entry is scrolled. */
function keyAfterLoad(): string {
  nameEntry();
  const router = createBrowserRouter([{ path: '*' }]);
  const { key } = router.state.location;
  router.dispose();
  return key;
}

it('scrolls each document’s first entry by itself, and finds it again after a reload', () => {
  const first = keyAfterLoad();
  expect(keyAfterLoad()).toBe(first);
  // A link to another document, such as the way back from the payment page.
  history.pushState(null, '', '/campaign/well/thanks');
  const second = keyAfterLoad();
  expect(new Set([first, second, 'default']).size).toBe(3);
});
