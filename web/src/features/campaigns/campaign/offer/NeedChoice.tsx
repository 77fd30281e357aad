import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Need } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { leftOf } from './needs';

interface Props {
  needs: readonly Need[];
  lang: string;
  /** The id of a need; empty for something else. */
  value: string;
  onChoose: (need: string) => void;
}

/** What the campaign asks for, and something else: real radio inputs in a list. */
export function NeedChoice({ needs, lang, value, onChoose }: Props) {
  const { t } = useTranslation('offer');
  const format = useFormat();
  const name = useId();
  const choices = [...needs.map((need) => ({ id: need.id, need })), { id: '', need: undefined }];
  return (
    <fieldset className="offer-needs">
      <legend className="field-label">{t('things.need')}</legend>
      <div className="offer-needs-list">
        {choices.map(({ id, need }) => (
          <label key={id}>
            <input type="radio" name={name} value={id} checked={value === id} onChange={() => onChoose(id)} />
            <span className="offer-need-item" lang={need && lang}>
              {need ? need.item : t('things.else')}
            </span>
            {need && (
              <span className="sm mut num">
                {leftOf(need) > 0 ? t('things.left', { shown: format.count(leftOf(need)) }) : t('things.enough')}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
