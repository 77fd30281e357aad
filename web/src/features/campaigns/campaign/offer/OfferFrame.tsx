import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '@/parts/FailureNotice';
import type { Failure } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Form';
import { Icon } from '@/ui/Icon';
import { Notice } from '@/ui/States';
import './offer.css';

/** Shown to the campaign's own team in place of the form. */
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
  /** Whether the same was sent a moment ago. */
  asksAgain: boolean;
  onAgain: () => void;
  onNotAgain: () => void;
}

/** Asked before the same offer is sent a second time within a minute. */
function Again({ onAgain, onNotAgain }: Pick<SendProps, 'onAgain' | 'onNotAgain'>) {
  const { t } = useTranslation('offer');
  const no = useRef<HTMLDivElement>(null);
  useEffect(() => no.current?.querySelector('button')?.focus(), []);
  return (
    <Notice>
      <div role="alert">
        <p>
          <b>{t('again.title')}</b>
        </p>
        <p>{t('again.text')}</p>
      </div>
      <div className="offer-again" ref={no}>
        <Button size="small" variant="outline" onClick={onNotAgain}>
          {t('again.no')}
        </Button>
        <Button size="small" onClick={onAgain}>
          {t('again.yes')}
        </Button>
      </div>
    </Notice>
  );
}

/** The button, what it leads to, and why it failed. */
export function Send({ label, guest, busy, disabled, failure, failed, asksAgain, ...again }: SendProps) {
  const { t } = useTranslation('offer');
  return (
    <div className="campaign-gift-pay">
      {failure && (
        <FailureNotice title={failed}>
          <p className="mut">{`${failure.unplaced[0] ?? failure.title}. ${failure.advice}`}</p>
        </FailureNotice>
      )}
      {asksAgain ? (
        <Again {...again} />
      ) : (
        <Button type="submit" size="large" block busy={busy} disabled={disabled}>
          {label}
        </Button>
      )}
      <p className="xs mut offer-note">
        <Icon name="info" size={18} />
        <span>{t(guest ? 'note.guest' : 'note.member')}</span>
      </p>
    </div>
  );
}
