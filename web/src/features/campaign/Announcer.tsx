import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '@/api/generated';
import { useFormat } from '@/i18n/useFormat';

/** Milliseconds between two announcements: many gifts at once are told as one. */
const pause = 2000;

/** Tells assistive technology, when it has a moment, that the figures moved. */
export function Announcer({ page }: { page: Page }) {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const format = useFormat();
  const figures = `${page.raised_amount} ${page.supporters} ${page.status}`;
  const last = useRef(figures);
  const [said, setSaid] = useState('');
  const { currency, raised_amount: amount, supporters, status } = page;
  useEffect(() => {
    if (last.current === figures) return undefined;
    const timer = setTimeout(() => {
      last.current = figures;
      const people = common('supporters', { count: supporters, shown: format.count(supporters) });
      const standing = status === 'active' ? '' : ` ${t(`announce.${status}`)}`;
      setSaid(t('announce.figures', { amount: format.money({ amount, currency }), people }) + standing);
    }, pause);
    return () => clearTimeout(timer);
  }, [figures, amount, currency, supporters, status, format, t, common]);
  return (
    <div className="sr" aria-live="polite" aria-atomic="true">
      {said}
    </div>
  );
}
