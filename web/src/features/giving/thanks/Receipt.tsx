import { useTranslation } from 'react-i18next';
import type { Donation } from '@/api/generated/giving';
import { Button } from '@/ui/Button';
import { copyText } from '@/ui/share';
import { showToast } from '@/ui/toast';

/** How its giver finds the receipt again: by mail, by this link alone, or by whatever led here. */
export type Way = 'mailed' | 'once' | 'kept';

/** The gift's reference, and its receipt: a moment after the payment that has a number and a file of its own. */
export function Receipt({ donation, way }: { donation: Donation; way: Way }) {
  const { t } = useTranslation('thanks');
  const { t: common } = useTranslation();
  const { id, campaign_slug: slug, campaign_id: campaign, receipt, receipt_number: number } = donation;
  const url = new URL(receipt || `/campaign/${slug || campaign}/thanks?donation=${id}`, location.origin).href;

  async function copy(): Promise<void> {
    if (await copyText(url)) showToast({ title: common('share.copied') });
  }

  return (
    <section className="thanks-receipt" aria-labelledby="thanks-receipt">
      <div>
        <h2 id="thanks-receipt">{t('receipt.title')}</h2>
        <p role="status">{receipt ? t('receipt.number', { number }) : t('receipt.pending')}</p>
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
        {receipt && (
          <a className="btn btn-outline" href={`${receipt}.pdf`}>
            {t('receipt.download')}
          </a>
        )}
        <Button variant="outline" onClick={copy}>
          {t('receipt.copy')}
        </Button>
      </div>
    </section>
  );
}
