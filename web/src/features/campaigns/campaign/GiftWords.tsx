import type { ToggleEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '@/ui/Form';
import { Icon } from '@/ui/Icon';
import { type GiftForm, limits } from './gift';
import type { GiftFormState } from './useGiftForm';

/** How the gift will read on the page: under which name, with or without words. */
function useShown(values: GiftForm, guest: boolean): string {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const words = t(values.message.trim() ? 'give.shown.words' : 'give.shown.noWords');
  if (values.anonymous) return t('give.shown.as', { name: common('anonymous'), words });
  if (!guest) return t('give.shown.member', { words });
  return t('give.shown.as', { name: values.donor_name.trim() || t('supporters.unnamed'), words });
}

function Guest() {
  const { t } = useTranslation('campaign');
  const { t: problem } = useTranslation('problems');
  return (
    <div className="campaign-gift-guest">
      <Field name="donor_name" label={t('give.name')} hint={t('give.nameHint')}>
        {(control) => <input className="input" type="text" autoComplete="name" maxLength={limits.name} {...control} />}
      </Field>
      <Field
        name="donor_email"
        label={t('give.email')}
        hint={t('give.emailHint')}
        rules={[{ type: 'email', message: problem('code.malformed_email') }]}
      >
        {(control) => <input className="input" type="email" autoComplete="email" maxLength={limits.email} {...control} />}
      </Field>
    </div>
  );
}

/** What was folded away begins where the fields begin, as far as they scroll. */
function showWhole({ currentTarget: fold }: ToggleEvent<HTMLDetailsElement>): void {
  const scroller = fold.parentElement;
  if (!fold.open || !scroller) return;
  scroller.scrollTop += fold.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}

/** Words, name and address of a gift, behind one line that says what will be shown. */
export function GiftWords({ values, giver }: Pick<GiftFormState, 'values' | 'giver'>) {
  const { t } = useTranslation('campaign');
  const guest = giver === 'guest';
  const shown = useShown(values, guest);
  return (
    <details className="campaign-fold" onToggle={showWhole}>
      <summary>
        <span>
          <span className="campaign-fold-title">{t(guest ? 'give.fold.guest' : 'give.fold.member')}</span>
          <span className="xs mut campaign-fold-said">{shown}</span>
        </span>
        <Icon name="down" />
      </summary>
      <div className="campaign-fold-body">
        <div className="campaign-gift-message">
          <Field name="message" label={t('give.message')}>
            {(control) => (
              <textarea className="input" rows={2} maxLength={limits.message} placeholder={t('give.message')} {...control} />
            )}
          </Field>
        </div>
        {guest && <Guest />}
        <Field name="anonymous" valuePropName="checked" label={t('give.anonymous')} hint={t('give.anonymousHint')}>
          {(control) => <input type="checkbox" {...control} />}
        </Field>
      </div>
    </details>
  );
}
