import './film.css';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';

/** The campaign's video; nothing of it is loaded before somebody plays it. */
export function Film({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('film');
  return (
    // What organizers film has no captions of ours.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      className="film"
      src={page.video}
      poster={page.photo && `${page.photo}/960.jpg`}
      controls
      playsInline
      preload="none"
      aria-label={t('label')}
    />
  );
}
