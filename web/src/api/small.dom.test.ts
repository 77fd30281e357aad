import { describe, expect, it, vi } from 'vitest';
import { readBoot } from './boot';
import { sessionFrom } from './browserSession';
import { comparePositions, createPositionKeeper } from './position';
import { asProblem, problemFrom } from './problem';

describe('positions', () => {
  it('compare as numbers, in one part or two', () => {
    expect(comparePositions('9', '10')).toBeLessThan(0);
    expect(comparePositions('10.2', '10.10')).toBeLessThan(0);
    expect(comparePositions('10.1', '10')).toBeGreaterThan(0);
    expect(comparePositions('18446744073709551615', '18446744073709551614')).toBeGreaterThan(0);
  });

  it('only move forward', () => {
    const keeper = createPositionKeeper();
    for (const seen of ['5', 'nonsense', null, '12', '7']) keeper.see(seen);
    expect(keeper.current()).toBe('12');
  });
});

describe('problems', () => {
  it('keep code, arguments and fields', () => {
    const body = {
      code: 'validation_failed',
      args: { max: 3 },
      request_id: 'r1',
      errors: [{ field: 'needs[0].item', code: 'too_long', args: { max: 9 } }],
    };
    expect(problemFrom(422, body)).toEqual({
      status: 422,
      code: 'validation_failed',
      args: { max: 3 },
      requestId: 'r1',
      errors: [{ field: 'needs[0].item', code: 'too_long', args: { max: 9 } }],
    });
  });

  it('are recognised when thrown, and anything else is a fault of ours', () => {
    const problem = problemFrom(404, undefined);
    expect(problem.code).toBe('not_found');
    expect(asProblem(problem)).toBe(problem);
    expect(asProblem(new Error('x')).code).toBe('internal');
    expect(asProblem({ name: 'AbortError', message: 'Aborted' })).toMatchObject({ status: 401, code: 'sign_in_required' });
  });
});

describe('the data in the page', () => {
  it('names endpoints as the app does', () => {
    const page = new DOMParser().parseFromString(
      '<script type="application/json" id="callup-data">{"queries":[' +
        '{"operation":"campaign-supporters","args":{"id":"1"},"data":{}},{}],"position":"7","session":true}</script>',
      'text/html',
    );
    expect(readBoot(page)).toEqual({
      queries: [{ endpoint: 'campaignSupporters', args: { id: '1' }, data: {} }],
      position: '7',
      session: true,
    });
  });

  it('is missed without harm', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const broken = new DOMParser().parseFromString('<script id="callup-data">{</script>', 'text/html');
    expect(readBoot(broken).queries).toEqual([]);
  });
});

describe('a session answer', () => {
  it('expires on this device’s clock', () => {
    const answer = { access_token: 't', expires_in: 600, member: { id: 'm', roles: [] } };
    expect(sessionFrom(answer, 1000)).toEqual({ accessToken: 't', expiresAt: 601_000, member: { id: 'm', roles: [] } });
    expect(() => sessionFrom({ ok: true }, 0)).toThrow('no session');
  });
});
