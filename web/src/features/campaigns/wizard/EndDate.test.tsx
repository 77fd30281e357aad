import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { Form, useForm } from '@/ui/Form';
import { StepGoal } from './StepGoal';
import { initialValues, type Values } from './values';

beforeAll(() => startTexts('es'));

const changed = vi.fn<(end: string) => void>();
const sent = vi.fn<() => void>();

function Step({ end }: { end: string }) {
  const [form] = useForm<Values>();
  return (
    <Form<Values>
      form={form}
      initialValues={{ ...initialValues('es'), end_date: end }}
      onValuesChange={(_, { end_date }) => changed(end_date)}
      onFinish={sent}
    >
      <StepGoal form={form} />
      <button type="submit">Send</button>
    </Form>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Fecha de fin/ });
const kept = () => changed.mock.lastCall?.[0];
const said = () => document.getElementById(field().getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent;

it('is removed, by keyboard or by its button, from the field and from what is sent', async () => {
  const user = userEvent.setup();
  renderApp(<Step end="2096-12-15" />);
  expect(field().value).toBe('15 de diciembre de 2096');
  await user.clear(field());
  expect(kept()).toBe('');
  await user.tab();
  expect([field().value, field().placeholder, kept()]).toEqual(['', 'Sin fecha límite', '']);
  await user.type(field(), '3 enero 2097');
  await user.tab();
  expect([field().value, kept()]).toEqual(['3 de enero de 2097', '2097-01-03']);
  await user.click(screen.getByRole('button', { name: 'Quitar la fecha de fin' }));
  expect([field().value, kept(), document.activeElement]).toEqual(['', '', field()]);
});

it('says what is wrong with a day on its field, and keeps it there', async () => {
  const user = userEvent.setup();
  renderApp(<Step end="2096-12-15" />);
  await user.clear(field());
  await user.type(field(), '1.2.2020');
  await user.tab();
  expect([field().value, await vi.waitUntil(said)]).toEqual(['1 de febrero de 2020', 'Esta fecha ya ha pasado']);
  await user.clear(field());
  await user.type(field(), 'pronto');
  await user.tab();
  await vi.waitFor(() => expect(said()).toMatch(/^No reconocemos esta fecha/));
  expect([field().value, kept(), field().getAttribute('aria-invalid')]).toEqual(['pronto', 'pronto', 'true']);
  await user.clear(field());
  expect(field().getAttribute('aria-invalid')).toBe('false');
});

it('is taken by Enter, which does not send the step', async () => {
  renderApp(<Step end="" />);
  fireEvent.change(field(), { target: { value: '15/12/2096' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(field().value).toBe('15 de diciembre de 2096');
  await userEvent.setup().type(field(), '{Enter}');
  expect(sent).not.toHaveBeenCalled();
});
