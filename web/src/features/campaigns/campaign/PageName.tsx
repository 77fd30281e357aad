import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useSession } from '@/api/SessionContext';
import { Icon } from '@/ui/Icon';

/** The page in whose name a campaign goes: its name, which leads members to it, and whether somebody has checked it. */
export function PageName({ page: { organizer } }: { page: CampaignDetail }) {
  const { t } = useTranslation('campaign');
  const isMember = useSession().status === 'member';
  return (
    <>
      {isMember ? (
        <Link className="link" to={`/my/pages/${organizer.page}`}>
          {organizer.name}
        </Link>
      ) : (
        organizer.name
      )}
      {organizer.verified && (
        <span className="campaign-verified">
          <Icon name="shield" size={18} />
          {t('organizer.verified')}
        </span>
      )}
    </>
  );
}
