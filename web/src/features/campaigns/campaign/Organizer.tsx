import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { Card } from '@/ui/Card';
import { Whose } from './Whose';

/** Who stands behind the campaign, as far as they show it. */
export function Organizer({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  const { organizer_bio: bio, organizer_lang: lang, organizer_since: since } = page;
  return (
    <section className="campaign-section">
      <h2>{t('organizer.title')}</h2>
      <Card className="campaign-organizer-card">
        <Whose page={page} size={56}>
          {since && <p className="sm mut">{t('organizer.since', { date: format.dayIn(since, page.time_zone) })}</p>}
          {bio && (
            <p className="campaign-organizer-bio" lang={lang}>
              {bio}
            </p>
          )}
        </Whose>
      </Card>
    </section>
  );
}
