import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyDraftsQuery } from '@/api/generated/drafts';
import { LinkButton } from '@/ui/Button';
import { RelativeTime } from '@/ui/RelativeTime';
import { Notice } from '@/ui/States';
import { lastStep } from './useStep';

/** Offers a member who begins another campaign their last draft, as it was when the page was opened. */
export function OpenDraft() {
  const { t } = useTranslation('wizard');
  const { currentData } = useMyDraftsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [drafts, setDrafts] = useState(currentData?.items);
  // A draft that is begun here is none to go on with.
  if (!drafts && currentData) setDrafts(currentData.items);
  const [latest, ...others] = drafts?.toSorted((one, other) => Date.parse(other.saved_at) - Date.parse(one.saved_at)) ?? [];
  if (!latest) return null;
  return (
    <div className="wizard-open">
      <Notice icon="info">
        <p>
          <b>{t('open.title')}</b>
        </p>
        <p>
          <span lang={latest.title ? latest.lang : undefined}>{latest.title || t('open.untitled')}</span>{' '}
          <span className="mut">
            · {t('draft.saved')} <RelativeTime at={latest.saved_at} />
          </span>
        </p>
        <div className="wizard-open-do">
          <LinkButton size="small" to={`/create-campaign?draft=${latest.id}&step=${lastStep}`}>
            {t('open.continue')}
          </LinkButton>
          {others.length > 0 && (
            <LinkButton size="small" variant="quiet" to="/my/campaigns">
              {t('open.all')}
            </LinkButton>
          )}
        </div>
      </Notice>
    </div>
  );
}
