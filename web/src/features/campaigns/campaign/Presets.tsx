import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Currency } from '@/i18n/format';
import { useFormat } from '@/i18n/useFormat';
import { presets } from './gift';

interface Props {
  currency: Currency;
  chosen: number | undefined;
  onChoose: (minor: number) => void;
}

/** The amounts offered for a gift made once: real radio inputs that look like tiles. */
export function Presets({ currency, chosen, onChoose }: Props) {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  const name = useId();
  return (
    <fieldset>
      <legend className="sr">{t('sum.gift')}</legend>
      <div className="campaign-presets">
        {presets.map((amount) => (
          <label key={amount}>
            <input type="radio" name={name} value={amount} checked={amount === chosen} onChange={() => onChoose(amount)} />
            <span className="num">{format.money({ amount, currency })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
