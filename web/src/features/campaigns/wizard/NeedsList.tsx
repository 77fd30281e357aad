import { List } from '@rc-component/form';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/Button';
import { Field, FieldErrors, passes } from '@/ui/Form';
import { Icon } from '@/ui/Icon';
import { emptyNeed, limits } from './values';

interface RowProps {
  /** Its place in the list, from 0. */
  index: number;
  isNew: boolean;
  onRemove: () => void;
}

function NeedRow({ index, isNew, onRemove }: RowProps) {
  const { t } = useTranslation('wizard');
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (isNew) row.current?.querySelector('input')?.focus();
  }, [isNew]);
  const number = index + 1;
  return (
    <fieldset ref={row} className="wizard-need">
      <legend className="sr">{t('field.need', { number })}</legend>
      <div className="wizard-need-fields">
        <Field name={[index, 'item']} label={t('field.item')} required>
          {(control) => <input {...control} className="input" autoComplete="off" />}
        </Field>
        <Field name={[index, 'quantity']} label={t('field.quantity')} required>
          {(control) => <input {...control} className="input num" inputMode="numeric" autoComplete="off" />}
        </Field>
        <Field name={[index, 'unit']} label={t('field.unit')}>
          {(control) => <input {...control} className="input" autoComplete="off" placeholder={t('field.unitHint')} />}
        </Field>
        <Field name={[index, 'note']} label={t('field.note')}>
          {(control) => <input {...control} className="input" autoComplete="off" />}
        </Field>
      </div>
      <Button variant="quiet" iconOnly label={t('field.removeNeed', { number })} onClick={onRemove}>
        <Icon name="close" />
      </Button>
    </fieldset>
  );
}

const rules = [passes];

/** The things a campaign asks for, one row for each kind. */
export function NeedsList() {
  const { t } = useTranslation('wizard');
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  // Rows that were there from the start don't take the focus; an added one does.
  const added = useRef(false);
  return (
    <List name="needs" rules={rules} validateTrigger="onChange">
      {(rows, { add, remove }, meta) => {
        const errors = meta.errors;
        const isFull = rows.length >= limits.needs;
        return (
          <fieldset
            ref={group}
            className="field wizard-needs strand-materials"
            aria-describedby={`${id}-hint${errors.length > 0 ? ` ${id}-error` : ''}`}
            aria-invalid={errors.length > 0}
            tabIndex={-1}
          >
            <legend className="field-label wizard-legend">{t('field.needs')}</legend>
            <span className="field-hint" id={`${id}-hint`}>
              {isFull ? t('field.needsFull', { max: limits.needs }) : t('field.needsHint')}
            </span>
            {rows.map((row, index) => (
              <NeedRow
                key={row.key}
                index={index}
                isNew={added.current && index === rows.length - 1}
                onRemove={() => {
                  added.current = false;
                  remove(index);
                  group.current?.focus();
                }}
              />
            ))}
            <FieldErrors id={`${id}-error`} errors={errors} />
            {!isFull && (
              <div>
                <Button
                  variant="outline"
                  size="small"
                  onClick={() => {
                    added.current = true;
                    add({ ...emptyNeed });
                  }}
                >
                  <Icon name="plus" size={18} />
                  {t('field.addNeed')}
                </Button>
              </div>
            )}
          </fieldset>
        );
      }}
    </List>
  );
}
