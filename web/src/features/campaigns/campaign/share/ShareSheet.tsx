import './share.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignCard } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { Button } from '@/ui/Button';
import { Cover } from '@/ui/Cover';
import { Dialog } from '@/ui/Dialog';
import { Glyph, Icon } from '@/ui/Icon';
import { share } from '@/ui/share';
import { CopyField } from './CopyField';
import { Embed } from './Embed';
import { OnPaper } from './OnPaper';

const glyphs = {
  apps: 'M14 4.5h5.5V10M19.5 4.5 11 13M10 5.5H5.5v13h13V14',
  embed: 'M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5',
};

interface Props {
  campaign: Pick<CampaignCard, 'id' | 'slug' | 'title' | 'lang' | 'category' | 'organizer' | 'photo' | 'photo_blur'>;
  onClose: () => void;
}

/** The ways to pass a campaign on. */
export function ShareSheet({ campaign, onClose }: Props) {
  const { t } = useTranslation('share');
  const { t: common } = useTranslation();
  const { language } = useFormat();
  const titleOf = useCampaignTitle();
  const [embedding, setEmbedding] = useState(false);
  const title = titleOf(campaign.title);
  const url = new URL(`/campaign/${campaign.slug}`, location.origin).href;
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${t('mailText', { title })}\n\n${url}`)}`;
  return (
    <Dialog open onClose={onClose} title={common('share.share')}>
      <div className="share-what">
        <div className="share-cover">
          <Cover {...campaign} />
        </div>
        <div>
          <b lang={campaign.title ? campaign.lang : undefined}>{title}</b>
          <p className="sm mut">{campaign.organizer.name || common('anonymous')}</p>
        </div>
      </div>
      <div className="share-ways">
        <a className="btn btn-outline" href={mail}>
          <Icon name="mail" />
          {t('mail')}
        </a>
        {'share' in navigator && (
          <Button variant="outline" onClick={() => share({ title, url })}>
            <Glyph path={glyphs.apps} />
            {t('apps')}
          </Button>
        )}
        <Button variant="outline" aria-expanded={embedding} onClick={() => setEmbedding(!embedding)}>
          <Glyph path={glyphs.embed} />
          {t('embed')}
        </Button>
      </div>
      {embedding ? (
        <Embed slug={campaign.slug} title={title} language={language} />
      ) : (
        <>
          <CopyField label={t('link')} text={url} />
          <OnPaper url={url} slug={campaign.slug} />
        </>
      )}
    </Dialog>
  );
}
