import './wizard.css';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { forgetDraft, keepDraft, readDraft } from '@/api/drafts';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Form, setFieldErrors, useForm } from '@/ui/Form';
import { Icon } from '@/ui/Icon';
import { showToast } from '@/ui/toast';
import { usePageTitle } from '@/ui/usePageTitle';
import { LeaveGuard } from './LeaveGuard';
import { Progress, stepTexts } from './Progress';
import { StepBasics } from './StepBasics';
import { StepGoal } from './StepGoal';
import { StepLaunch } from './StepLaunch';
import { StepStory } from './StepStory';
import { useFaultText } from './useFaultText';
import { useLaunch } from './useLaunch';
import { useStep } from './useStep';
import { dayOf, type Fault, faultsOf, firstFaulty } from './validate';
import { isUntouched, restored, type Step, stepCount, stepOf, type Values } from './values';

const draft = 'campaign';

function today(): string {
  return dayOf(new Date());
}

/** A step's part of the page. All stay mounted, so that what is wrong in one is still said when coming back to it. */
function StepSection({ of, step, children }: { of: Step; step: Step; children: ReactNode }) {
  const { t } = useTranslation('wizard');
  const section = useRef<HTMLElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (step !== of) return;
    const wrong = section.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    (wrong ?? section.current?.querySelector<HTMLElement>('h2'))?.focus();
  }, [of, step]);
  const texts = stepTexts[of - 1] ?? stepTexts[0];
  return (
    <section ref={section} hidden={of !== step} aria-labelledby={`step-${of}`}>
      <h2 id={`step-${of}`} tabIndex={-1}>
        {t(texts.title)}
      </h2>
      <p className="mut wizard-lead">{t(texts.lead)}</p>
      {children}
    </section>
  );
}

function Wizard({ member }: { member: string }) {
  const { t } = useTranslation('wizard');
  const { language, locale } = useFormat();
  const navigate = useNavigate();
  const [form] = useForm<Values>();
  const [start] = useState(() => restored(readDraft(draft, member), language));
  const [reached] = useState(() => firstFaulty(start, today(), locale)?.step ?? stepCount);
  const { step, goTo } = useStep(reached);
  const say = useFaultText();
  const isLaunched = useRef(false);
  usePageTitle(t('title'));

  const values = (): Values => form.getFieldsValue(true) as Values;
  const isUnsaved = useCallback(() => !isLaunched.current && !isUntouched(form.getFieldsValue(true) as Values), [form]);

  const tell = (faults: readonly Fault[]) => {
    const steps = faults.flatMap(({ field }) => stepOf(field) ?? []);
    if (steps.length === 0) return;
    goTo(Math.min(...steps) as Step);
    // The time zone is the browser's: what is wrong with it belongs to the date it is for.
    const texts = say(faults, values().currency);
    setFieldErrors(
      form,
      texts.map(({ field, text }) => ({ field: field === 'time_zone' ? 'end_date' : field, text })),
    );
  };

  const { launch, isLaunching, failure, forgive } = useLaunch({
    onRefused: tell,
    onLaunched: ({ slug, campaign_id: id, status }) => {
      isLaunched.current = true;
      forgetDraft(draft, member);
      const waits = status === 'in_review';
      showToast({ title: t(waits ? 'launch.sent' : 'launch.done') });
      void navigate(waits ? `/my/campaigns/${id}` : `/campaign/${slug}`);
    },
  });

  const proceed = (): void => {
    if (isLaunching) return;
    const faults =
      step === stepCount ? (firstFaulty(values(), today(), locale)?.faults ?? []) : faultsOf(step, values(), today(), locale);
    if (faults.length > 0) tell(faults);
    else if (step < stepCount) goTo((step + 1) as Step);
    else void launch(values());
  };

  return (
    <div className="wrap page wizard">
      <LeaveGuard isUnsaved={isUnsaved} />
      <LinkButton to="/explore" variant="quiet" size="small" className="wizard-back">
        <Icon name="left" size={18} />
        {t('back')}
      </LinkButton>
      <h1>{t('title')}</h1>
      <Progress step={step} />
      <Form<Values>
        form={form}
        initialValues={start}
        onValuesChange={() => {
          forgive();
          keepDraft(draft, member, values());
        }}
        component={false}
      >
        {/* Sent by hand: the engine's own way would forget what the server refused in other steps. */}
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            proceed();
          }}
        >
          <Card pad>
            <StepSection of={1} step={step}>
              <StepBasics form={form} />
            </StepSection>
            <StepSection of={2} step={step}>
              <StepStory form={form} />
            </StepSection>
            <StepSection of={3} step={step}>
              <StepGoal form={form} />
            </StepSection>
            <StepSection of={4} step={step}>
              {step === stepCount && <StepLaunch form={form} member={member} onEdit={goTo} />}
            </StepSection>
          </Card>
          {failure && (
            <div className="wizard-failure">
              <FailureNotice title={failure.title}>
                <p>{failure.text}</p>
              </FailureNotice>
            </div>
          )}
          <div className="wizard-actions">
            <Button variant="outline" disabled={step === 1} onClick={() => goTo((step - 1) as Step)}>
              {t('previous')}
            </Button>
            <Button type="submit" size="large" busy={isLaunching}>
              {step < stepCount ? t('next') : isLaunching ? t('launch.busy') : t('launch.button')}
            </Button>
          </div>
        </form>
      </Form>
    </div>
  );
}

/** The four steps to a new campaign, for members. */
export function WizardPage() {
  const session = useSession();
  // The route lets only members in; what is written is bound to the one who writes.
  return session.status === 'member' ? <Wizard key={session.member.id} member={session.member.id} /> : null;
}
