import './faq.css';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Settings, useSettingsQuery } from '@/api/generated/platform';
import { useSession } from '@/api/SessionContext';
import { percent } from '@/i18n/format';
import { useFormat } from '@/i18n/useFormat';
import { Loaded } from '@/parts/Loaded';
import { LinkButton } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { Bone, Loading } from '@/ui/Skeleton';
import { Unbroken } from '@/ui/Unbroken';
import { usePageTitle } from '@/ui/usePageTitle';

const questions = ['what', 'start', 'price', 'review', 'give', 'currency', 'goal', 'refund', 'anonymous', 'trust'] as const;
type Question = (typeof questions)[number];

/** What is answered, from the settings where it depends on them. */
function Answer({ to, settings }: { to: Question; settings: Settings }) {
  const { t } = useTranslation('faq');
  const { locale } = useFormat();
  if (to === 'price') {
    if (settings.platform_fee === 0) return t('asked.price.free');
    return t('asked.price.fee', { fee: percent(locale, settings.platform_fee / 100) });
  }
  if (to === 'review') {
    const components = { terms: <Link className="link" to="/terms" /> };
    return (
      <>
        <Trans ns="faq" i18nKey={`asked.review.${settings.review}`} components={components} />
        {settings.money === 'allowed' && ` ${t('asked.review.money')}`}
      </>
    );
  }
  if (to === 'start') {
    return <Trans ns="faq" i18nKey="asked.start.text" components={{ create: <Link className="link" to="/create-campaign" /> }} />;
  }
  if (to === 'currency') {
    const either = new Intl.ListFormat(locale, { type: 'disjunction' });
    return t('asked.currency.text', { currencies: either.format(settings.currencies) });
  }
  return t(`asked.${to}.text`);
}

function Questions({ settings }: { settings: Settings }) {
  const { t } = useTranslation('faq');
  return (
    <div className="faq-list">
      {questions.map((question) => (
        // One name: the browser closes the others when one opens.
        <details key={question} name="faq" className="faq-item">
          <summary>
            <h2>
              <Unbroken text={t(`asked.${question}.title`)} />
            </h2>
            <Icon name="down" />
          </summary>
          <p>
            <Answer to={question} settings={settings} />
          </p>
        </details>
      ))}
    </div>
  );
}

/** Where a question goes that is not answered here. */
function More() {
  const { t } = useTranslation('faq');
  const session = useSession();
  return (
    <section className="faq-more">
      <h2>{t('more.title')}</h2>
      <div className="row">
        <LinkButton to="/contact">{t('more.support')}</LinkButton>
        {session.status === 'anonymous' && (
          <LinkButton to="/auth?tab=signup" variant="outline">
            {t('more.join')}
          </LinkButton>
        )}
      </div>
    </section>
  );
}

const waiting = (
  <Loading>
    <div className="faq-list">
      <Bone height="600px" radius="var(--r-lg)" />
    </div>
  </Loading>
);

export function FaqPage() {
  const { t } = useTranslation('faq');
  usePageTitle(t('title'));
  const settings = useSettingsQuery();
  return (
    <div className="wrap page faq">
      <h1>{t('title')}</h1>
      <p className="mut faq-lead">{t('lead')}</p>
      <Loaded query={settings} skeleton={waiting} failed={t('failed')}>
        {(data) => <Questions settings={data} />}
      </Loaded>
      <More />
    </div>
  );
}
