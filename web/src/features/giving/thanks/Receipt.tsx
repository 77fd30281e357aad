import { useTranslation } from 'react-i18next';
import type { Donation } from '@/api/generated/giving';
import { Button } from '@/ui/Button';
import { copyText } from '@/ui/share';
import { showToast } from '@/ui/toast';

/** How its giver finds the receipt again: by mail, by this link alone, or by whatever led here. */
export type Way = 'mailed' | 'once' | 'kept';

/** The gift's reference and its link. This page is the receipt, so it can be printed. */
export function Receipt({ donation, way }: { donation: Donation; way: Way }) {
  const { t } = useTranslation('thanks');
  const { t: common } = useTranslation();
  const { id, campaign_slug: slug, campaign_id: campaign } = donation;
  const url = new URL(`/campaign/${slug || campaign}/thanks?donation=${id}`, location.origin).href;

  async function copy(): Promise<void> {
    if (await copyText(url)) showToast({ title: common('share.copied') });
  }

  return (
    <section className="thanks-receipt" aria-labelledby="thanks-receipt">
      <div>
        <h2 id="thanks-receipt">{t('receipt.title')}</h2>
        <p className="thanks-reference">{t('receipt.reference', { reference: id })}</p>
        <p className="sm mut">{t(`receipt.${way}`)}</p>
      </div>
      {way === 'once' && (
        <input
          className="input thanks-link"
          readOnly
          aria-label={t('receipt.link')}
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <div className="thanks-actions">
        <Button variant="outline" onClick={copy}>
          {t('receipt.copy')}
        </Button>
        <Button variant="outline" onClick={() => print()}>
          {t('receipt.print')}
        </Button>
      </div>
    </section>
  );
}
