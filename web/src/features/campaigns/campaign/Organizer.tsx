import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { Avatar } from '@/ui/Avatar';
import { Card } from '@/ui/Card';

/** Who stands behind the campaign, as far as they show it. */
export function Organizer({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const format = useFormat();
  const { organizer, organizer_bio: bio, organizer_lang: lang, organizer_since: since } = page;
  return (
    <section className="campaign-section">
      <h2>{t('organizer.title')}</h2>
      <Card className="campaign-organizer-card">
        <Avatar name={organizer.name} id={organizer.id} picture={organizer.avatar} size={56} />
        <div>
          <p className="campaign-organizer">{organizer.name || common('anonymous')}</p>
          {since && <p className="sm mut">{t('organizer.since', { date: format.dayIn(since, page.time_zone) })}</p>}
          {bio && (
            <p className="campaign-organizer-bio" lang={lang}>
              {bio}
            </p>
          )}
        </div>
      </Card>
    </section>
  );
}
