import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { noAnswer } from '@/api/problem';
import { startTexts } from '@/test/texts';
import { Loaded, type Query } from './Loaded';

beforeAll(() => startTexts());

const refetch = vi.fn<() => void>();

function show(query: Partial<Query<string[]>>, page?: string) {
  const whole = { isError: false, isFetching: false, refetch, ...query };
  return render(
    <Loaded
      query={whole}
      skeleton={<p>bones</p>}
      failed="The list could not be loaded"
      empty={<p>nothing yet</p>}
      refused={({ status }) => (status === 404 || status === 410) && <p>no such list</p>}
      {...(page && { page })}
    >
      {(items) => <p>{items.join(' ')}</p>}
    </Loaded>,
  );
}

const failure = { isError: true, error: { status: 503, code: 'internal', args: {}, errors: [] } };

describe('Loaded', () => {
  it('shows the answer, its shape before it comes, and what stands for an empty one', () => {
    expect(show({ isFetching: true }).container.textContent).toBe('bones');
    expect(show({ currentData: ['a', 'b'] }).container.textContent).toBe('a b');
    expect(show({ currentData: [] }).container.textContent).toBe('nothing yet');
  });

  it('keeps the answer when reading it again fails', () => {
    expect(show({ ...failure, currentData: ['a'] }).container.textContent).toBe('a');
  });

  it.each([404, 410])('shows no longer what is gone: %i', (status) => {
    const gone = { isError: true, error: { status, code: 'gone', args: {}, errors: [] } };
    expect(show({ ...gone, currentData: ['a'] }).container.textContent).toBe('no such list');
  });

  it('says that it failed, and tries again with the button at hand', async () => {
    const { rerender } = show(failure);
    expect(screen.getByRole('alert').textContent).toContain('The list could not be loaded');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
    rerender(
      <Loaded query={{ ...failure, isFetching: true, refetch }} skeleton={<p>bones</p>} failed="failed">
        {() => null}
      </Loaded>,
    );
    expect(screen.getByRole('button', { name: 'Try again' }).getAttribute('aria-busy')).toBe('true');
  });

  it('says that the connection is gone, and asks again by itself when it is back', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('ok')));
    show({ isError: true, error: noAnswer }, 'wrap page');
    expect(screen.getByRole('heading', { level: 1, name: 'No connection' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('back online');
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(refetch).toHaveBeenCalledOnce());
  });

  it('as a whole page begins from its shape when it is tried again, and heads its failure', () => {
    expect(show({ ...failure, isFetching: true }, 'wrap page').container.textContent).toBe('bones');
    const { container } = show(failure, 'wrap page');
    expect(container.querySelector('.wrap.page h1')).toBeTruthy();
  });

  it('says what a refusal means', () => {
    const refusal = { isError: true, error: { status: 404, code: 'not_found', args: {}, errors: [] } };
    expect(show(refusal).container.textContent).toBe('no such list');
  });
});
