import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '@/parts/FailureNotice';
import type { Failure } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Form';
import { Icon } from '@/ui/Icon';
import { Notice } from '@/ui/States';
import './offer.css';

/** What stands there for whoever runs the campaign. */
export function Own({ head }: { head: ReactNode }) {
  const { t } = useTranslation('offer');
  return (
    <div className="campaign-closed offer">
      {head}
      <Notice>{t('note.owner')}</Notice>
    </div>
  );
}

/** What is folded away behind one line that says what was entered. */
export function Fold({ title, said, children }: { title: string; said: string; children: ReactNode }) {
  return (
    <details className="campaign-fold">
      <summary>
        <span>
          <span className="campaign-fold-title">{title}</span>
          <span className="xs mut campaign-fold-said">{said}</span>
        </span>
        <Icon name="down" />
      </summary>
      <div className="campaign-fold-body">{children}</div>
    </details>
  );
}

/** The most characters the server takes. */
const mostWords = 500;

/** Words to the organizer, and whether the public sees the name. */
export function Words() {
  const { t } = useTranslation('offer');
  return (
    <>
      <Field name="message" label={t('message')}>
        {(control) => <textarea className="input" rows={2} maxLength={mostWords} {...control} />}
      </Field>
      <Field name="anonymous" valuePropName="checked" label={t('anonymous')} hint={t('anonymousHint')}>
        {(control) => <input type="checkbox" {...control} />}
      </Field>
    </>
  );
}

interface SendProps {
  label: string;
  guest: boolean;
  busy: boolean;
  disabled: boolean;
  failure: Failure | undefined;
  /** What failed, in the words of this kind of offer. */
  failed: string;
}

/** The button, what it leads to, and why it failed. */
export function Send({ label, guest, busy, disabled, failure, failed }: SendProps) {
  const { t } = useTranslation('offer');
  return (
    <div className="campaign-gift-pay">
      {failure && (
        <FailureNotice title={failed}>
          <p className="mut">{`${failure.unplaced[0] ?? failure.title}. ${failure.advice}`}</p>
        </FailureNotice>
      )}
      <Button type="submit" size="large" block busy={busy} disabled={disabled}>
        {label}
      </Button>
      <p className="xs mut offer-note">
        <Icon name="info" size={18} />
        <span>{t(guest ? 'note.guest' : 'note.member')}</span>
      </p>
    </div>
  );
}
