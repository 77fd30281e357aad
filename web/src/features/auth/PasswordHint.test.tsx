import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Field, Form } from '@/ui/Form';
import { NewPassword, NewPasswordTwice } from './NewPassword';

beforeAll(() => startTexts('en'));

it('tells how hard a password would be to guess, knowing common ones, keys that lie side by side, and the name', async () => {
  const user = userEvent.setup();
  serve({ '/api/settings': { body: { password_min: 6 } } });
  renderApp(
    <Form initialValues={{ full_name: '', password: '' }}>
      <Field name="full_name" label="Name">
        {(control) => <input {...control} />}
      </Field>
      <NewPassword name="password" label="Password" />
    </Form>,
  );
  await user.type(screen.getByLabelText('Name'), 'Marguerite Vandenbroucke');
  const field = screen.getByLabelText('Password');
  expect(screen.queryByText(/guess/)).toBeNull();
  for (const [password, words] of [
    ['password', 'Too easy to guess'],
    ['azertyuiop', 'Easy to guess'],
    ['Vandenbroucke', 'Too easy to guess'],
    ['Vandenbroucke7', 'Easy to guess'],
    ['coronet puddle winter', 'Very hard to guess'],
  ] as const) {
    await user.clear(field);
    await user.type(field, password);
    await screen.findByText(words);
  }
  await user.clear(field);
  expect(screen.queryByText(/guess/)).toBeNull();
});

it('is asked for again only where somebody came by, and compared with what was changed since', async () => {
  const user = userEvent.setup();
  serve({ '/api/settings': { body: { password_min: 6 } } });
  renderApp(
    <Form initialValues={{ password: '', again: '' }}>
      <NewPasswordTwice name="password" label="Password" />
    </Form>,
  );
  await user.type(screen.getByLabelText('Password'), 'coronet');
  await user.tab();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(screen.getByLabelText('Confirm password'), 'coronet');
  await user.type(screen.getByLabelText('Password'), ' puddle');
  expect((await screen.findByRole('alert')).textContent).toBe('Passwords do not match');
});
