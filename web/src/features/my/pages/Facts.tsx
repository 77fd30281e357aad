import { Trans, useTranslation } from 'react-i18next';
import type { Page } from '@/api/generated/pages';
import { useFormat } from '@/i18n/useFormat';
import { PersonLink } from '@/parts/PersonLink';
import { Icon } from '@/ui/Icon';

/** How many follow a page, in words. */
export function useFollowers(): (count: number) => string {
  const { t } = useTranslation('pages');
  const format = useFormat();
  return (count) => t('followers', { count, shown: format.count(count) });
}

/** Who owns a page, and how many edit it beside them where that is to be said. */
export function RunBy({ page, editors = 0 }: { page: Page; editors?: number }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const { creator, creator_id: id } = page;
  if (!creator) return null;
  const components = { who: <PersonLink id={id}>{creator}</PersonLink> };
  if (editors === 0) return <Trans t={t} i18nKey="by" components={components} />;
  const values = { count: editors, shown: format.count(editors) };
  return <Trans t={t} i18nKey="detail.runBy" components={components} values={values} count={editors} />;
}

/** That a page is what it says, where somebody has checked it. */
export function Verified({ page, quiet }: { page: Page; quiet?: boolean }) {
  const { t } = useTranslation('pages');
  if (!page.verified_at) return null;
  return (
    <span className="pages-verified">
      <Icon name="shield" size={18} />
      <span className={quiet ? 'sr' : undefined}>{t('verified')}</span>
    </span>
  );
}

/** The website of a page, as a link that says nothing for it. */
export function Website({ page }: { page: Page }) {
  if (!page.website) return null;
  return (
    <a className="link" href={page.website} rel="nofollow ugc noopener" target="_blank">
      {page.website.replace(/^https?:\/\//u, '').replace(/\/$/u, '')}
    </a>
  );
}
