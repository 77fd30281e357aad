import { renderHook, waitFor } from '@testing-library/react';
import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { textLoader } from './loader';
import { useProblemText } from './useProblemText';

const problem = { status: 401, code: 'invalid_credentials', args: {}, errors: [] };

it("an area's words come once a component can show a problem, in the language shown", async () => {
  const i18n = createInstance();
  await i18n.use(textLoader).init({ lng: 'en', fallbackLng: 'en', ns: ['problems'], react: { useSuspense: false } });
  expect(i18n.hasResourceBundle('en', 'refusals')).toBe(false);
  const wrapper = ({ children }: { children: ReactNode }) => <I18nextProvider i18n={i18n}>{children}</I18nextProvider>;
  const { result } = renderHook(() => useProblemText(), { wrapper });
  expect(result.current(problem).title).toBe('Something went wrong');
  await waitFor(() => expect(result.current(problem).title).toMatch(/^Invalid email or password/));
  await i18n.changeLanguage('fr');
  await waitFor(() => expect(result.current(problem).title).toMatch(/^E-mail ou mot de passe incorrect/));
});

it('names code and request of what nobody foresaw (Found29, A-18)', async () => {
  const i18n = createInstance();
  await i18n.use(textLoader).init({ lng: 'en', fallbackLng: 'en', ns: ['problems', 'refusals'], react: { useSuspense: false } });
  const wrapper = ({ children }: { children: ReactNode }) => <I18nextProvider i18n={i18n}>{children}</I18nextProvider>;
  const { result } = renderHook(() => useProblemText(), { wrapper });
  const advice = (status: number, code: string) => result.current({ status, code, args: {}, errors: [], requestId: 'r7' }).advice;
  expect(advice(500, 'internal')).toBe(
    'Check whether it worked before you try again. What you entered is still here. Code internal, reference r7.',
  );
  expect(advice(403, 'new_rule')).toBe('Nothing was changed. Code new_rule, reference r7.');
  expect(advice(401, 'invalid_credentials')).not.toContain('r7');
});
