import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Field, focusFirstFault, Form, type FormInstance, setFieldErrors, useForm } from './Form';

const never: string[] = [];
const required = [{ required: true, message: 'Please fill this in', validateTrigger: never }];

function Sample({ onForm, onFinish }: { onForm?: (form: FormInstance) => void; onFinish?: () => void }) {
  const [form] = useForm<{ name: string; place: string }>();
  onForm?.(form);
  return (
    <Form form={form} initialValues={{ name: '', place: '' }} onFinish={() => onFinish?.()}>
      <Field name="name" label="Name" rules={required}>
        {(control) => <input {...control} />}
      </Field>
      <Field name="place" label="Place">
        {(control) => <input {...control} />}
      </Field>
      <button type="submit">Send</button>
    </Form>
  );
}

describe('Form', () => {
  it('says what is wrong at the field and goes there', async () => {
    const finish = vi.fn<() => void>();
    render(<Sample onFinish={finish} />);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    const name = screen.getByRole('textbox', { name: 'Name' });
    await vi.waitFor(() => expect(document.activeElement).toBe(name), { timeout: 10_000 });
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Please fill this in');
    await userEvent.type(name, 'Ada');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(finish).toHaveBeenCalledTimes(1);
  });

  it('keeps what is wrong from moving what a pointer is on', async () => {
    const left = [{ required: true, message: 'Please fill this in' }];
    render(
      <Form initialValues={{ name: '', agreed: false }}>
        <Field name="name" label="Name" rules={left}>
          {(control) => <input {...control} />}
        </Field>
        <Field name="agreed" label="I agree" valuePropName="checked">
          {(control) => <input type="checkbox" {...control} />}
        </Field>
      </Form>,
    );
    await userEvent.click(screen.getByRole('textbox', { name: 'Name' }));
    const box = screen.getByRole('checkbox', { name: 'I agree' });
    const pointer = userEvent.setup();
    await pointer.pointer({ keys: '[MouseLeft>]', target: box });
    await vi.waitFor(() => expect(document.querySelector('.field-error')?.textContent).toBe('Please fill this in'));
    expect(screen.queryByRole('alert')).toBeNull();
    await pointer.pointer({ keys: '[/MouseLeft]', target: box });
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(box).toHaveProperty('checked', true);
  });

  it('waits for a fault that is painted late, and lets be who has gone on', async () => {
    const frame = () => new Promise((painted) => requestAnimationFrame(painted));
    const { rerender } = render(<><input aria-label="E-mail" /><input aria-label="Password" /></>);
    focusFirstFault();
    for (let left = 3; left > 0; left--) await frame();
    rerender(<><input aria-label="E-mail" aria-invalid /><input aria-label="Password" /></>);
    const email = screen.getByRole('textbox', { name: 'E-mail' });
    await vi.waitFor(() => expect(document.activeElement).toBe(email), { timeout: 10_000 });

    rerender(<><input aria-label="E-mail" /><input aria-label="Password" /></>);
    focusFirstFault();
    const password = screen.getByRole('textbox', { name: 'Password' });
    password.focus();
    rerender(<><input aria-label="E-mail" aria-invalid /><input aria-label="Password" /></>);
    for (let left = 3; left > 0; left--) await frame();
    expect(document.activeElement).toBe(password);
  });

  it('asks for nothing before it is sent', async () => {
    render(<Sample />);
    await userEvent.click(screen.getByRole('textbox', { name: 'Name' }));
    await userEvent.tab();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps what the server refused until the value changes, with rules or without', async () => {
    let form: FormInstance | undefined;
    render(<Sample onForm={(own) => (form = own)} />);
    const errors = ['name', 'place', 'gone'].map((field) => ({ field, text: `${field} is taken` }));
    let left: string[] = [];
    act(() => {
      if (form) left = setFieldErrors(form, errors);
    });
    expect(left).toEqual(['gone is taken']);
    for (const label of ['Name', 'Place']) {
      const input = screen.getByRole('textbox', { name: label });
      await userEvent.click(input);
      await userEvent.tab();
      expect(input.getAttribute('aria-invalid')).toBe('true');
      await userEvent.type(input, 'x');
      await vi.waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('false'), { timeout: 10_000 });
    }
  });
});
