import { useWatch } from '@rc-component/form';
import { useTranslation } from 'react-i18next';
import { parseAmount } from '@/i18n/figures';
import { useFormat } from '@/i18n/useFormat';
import { Field, type FormInstance } from '@/ui/Form';
import { Select } from '@/ui/Select';
import { Notice } from '@/ui/States';
import type { Strand } from '@/ui/StrandBar';
import { browserZone } from './body';
import { EndDate } from './EndDate';
import { GroupField } from './GroupField';
import { NeedsList } from './NeedsList';
import { Optional } from './Optional';
import { ResourceChoices } from './ResourceChoices';
import { useFaultText } from './useFaultText';
import { checkEndDate, dayOf } from './validate';
import { currencies, emptyNeed, limits, type Values } from './values';

function GoalHint({ form }: { form: FormInstance<Values> }) {
  const { t } = useTranslation('wizard');
  const { money, locale } = useFormat();
  const currency = useWatch('currency', form) ?? 'EUR';
  const typed = parseAmount(useWatch('goal_amount', form) ?? '', locale, currency);
  return (
    <span className="num">
      {typed.kind === 'amount'
        ? t('field.goalRead', { amount: money({ amount: typed.minor, currency }, 'always') })
        : t('field.goalHint', { currency, example: money({ amount: 600_000, currency }) })}
    </span>
  );
}

interface Props {
  form: FormInstance<Values>;
  /** The IANA name of the time zone in which the end date ends. */
  zone?: string;
  /** The currency can't be changed any more, since somebody gave. */
  isCurrencyFixed?: boolean;
  /** Otherwise it shows nothing but the needs: a co-organizer changes no goal. */
  isOwner?: boolean;
  /** An administrator decides first whether money may be collected. */
  asksPermission?: boolean;
}

/** The third step: what is asked for, how much of it, and until when. */
export function StepGoal({ form, zone = browserZone(), isCurrencyFixed = false, isOwner = true, asksPermission = false }: Props) {
  const { t } = useTranslation('wizard');
  const chosen = useWatch('resource_types', form) ?? [];
  const say = useFaultText();

  const checkDay = (day: string): Promise<void> => {
    const [wrong] = say(checkEndDate(day, dayOf(new Date())), form.getFieldValue('currency') as Values['currency']);
    return wrong ? Promise.reject(new Error(wrong.text)) : Promise.resolve();
  };

  const kept = form.getFieldValue('resource_types') as Strand[];
  if (!isOwner) return <div className="wizard-fields">{kept.includes('materials') && <NeedsList />}</div>;

  return (
    <div className="wizard-fields">
      <GroupField<Strand[]> name="resource_types" legend={t('field.resources')}>
        {(value, onChange) => (
          <ResourceChoices
            value={value}
            onChange={(next) => {
              onChange(next);
              const needs = form.getFieldValue('needs') as Values['needs'];
              if (next.includes('materials') && needs.length === 0) form.setFieldValue('needs', [emptyNeed]);
            }}
          />
        )}
      </GroupField>
      {chosen.includes('money') && (
        <div className="wizard-pair wizard-goal strand-money">
          <Field name="goal_amount" label={t('field.goal')} hint={<GoalHint form={form} />} required>
            {(control) => <input {...control} className="input num" inputMode="decimal" autoComplete="off" />}
          </Field>
          <Field name="currency" label={t('field.currency')} {...(isCurrencyFixed && { hint: t('edit.currencyFixed') })}>
            {(control) => (
              <Select {...control} disabled={isCurrencyFixed}>
                {currencies.map((currency) => (
                  <option key={currency} value={currency}>
                    {currency}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      {chosen.includes('money') && asksPermission && (
        <>
          <Notice icon="shield">
            <p>
              <b>{t('money.decided')}</b>
            </p>
            <p>{t(chosen.length > 1 ? 'money.meanwhile' : 'money.alone')}</p>
          </Notice>
          <Field
            name="money_purpose"
            label={t('field.purpose')}
            hint={t('field.purposeHint', { max: limits.purpose })}
            required
          >
            {(control) => <textarea {...control} className="input" rows={3} maxLength={limits.purpose} />}
          </Field>
        </>
      )}
      {chosen.includes('time') && (
        <div className="wizard-pair strand-time">
          <Field name="time_goal_hours" label={t('field.hours')} hint={t('field.hoursHint')} required>
            {(control) => <input {...control} className="input num" inputMode="numeric" autoComplete="off" />}
          </Field>
        </div>
      )}
      {chosen.includes('materials') && <NeedsList />}
      <div className="wizard-pair">
        <Field
          name="end_date"
          label={<Optional>{t('field.endDate')}</Optional>}
          hint={t('field.endDateHint', { zone })}
          validateTrigger="onBlur"
          rules={[{ validator: (_, day: string) => checkDay(day) }]}
        >
          {(control) => <EndDate control={control} />}
        </Field>
      </div>
    </div>
  );
}
