import { expect, it } from 'vitest';
import { endpointsByHand } from './check-screens.ts';

it('an endpoint made by hand is told where to come from', () => {
  const text = 'export const api = baseApi.injectEndpoints({ endpoints: () => ({}) });';
  expect(endpointsByHand({ 'api/generated/giving.ts': text, 'parts/Loaded.tsx': 'baseApi.endpoints' })).toEqual([]);
  expect(endpointsByHand({ 'features/giving/thanks/api.ts': text })[0]).toContain(
    'src/features/giving/thanks/api.ts makes an endpoint by hand, which no command and no push keeps up to date',
  );
});
