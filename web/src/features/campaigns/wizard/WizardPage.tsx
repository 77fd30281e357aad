import './wizard.css';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { type Draft, useMyDraftQuery } from '@/api/generated/drafts';
import type { Problem } from '@/api/problem';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { Loaded } from '@/parts/Loaded';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Form, setFieldErrors, useForm } from '@/ui/Form';
import { Icon } from '@/ui/Icon';
import { PageSkeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { showToast } from '@/ui/toast';
import { usePageTitle } from '@/ui/usePageTitle';
import { DraftNote } from './DraftNote';
import { InName, useNameFaults } from './InName';
import { LeaveGuard } from './LeaveGuard';
import { OpenDraft } from './OpenDraft';
import { Progress, stepTexts } from './Progress';
import { StepBasics } from './StepBasics';
import { StepGoal } from './StepGoal';
import { StepLaunch } from './StepLaunch';
import { StepStory } from './StepStory';
import { useDraft } from './useDraft';
import { useFaultText } from './useFaultText';
import { useLaunch } from './useLaunch';
import { usePermission } from './usePermission';
import { useStep } from './useStep';
import { dayOf, type Fault, faultsOf, firstFaulty } from './validate';
import { isUntouched, type Step, stepCount, stepOf, type Values } from './values';

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

interface WizardProps {
  member: string;
  /** What is gone on with; none for a new campaign. */
  draft?: Draft;
  /** Hears the id of a draft that was begun here. */
  onBegun?: (id: string) => void;
  /** Another campaign is to be begun. */
  onAnew?: () => void;
}

const ignore = (): void => undefined;

function Wizard({ member, draft: opened, onBegun = ignore, onAnew = ignore }: WizardProps) {
  const { t } = useTranslation('wizard');
  const { locale } = useFormat();
  const navigate = useNavigate();
  const [form] = useForm<Values>();
  const values = (): Values => form.getFieldsValue(true) as Values;
  const draft = useDraft({ draft: opened, member, values, onBegun });
  const { start } = draft;
  const [isBeginning, setBeginning] = useState(false);
  // The last step shows what the form held as it was opened.
  const [taken, setTaken] = useState(0);
  const [reached] = useState(() => firstFaulty(start, today(), locale)?.step ?? stepCount);
  const { step, goTo } = useStep(reached);
  const say = useFaultText();
  const isLaunched = useRef(false);
  usePageTitle(t('title'));
  useDraftAddress(draft.id, onAnew);

  const unsaved = useRef(draft.isUnsaved);
  useEffect(() => {
    unsaved.current = draft.isUnsaved;
  });
  const isUnsaved = useCallback(
    () => !isLaunched.current && unsaved.current(isUntouched(form.getFieldsValue(true) as Values)),
    [form],
  );

  const naming = useNameFaults(form);
  const permission = usePermission(form);
  const tell = (faults: readonly Fault[]) => {
    naming.lookAgain(faults);
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
    draft: draft.settled,
    onDraftRefused: (problem) => void draft.refused(problem),
    onRefused: tell,
    onLaunched: ({ slug, campaign_id: id, status }) => {
      isLaunched.current = true;
      draft.forget();
      const waits = status === 'in_review';
      showToast({ title: t(waits ? 'launch.sent' : 'launch.done') });
      void navigate(waits ? `/my/campaigns/${id}` : `/campaign/${slug}`);
    },
  });

  /** The next step; the first time only when the draft is begun, so that its address is the draft's. */
  const goOn = async (): Promise<void> => {
    const next = (step + 1) as Step;
    const saved = draft.save();
    if (!draft.id()) {
      setBeginning(true);
      await saved;
      setBeginning(false);
    }
    goTo(next, draft.id());
  };

  const proceed = (): void => {
    if (isLaunching || isBeginning) return;
    const faults =
      step === stepCount ? (firstFaulty(values(), today(), locale)?.faults ?? []) : faultsOf(step, values(), today(), locale);
    const unnamed = step === 1 || step === stepCount ? naming.faults() : [];
    const unasked = step >= 3 ? permission.faults() : [];
    if (faults.length + unnamed.length + unasked.length > 0) tell([...unnamed, ...faults, ...unasked]);
    else if (step < stepCount) void goOn();
    else void launch(values());
  };

  return (
    <div className="wrap page wizard">
      <LeaveGuard isUnsaved={isUnsaved} onSave={draft.save} />
      <LinkButton to="/my" variant="quiet" size="small" className="wizard-back">
        <Icon name="left" size={18} />
        {t('back')}
      </LinkButton>
      <h1>{t('title')}</h1>
      {!opened && step === 1 && draft.standing.is === 'none' && <OpenDraft />}
      <Progress step={step} />
      <Form<Values>
        form={form}
        initialValues={start}
        onValuesChange={() => {
          forgive();
          draft.changed();
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
              <StepBasics form={form} inName={<InName form={form} />} />
            </StepSection>
            <StepSection of={2} step={step}>
              <StepStory form={form} />
            </StepSection>
            <StepSection of={3} step={step}>
              <StepGoal form={form} asksPermission={permission.asks} />
            </StepSection>
            <StepSection of={4} step={step}>
              {step === stepCount && <StepLaunch key={taken} form={form} member={member} onEdit={goTo} />}
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
            <Button type="submit" size="large" busy={isLaunching || isBeginning}>
              {step < stepCount ? t('next') : isLaunching ? t('launch.busy') : t('launch.button')}
            </Button>
          </div>
          <DraftNote
            standing={draft.standing}
            onTake={(theirs) => {
              form.setFieldsValue(draft.takeTheirs(theirs));
              setTaken((times) => times + 1);
            }}
            onKeep={(theirs) => void draft.keepMine(theirs)}
          />
        </form>
      </Form>
    </div>
  );
}

/** Keeps the draft in the page's address: going back comes to where there was none yet, a link to a new campaign means one. */
function useDraftAddress(id: () => string | undefined, onAnew: () => void): void {
  const [params, setParams] = useSearchParams();
  const how = useNavigationType();
  const now = useRef({ id, how, onAnew, setParams });
  useEffect(() => {
    now.current = { id, how, onAnew, setParams };
  });
  useEffect(() => {
    const own = now.current.id();
    if (!own || params.has('draft')) return;
    if (now.current.how === NavigationType.Push) now.current.onAnew();
    else {
      now.current.setParams(
        (before) => {
          const after = new URLSearchParams(before);
          after.set('draft', own);
          return after;
        },
        { replace: true },
      );
    }
  }, [params]);
}

/** There is no such draft any more, or there never was. */
function NoDraft() {
  const { t } = useTranslation('wizard');
  return (
    <div className="wrap page">
      <EmptyState
        heading="h1"
        title={t('draft.none')}
        text={t('draft.noneText')}
        action={<LinkButton to="/my/campaigns">{t('draft.all')}</LinkButton>}
      />
    </div>
  );
}

const notThere = ({ status }: Problem) => status === 404 && <NoDraft />;

/** A draft as it is now, to be gone on with. */
function Continued({ id, member }: { id: string; member: string }) {
  const { t } = useTranslation('wizard');
  const query = useMyDraftQuery({ id }, { refetchOnMountOrArgChange: true });
  // What was asked for earlier may be older than what another device saved: the form begins with what is read now.
  const [draft, setDraft] = useState<Draft>();
  if (!draft && !query.isFetching && query.currentData) setDraft(query.currentData);
  usePageTitle(t('title'));
  return (
    <Loaded
      page="wrap page"
      query={{ ...query, currentData: draft, isError: !draft && query.isError }}
      skeleton={<PageSkeleton />}
      failed={t('draft.loadFailed')}
      refused={notThere}
    >
      {(begun) => <Wizard member={member} draft={begun} />}
    </Loaded>
  );
}

/** The four steps to a new campaign, for members: from the start, or going on with the draft that the address names. */
export function WizardPage() {
  const session = useSession();
  const [params] = useSearchParams();
  const [anew, setAnew] = useState(0);
  // Begun on this page, which goes on with it as it stands.
  const [own, setOwn] = useState<string>();
  // The route lets only members in; what is written is bound to the one who writes.
  if (session.status !== 'member') return null;
  const { id: member } = session.member;
  const draft = params.get('draft');
  if (draft && draft !== own) return <Continued key={`${member} ${draft}`} id={draft} member={member} />;
  return (
    <Wizard
      key={`${member} ${anew}`}
      member={member}
      onBegun={setOwn}
      onAnew={() => {
        setOwn(undefined);
        setAnew((before) => before + 1);
      }}
    />
  );
}
