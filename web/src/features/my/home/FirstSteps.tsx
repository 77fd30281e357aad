import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Onboarding } from '@/api/generated/members';
import { useFormat } from '@/i18n/useFormat';
import { useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Icon } from '@/ui/Icon';
import { showToast } from '@/ui/toast';
import { Consent } from '../Consent';
import { useSkipOnboardingMutation } from './skipped';

interface Step {
  readonly key: 'profile' | 'callup';
  readonly done: boolean;
  readonly actions: readonly { readonly to: string; readonly text: 'toProfile' | 'toCallup' | 'toExplore' }[];
}

/** The steps whose pages exist. What is done comes from facts. */
function stepsOf({ profile, taken_part }: Onboarding): readonly Step[] {
  return [
    { key: 'profile', done: profile, actions: [{ to: '/my/profile', text: 'toProfile' }] },
    {
      key: 'callup',
      done: taken_part,
      actions: [
        { to: '/create-campaign', text: 'toCallup' },
        { to: '/explore', text: 'toExplore' },
      ],
    },
  ];
}

/** Whether there is something left to do. */
export function isComplete(onboarding: Onboarding): boolean {
  return stepsOf(onboarding).every(({ done }) => done);
}

/** Hides the first steps, or shows them again. */
function useSkipping(skipped: boolean) {
  const { t } = useTranslation('home');
  const [send] = useSkipOnboardingMutation();
  const { run, busy } = useCommand(() => send({ skipOnboardingBody: { skipped } }).unwrap(), {
    onDone: () => skipped && showToast({ title: t('steps.skipped'), text: t('steps.skippedText') }),
    onRefused: () => {
      const title = t(skipped ? 'steps.notSkipped' : 'steps.notResumed');
      showToast({ tone: 'error', title, text: t('steps.notSkippedAdvice') });
      return 'handled';
    },
  });
  return { skip: () => void run(undefined), busy };
}

/** What a newcomer does first: how far they have come, and where each step is done. */
export function FirstSteps({ onboarding }: { onboarding: Onboarding }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  const { skip, busy } = useSkipping(true);
  const steps = stepsOf(onboarding);
  const done = steps.filter((step) => step.done).length;
  const progress = t('steps.progress', { done: format.count(done), shown: format.count(steps.length) });
  return (
    <Card as="section" className="home-steps">
      <div className="home-steps-head">
        <div>
          <h1>{t('steps.title')}</h1>
          <p className="mut">{t('steps.text')}</p>
        </div>
        <Button variant="quiet" busy={busy} onClick={skip}>
          {t('steps.skip')}
        </Button>
      </div>
      <div className="home-progress">
        <progress max={steps.length} value={done} aria-label={t('steps.label')} aria-valuetext={progress} />
        <span className="sm num" aria-hidden="true">
          {progress}
        </span>
      </div>
      <ol role="list">
        {steps.map(({ key, done: isDone, actions }, index) => (
          <li key={key} className="home-step">
            <span className={isDone ? 'home-step-mark home-step-done' : 'home-step-mark'} aria-hidden="true">
              {isDone ? <Icon name="check" size={18} /> : format.count(index + 1)}
            </span>
            <div>
              <h2>{t(`steps.${key}.title`)}</h2>
              <p className="sm mut">
                {isDone && <span className="home-step-state">{t('steps.done')} </span>}
                {t(`steps.${key}.text`)}
              </p>
            </div>
            <div className="home-step-actions">
              {actions.map(({ to, text }, place) => (
                <LinkButton
                  key={to}
                  to={to}
                  size="small"
                  variant={place === 0 && !isDone ? 'primary' : 'outline'}
                  counted="onboarding"
                >
                  {t(`steps.${text}`)}
                </LinkButton>
              ))}
            </div>
          </li>
        ))}
      </ol>
      <div className="home-steps-consent">
        <Consent label={t('steps.count')} />
        <p className="xs mut">{t('steps.countText')}</p>
      </div>
    </Card>
  );
}

/** The way back to the first steps, for who skipped them. */
export function TakeUpAgain() {
  const { t } = useTranslation('home');
  const { skip, busy } = useSkipping(false);
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Where the steps were skipped from here, the button that was pressed is gone.
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true });
  }, []);
  return (
    <p ref={line} tabIndex={-1} className="sm mut home-again">
      {t('steps.left')}{' '}
      <Button variant="quiet" size="small" busy={busy} onClick={skip}>
        {t('steps.resume')}
      </Button>
    </p>
  );
}
