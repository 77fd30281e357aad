import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Recent, usePlatformRecentQuery } from '@/api/generated/platform';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { Loaded } from '@/parts/Loaded';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useGiftText } from './useGiftText';

/** Lines shown. */
const lines = 5;

function Line({ gift }: { gift: Recent }) {
  const text = useGiftText();
  const titleOf = useCampaignTitle();
  return (
    <li className={`landing-ledger-line strand-${gift.kind}`}>
      <Icon name={gift.kind} />
      <span>
        {text(gift)}
        <br />
        <Link
          className="sm mut link"
          lang={gift.campaign_title ? gift.campaign_lang : undefined}
          to={`/campaign/${gift.campaign_slug}`}
        >
          {titleOf(gift.campaign_title)}
        </Link>
      </span>
      <span className="xs mut">
        <RelativeTime at={gift.at} />
      </span>
    </li>
  );
}

function Bones() {
  return (
    <Loading>
      {Array.from({ length: lines }, (_, index) => (
        <div className="landing-ledger-line" key={index}>
          <Bone width="20px" height="20px" radius="50%" />
          <Bone width="70%" height="46px" />
          <Bone width="72px" height="14px" />
        </div>
      ))}
    </Loading>
  );
}

function Lines() {
  const { t } = useTranslation('landing');
  const empty = <EmptyState title={t('ledger.empty')} text={t('ledger.emptyText')} />;
  return (
    <Loaded query={usePlatformRecentQuery()} skeleton={<Bones />} failed={t('ledger.failed')} empty={empty}>
      {(gifts) => (
        <ul role="list" aria-label={t('ledger.label')}>
          {gifts.slice(0, lines).map((gift) => (
            <Line key={gift.id} gift={gift} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** The latest lines of the log, as they were recorded. */
export function OpenLedger() {
  const { t } = useTranslation('landing');
  return (
    <section className="landing-ledger">
      <div>
        <h2>{t('ledger.title')}</h2>
        <p className="mut">{t('ledger.text')}</p>
      </div>
      <div className="card landing-ledger-card">
        <Lines />
      </div>
    </section>
  );
}
