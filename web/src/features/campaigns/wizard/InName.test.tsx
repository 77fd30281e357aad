import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { Form, useForm } from '@/ui/Form';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { InName, useNameFaults } from './InName';
import { initialValues, type Values } from './values';

beforeAll(() => startTexts());

const mill = { id: '11111111-1111-4111-8111-111111111111', name: 'Mill' };
const barn = { id: '22222222-2222-4222-8222-222222222222', name: 'Barn' };

/** Chooses a name, and says on request what is wrong with it and what would be sent. */
function Choice({ onAsk }: { onAsk: (asked: unknown) => void }) {
  const [form] = useForm<Values>();
  const { faults } = useNameFaults(form);
  return (
    <Form<Values> form={form} initialValues={{ ...initialValues('en'), page_id: mill.id }}>
      <InName form={form} />
      <button type="button" onClick={() => onAsk([form.getFieldValue('page_id'), faults().map(({ code }) => code)])}>
        Ask
      </button>
    </Form>
  );
}

it('keeps a page that is gone chosen, says so, and lets nothing go on until another name is chosen', async () => {
  const user = userEvent.setup();
  serve({ '/api/me/pages': { body: { items: [barn] } } });
  const asked: unknown[] = [];
  renderApp(<Choice onAsk={(what) => asked.push(what)} />, { session: ana });
  const gone = await screen.findByRole<HTMLInputElement>('radio', { name: 'the page you chose (no longer available)' });
  expect(gone.checked).toBe(true);
  expect(screen.getByRole('alert').textContent).toContain('can no longer publish this campaign as');
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await user.click(screen.getByRole('radio', { name: 'Yourself' }));
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  expect(asked).toEqual([
    [mill.id, ['page_not_available']],
    ['', []],
  ]);
  expect(screen.getByRole('alert').textContent).toContain('published in your own name');
});

it('shows that a page is chosen where it is not known which there are', async () => {
  serve({ '/api/me/pages': { status: 500, body: { code: 'internal' } } });
  renderApp(<Choice onAsk={() => undefined} />, { session: ana });
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'the page you chose' })).checked).toBe(true);
});
