import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useMyPagesQuery } from '@/api/generated/pagecampaigns';
import { useSettingsQuery } from '@/api/generated/platform';
import { aCampaign, someSettings } from '@/test/factories';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Form, useForm } from '@/ui/Form';
import { StepGoal } from './StepGoal';
import { usePermission } from './usePermission';
import { initialValues, type Values } from './values';

beforeAll(() => startTexts());

const mill = { id: '11111111-1111-4111-8111-111111111111', name: 'Mill', verified: true };
const money = {
  state: 'refused',
  goal_amount: 600_000,
  currency: 'EUR',
  purpose: '',
  reason: 'Not ours',
  at: '2026-11-20T09:00:00Z',
} as const;

function Step({ page, inName = '', onAsk }: { page?: CampaignDetail; inName?: string; onAsk: (codes: string[]) => void }) {
  const [form] = useForm<Values>();
  const { asks, faults } = usePermission(form, page);
  const { data: settings } = useSettingsQuery();
  const { currentData: pages } = useMyPagesQuery(undefined, { skip: inName === '' });
  return (
    <Form<Values> form={form} initialValues={{ ...initialValues('en'), page_id: inName }}>
      <StepGoal form={form} asksPermission={asks} />
      {/* What was answered by now. */}
      <output>{`${settings?.money} ${pages?.items.length ?? 0}`}</output>
      <button type="button" onClick={() => onAsk(faults().map(({ code }) => code))}>
        Ask
      </button>
    </Form>
  );
}

function show(props: { page?: CampaignDetail; inName?: string }, who: 'allowed' | 'all', collects = false) {
  serve({
    '/api/settings': { body: { ...someSettings, money: who } },
    '/api/me/pages': { body: { items: [{ ...mill, collects }] } },
  });
  const asked: string[][] = [];
  renderApp(<Step {...props} onAsk={(codes) => asked.push(codes)} />, { session: ana });
  return asked;
}

it('asks what the money is for where an administrator decides, and says what works meanwhile (issue 34)', async () => {
  const user = userEvent.setup();
  const asked = show({}, 'allowed');
  const purpose = await screen.findByRole('textbox', { name: 'What is the money for?' });
  expect(screen.getByText(/only you and the moderators see the campaign/)).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: /Hours of help/ }));
  expect(screen.getByText(/Time and things can start at once/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await user.type(purpose, 'A pump');
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await user.click(screen.getByRole('checkbox', { name: /Gifts of money/ }));
  expect(screen.queryByRole('textbox', { name: 'What is the money for?' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  expect(asked).toEqual([['money_purpose_required'], [], []]);
});

it.each<[string, { page?: CampaignDetail; inName?: string }, 'allowed' | 'all', boolean, boolean]>([
  ['everybody collects money', {}, 'all', false, false],
  ['the page is allowed to', { inName: mill.id }, 'allowed', true, false],
  ['the page is not allowed to', { inName: mill.id }, 'allowed', false, true],
  ['it collects money already', { page: aCampaign({ resources: ['money'] }) }, 'allowed', false, false],
  ['it asked before', { page: aCampaign({ resources: ['time'], money: { ...money, state: 'asked' } }) }, 'allowed', false, false],
  ['it asks for money now', { page: aCampaign({ resources: ['time'] }) }, 'allowed', false, true],
  ['it came back refused', { page: aCampaign({ status: 'changes_requested', resources: [], money }) }, 'allowed', false, true],
])('asks or not where %s (issue 34)', async (_, props, who, collects, want) => {
  show(props, who, collects);
  await screen.findByText(`${who} ${props.inName ? 1 : 0}`);
  expect(screen.queryAllByRole('textbox', { name: 'What is the money for?' })).toHaveLength(want ? 1 : 0);
});
