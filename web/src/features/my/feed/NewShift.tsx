import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMyCampaignsQuery } from '@/api/generated/campaigns';
import { Button, LinkButton } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Icon } from '@/ui/Icon';

const shiftsOf = (id: string) => `/my/campaigns/${id}?tab=shifts`;

/** The way to a new shift of a campaign that the member runs and that asks for time: absent where there is none. */
export function NewShift() {
  const { t } = useTranslation('feed');
  const { currentData: mine } = useMyCampaignsQuery({ limit: 48 });
  const [asked, ask] = useState(false);
  const open = (mine?.items ?? []).filter(({ status, resources }) => status === 'active' && resources.includes('time'));
  const label = (
    <>
      <Icon name="calendar" size={18} /> {t('compose.event')}
    </>
  );
  const [only, another] = open;
  if (!only) return null;
  if (!another) {
    return (
      <LinkButton variant="quiet" size="small" to={shiftsOf(only.id)}>
        {label}
      </LinkButton>
    );
  }
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => ask(true)}>
        {label}
      </Button>
      <Dialog open={asked} onClose={() => ask(false)} title={t('compose.eventOf')}>
        <ul role="list" className="feed-choice">
          {open.map(({ id, title, lang }) => (
            <li key={id}>
              <Link to={shiftsOf(id)} lang={lang}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
