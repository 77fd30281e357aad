import { useTranslation } from 'react-i18next';
import { type Recent, usePlatformRecentQuery } from '@/api/generated/platform';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { LinkButton } from '@/ui/Button';
import { Cover } from '@/ui/Cover';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { keepPressed } from '@/parts/pressedBefore';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useGiftText } from './useGiftText';

function Latest({ gift }: { gift: Recent }) {
  const text = useGiftText();
  const titleOf = useCampaignTitle();
  return (
    <div className="card landing-hero-note landing-hero-note-low" key={gift.id}>
      <span className="landing-hero-strand strand-money">
        <Icon name="money" />
      </span>
      <div>
        <p className="sm landing-hero-note-gift">{text(gift)}</p>
        <p className="xs mut landing-hero-note-title" lang={gift.campaign_title ? gift.campaign_lang : undefined}>
          {titleOf(gift.campaign_title)}
        </p>
        <p className="xs mut">
          <RelativeTime at={gift.at} />
        </p>
      </div>
    </div>
  );
}

function Before({ gift }: { gift: Recent }) {
  const format = useFormat();
  return (
    <div className="card landing-hero-note landing-hero-note-high" aria-hidden="true">
      <span className="strand-money landing-hero-plus">
        <Icon name="money" />
      </span>
      <b className="sm num">+ {gift.currency && format.money({ amount: gift.amount, currency: gift.currency })}</b>
    </div>
  );
}

/** One sentence, one button, and the two latest gifts on the picture. */
export function Hero() {
  const { t } = useTranslation('landing');
  const { data } = usePlatformRecentQuery();
  const isMember = useSession().status === 'member';
  const [latest, before] = (data ?? []).filter(({ kind }) => kind === 'money');
  return (
    <section className="landing-hero">
      <div>
        <h1>{t('hero.title')}</h1>
        <p className="landing-hero-text mut">{t('hero.text')}</p>
        <div className="landing-hero-actions">
          <LinkButton
            to="/create-campaign"
            counted="create_callup_hero hero_section"
            {...(!isMember && { onClick: keepPressed })}
          >
            {t('hero.create')}
          </LinkButton>
          <LinkButton to="/explore" variant="outline">
            {t('hero.explore')}
          </LinkButton>
        </div>
      </div>
      <div className="landing-hero-picture">
        <div className="landing-hero-art">
          <Cover id="hero-3" category="community" width={720} height={640} />
        </div>
        {latest && <Latest gift={latest} />}
        {before && <Before gift={before} />}
      </div>
    </section>
  );
}
