import './wizard.css';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { discard } from '@/api/upload';
import { type CampaignDetail, useCampaignQuery } from '@/api/generated/campaigns';
import type { Problem } from '@/api/problem';
import { useSessionKeeper } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { Loaded } from '@/parts/Loaded';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { focusFirstFault, Form, setFieldErrors, useForm } from '@/ui/Form';
import { PageSkeleton } from '@/ui/Skeleton';
import { EmptyState, Notice } from '@/ui/States';
import { showToast } from '@/ui/toast';
import { usePageTitle } from '@/ui/usePageTitle';
import { isAddressOf } from './address';
import { InName, useNameFaults } from './InName';
import { LeaveGuard } from './LeaveGuard';
import { MediaFields } from './MediaFields';
import { Rename } from './Rename';
import { StepBasics } from './StepBasics';
import { StepGoal } from './StepGoal';
import { StepStory } from './StepStory';
import { useFaultText } from './useFaultText';
import { usePermission } from './usePermission';
import { useSave, zoneOf } from './useSave';
import { dayOf, type Fault, faultsOf } from './validate';
import { type Values, valuesOf } from './values';

function Section({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card pad>
      <section aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        <p className="mut wizard-lead">{lead}</p>
        {children}
      </section>
    </Card>
  );
}

const isWaiting = ({ status }: CampaignDetail) => status === 'in_review' || status === 'changes_requested';

/** Its owner chooses in whose name it goes until it is public; from then on they can go on in their own. */
const choosesName = (page: CampaignDetail) => page.owned && (isWaiting(page) || page.organizer.page !== undefined);

/** The form, filled with what the campaign says as it was read when the page was opened. */
function Edit({ page: now }: { page: CampaignDetail }) {
  const { t } = useTranslation('wizard');
  // What is pushed meanwhile does not change the form: saving then is refused as stale, rather than undoing it unseen.
  const [page] = useState(now);
  const { language, locale } = useFormat();
  const navigate = useNavigate();
  const [form] = useForm<Values>();
  const [start] = useState(() => valuesOf(page, language));
  const say = useFaultText();
  const session = useSessionKeeper();
  const isSaved = useRef(false);
  const [renames, setRenames] = useState(false);
  const asked = page.status === 'changes_requested';

  const { page: seenId } = page.organizer;
  const seen = seenId && !isWaiting(page) ? { id: seenId, name: page.organizer.name } : undefined;
  const naming = useNameFaults(form, { seen, skip: !choosesName(page) });
  const permission = usePermission(form, page);

  const values = (): Values => form.getFieldsValue(true) as Values;
  const isUnsaved = useCallback(
    () => !isSaved.current && JSON.stringify({ ...start, ...(form.getFieldsValue(true) as Values) }) !== JSON.stringify(start),
    [form, start],
  );

  const tell = (faults: readonly Fault[]) => {
    naming.lookAgain(faults);
    if (faults.length === 0) return;
    if (faults.some(({ code }) => code === 'required')) showToast({ tone: 'error', title: t('edit.required') });
    const texts = say(faults, values().currency);
    setFieldErrors(
      form,
      texts.map(({ field, text }) => ({ field: field === 'time_zone' ? 'end_date' : field, text })),
    );
    focusFirstFault();
  };

  // Nothing shows it any more. Where this is not answered it goes by itself, a while later.
  const takeBack = (kind: string, upload: string) => void discard(kind, upload, session).catch(() => undefined);

  const { save, isSaving, failure, forgive } = useSave(page, {
    onRefused: tell,
    onSaved: () => {
      isSaved.current = true;
      const { photo, video } = values();
      if (start.photo && photo !== start.photo) takeBack('campaign-photo', start.photo);
      if (start.video && video !== start.video) takeBack('campaign-video', start.video);
      showToast({ title: t(asked ? 'edit.sent' : 'edit.done') });
      void navigate(`/my/campaigns/${page.id}`);
    },
  });

  const submit = (): void => {
    if (isSaving) return;
    const steps = [1, 2, 3, 4] as const;
    const faults = [
      ...naming.faults(),
      ...steps.flatMap((step) => faultsOf(step, values(), dayOf(new Date()), locale)),
      ...(page.owned ? permission.faults() : []),
    ];
    if (faults.length > 0) tell(faults);
    else void save({ values: values(), renames: renames && !isAddressOf(page.slug, values().title, page.title) });
  };

  return (
    <div className="wrap page wizard">
      <LeaveGuard isUnsaved={isUnsaved} edits />
      <h1>{t('edit.title')}</h1>
      <p className="mut" lang={page.lang}>
        {page.title}
      </p>
      {asked && page.stop_reason && (
        <Notice icon="warning">
          <p>
            <b>{t('edit.asked')}</b>
          </p>
          <p className="wizard-asked">{page.stop_reason}</p>
        </Notice>
      )}
      {!page.owned && (
        <Notice icon="warning">
          <p>{t('edit.ownerOnly')}</p>
        </Notice>
      )}
      <Form<Values>
        form={form}
        initialValues={start}
        onValuesChange={(changed: Partial<Values>) => {
          forgive();
          // Another one has not agreed yet.
          if ('beneficiary_name' in changed) {
            const name = changed.beneficiary_name?.trim() ?? '';
            form.setFieldValue('beneficiary_consent', name !== '' && name === page.beneficiary_name);
          }
        }}
        component={false}
      >
        <form
          className="wizard-edit"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Section title={t('basics.title')} lead={t('basics.lead')}>
            <StepBasics
              form={form}
              underTitle={page.owned && <Rename form={form} page={page} value={renames} onChange={setRenames} />}
              inName={choosesName(page) && <InName form={form} seen={seen} />}
            />
          </Section>
          <Section title={t('story.title')} lead={t('story.lead')}>
            <StepStory form={form} isOwner={page.owned} />
          </Section>
          {page.owned && (
            <Section title={t('media.title')} lead={t('media.lead')}>
              <MediaFields form={form} saved={start} />
            </Section>
          )}
          <Section title={t('goal.title')} lead={t('goal.lead')}>
            <StepGoal
              form={form}
              zone={zoneOf(page)}
              isCurrencyFixed={page.gifts > 0}
              isOwner={page.owned}
              asksPermission={permission.asks}
            />
          </Section>
          {failure && (
            <FailureNotice title={failure.title}>
              <p>{failure.text}</p>
            </FailureNotice>
          )}
          <div className="wizard-actions">
            <LinkButton variant="outline" to={`/my/campaigns/${page.id}`}>
              {t('edit.back')}
            </LinkButton>
            <Button type="submit" size="large" busy={isSaving}>
              {isSaving ? t('edit.saving') : t(asked ? 'edit.send' : 'edit.save')}
            </Button>
          </div>
        </form>
      </Form>
    </div>
  );
}

/** Nobody edits what is not theirs: back to what is. */
function NotYours() {
  const { t } = useTranslation('wizard');
  const navigate = useNavigate();
  useEffect(() => {
    showToast({ title: t('edit.notYours') });
    void navigate('/my/campaigns', { replace: true });
  }, [t, navigate]);
  return <PageSkeleton />;
}

const over = {
  cancelled: 'edit.cancelled',
  rejected: 'edit.rejected',
  withdrawn: 'edit.withdrawn',
  completed: 'edit.ended',
} as const;

const isOver = (status: CampaignDetail['status']): status is keyof typeof over => status in over;

function Over({ page, status }: { page: CampaignDetail; status: keyof typeof over }) {
  const { t } = useTranslation('wizard');
  return (
    <div className="wrap page">
      <EmptyState
        heading="h1"
        title={t(over[status])}
        text={t('edit.overText')}
        action={<LinkButton to={`/my/campaigns/${page.id}`}>{t('edit.back')}</LinkButton>}
      />
    </div>
  );
}

/** What stands there where there is no campaign that the member runs. */
const notShown = ({ status }: Problem) => (status === 404 || status === 410) && <NotYours />;

/** Where whoever runs a campaign changes what it says and asks for. */
export function EditPage() {
  const { t } = useTranslation('wizard');
  const { id = '' } = useParams();
  const query = useCampaignQuery({ slug: id });
  usePageTitle(t('edit.title'));
  return (
    <Loaded page="wrap page" query={query} skeleton={<PageSkeleton />} failed={t('edit.loadFailed')} refused={notShown}>
      {(page) => {
        if (!page.can_edit) return <NotYours />;
        if (isOver(page.status)) return <Over page={page} status={page.status} />;
        return <Edit key={page.id} page={page} />;
      }}
    </Loaded>
  );
}
