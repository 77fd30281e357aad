import './admin.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SummaryAnswer, useInteractionsQuery } from '@/api/generated/interactions';
import { useFormat } from '@/i18n/useFormat';
import { Loaded } from '@/parts/Loaded';
import { Segmented } from '@/ui/Segmented';
import { EmptyState } from '@/ui/States';
import { usePageTitle } from '@/ui/usePageTitle';
import { Bones } from './Bones';
import { forStaff } from './StaffOnly';

const periods = ['7', '30', '365'] as const;

function Counts({ counts, rest }: SummaryAnswer) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  if (counts.length === 0 && rest === 0) {
    return <EmptyState title={t('pressed.none')} heading="h2" text={t('pressed.noneText')} />;
  }
  return (
    <>
      {counts.length > 0 && (
        <table className="admin-table">
          <thead>
            <tr>
              <th scope="col">{t('pressed.action')}</th>
              <th scope="col">{t('pressed.times')}</th>
              <th scope="col">{t('pressed.members')}</th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ action_type, times, members }) => (
              <tr key={action_type}>
                <th scope="row">{t(`pressed.what.${action_type}`)}</th>
                <td className="num">{format.count(times)}</td>
                <td className="num">{format.count(members)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rest > 0 && <p className="sm mut">{t('pressed.rest', { count: rest, shown: format.count(rest) })}</p>}
    </>
  );
}

/** How often members who agreed to it pressed what, without telling who. */
export function InteractionsPage() {
  const { t } = useTranslation('admin');
  usePageTitle(t('pressed.title'));
  const [period, setPeriod] = useState<(typeof periods)[number]>('30');
  const query = useInteractionsQuery({ days: Number(period) });
  return (
    <div className="wrap page admin">
      <h1>{t('pressed.title')}</h1>
      <p className="mut">{t('pressed.text')}</p>
      <div>
        <Segmented
          legend={t('pressed.period')}
          options={periods.map((value) => ({ value, label: t(`pressed.days.${value}`) }))}
          value={period}
          onChange={setPeriod}
        />
      </div>
      <Loaded query={query} skeleton={<Bones />} failed={t('pressed.failed')} refused={forStaff}>
        {(answer) => <Counts {...answer} />}
      </Loaded>
    </div>
  );
}
