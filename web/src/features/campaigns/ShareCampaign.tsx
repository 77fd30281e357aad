import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignCard } from '@/api/generated/campaigns';
import { loadTexts } from '@/i18n/setup';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';

const ShareSheet = lazy(async () => {
  const [{ ShareSheet: sheet }] = await Promise.all([import('./campaign/share/ShareSheet'), loadTexts('share')]);
  return { default: sheet };
});

interface Props {
  campaign: Pick<CampaignCard, 'id' | 'slug' | 'title' | 'lang' | 'category' | 'organizer' | 'photo' | 'photo_blur'>;
  variant?: 'outline' | 'quiet';
  block?: boolean;
  iconOnly?: boolean;
}

/** Opens the ways to pass a campaign on: a link, other apps, paper, and other sites. */
export function ShareCampaign({ campaign, variant = 'outline', block, iconOnly }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        aria-haspopup="dialog"
        {...(block && { block })}
        {...(iconOnly && { iconOnly, label: t('share.share') })}
        onClick={() => setOpen(true)}
      >
        <Icon name="share" />
        {!iconOnly && t('share.share')}
      </Button>
      {open && (
        <Suspense>
          <ShareSheet campaign={campaign} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
