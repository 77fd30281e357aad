import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { Button, LinkButton } from '@/ui/Button';
import { Icon } from '@/ui/Icon';

interface Props {
  campaign: CampaignDetail;
  /** Stands before it and scrolls with it. */
  head: ReactNode;
  /** What was offered: "2 h", "1 × Lamp". */
  what: string;
  /** That it was recorded, in the words of this kind of offer. */
  text: string;
  /** The button that begins another offer. */
  more: string;
  onMore: () => void;
  /** The button that passes the campaign on. */
  share: ReactNode;
}

/** The answer to an offer, in the form's place: what was offered, what happens next, and what one can do meanwhile. */
export function Offered({ campaign, head, what, text, more, onMore, share }: Props) {
  const { t } = useTranslation('offer');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <div className="campaign-gift campaign-offered offer">
      <div className="campaign-gift-fields">
        {head}
        <div className="offer-thanks">
          <span className="offer-thanks-mark">
            <Icon name="check" />
          </span>
          <h3 ref={title} tabIndex={-1}>
            {t('done.thanks')}
          </h3>
          <p role="status">{text}</p>
          <p className="offer-thanks-what num">{what}</p>
          <p className="sm mut">{t('done.next', { organizer: campaign.organizer.name })}</p>
        </div>
      </div>
      <div className="campaign-gift-pay">
        <LinkButton block to="/my/donations">
          {t('done.mine')}
        </LinkButton>
        <div className="offer-thanks-more">
          <Button variant="outline" onClick={onMore}>
            {more}
          </Button>
          {share}
        </div>
      </div>
    </div>
  );
}
