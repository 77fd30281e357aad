import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useRemoveCampaignMediaMutation } from '@/api/generated/campaignsCommands';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { showToast } from '@/ui/toast';

type Medium = 'photo' | 'video';

interface Props {
  campaign: Pick<CampaignDetail, 'id' | 'photo' | 'video'>;
  /** After one was removed. */
  onChanged: () => void;
}

/** Removes the photo or the video of a campaign for good, also where the campaign is suspended or over. */
export function RemoveMedia({ campaign, onChanged }: Props) {
  const { t } = useTranslation('campaigns');
  const [remove] = useRemoveCampaignMediaMutation();
  const [asked, setAsked] = useState<Medium>();
  const { run, failure } = useCommand(
    (which: Medium) => remove({ removeCampaignMediaBody: { campaign_id: campaign.id, [which]: true } }).unwrap(),
    {
      onDone: () => {
        if (asked) showToast({ title: t(`removeMedia.${asked}.done`) });
        setAsked(undefined);
        onChanged();
      },
    },
  );
  const media = (['photo', 'video'] as const).filter((which) => campaign[which]);
  return (
    <>
      {media.map((which) => (
        <Button key={which} variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setAsked(which)}>
          {t(`removeMedia.${which}.button`)}
        </Button>
      ))}
      {asked && (
        <Dialog open onClose={() => setAsked(undefined)} title={t(`removeMedia.${asked}.title`)}>
          <p>{t('removeMedia.text')}</p>
          {failure && (
            <FailureNotice title={failure.title}>
              <p className="mut">{failure.advice}</p>
            </FailureNotice>
          )}
          <div className="campaigns-actions">
            <Button variant="outline" onClick={() => setAsked(undefined)}>
              {t('removeMedia.back')}
            </Button>
            <Button variant="danger" onClick={() => run(asked)}>
              {t('removeMedia.now')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
