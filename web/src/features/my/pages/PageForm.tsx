import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CreatePageBody,
  type Page,
  useChangePageLogoMutation,
  useCreatePageMutation,
  useLazyPageQuery,
  useRevisePageMutation,
} from '@/api/generated/pages';
import { asProblem } from '@/api/problem';
import { forgetDraft, keepChange, readChange } from '@/api/drafts';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { SquarePicture } from '@/parts/SquarePicture';
import { useFormCommand } from '@/parts/useFormCommand';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Field, Form, useForm } from '@/ui/Form';
import { Select } from '@/ui/Select';
import { showToast } from '@/ui/toast';
import { Newer } from './Newer';
import { kinds, type Values } from './values';

const fields = ['kind', 'name', 'description', 'industry', 'location', 'website'] as const;

/** The most that the server takes, in characters. */
const longest = { name: 80, description: 1000, industry: 60, location: 100, website: 200 };

interface Props {
  /** The page that is changed; a new one without it. */
  page?: Page;
  onDone: (id: string) => void;
  onClose: () => void;
}

/** What the form begins from. */
function valuesOf(page: Page | undefined): Values {
  return {
    kind: page?.kind ?? 'nonprofit',
    name: page?.name ?? '',
    description: page?.description ?? '',
    industry: page?.industry ?? '',
    location: page?.location ?? '',
    website: page?.website ?? '',
  };
}

/** What was kept; nothing of it where any field was changed since it was begun, since all of them are saved together. */
function keptPage(draft: string, me: string, from: Values): Partial<Values> {
  const kept = readChange(draft, me, from);
  return typeof kept === 'object' && kept !== null ? kept : {};
}

/** What optional words say; left out where they are empty. */
function said(values: Values): Omit<CreatePageBody, 'lang'> {
  const { kind, name, ...rest } = values;
  const filled = Object.entries(rest).flatMap(([key, value]) => (value.trim() ? [[key, value.trim()] as const] : []));
  return { kind, name: name.trim(), ...Object.fromEntries(filled) };
}

/** The logo of a page: it is saved at once, apart from the words. */
function Logo({ page }: { page: Page }) {
  const { t } = useTranslation('pages');
  const [change] = useChangePageLogoMutation();
  return (
    <div className="pages-logo">
      <Avatar name={page.name} id={page.id} picture={page.logo} size={96} />
      <SquarePicture
        kind="page-logo"
        inline
        picture={page.logo}
        say={(word) => t(`logo.${word}`)}
        cancel={t('form.cancel')}
        show={(upload) => change({ changePageLogoBody: { page_id: page.id, ...(upload && { upload }) } }).unwrap()}
      />
    </div>
  );
}

/** The dialog in which a page is made, or changed. */
export function PageForm({ page, onDone, onClose }: Props) {
  const { t } = useTranslation('pages');
  const { language } = useFormat();
  const [form] = useForm<Values>();
  const session = useSession();
  const me = session.status === 'member' ? session.member.id : '';
  // What is written is kept as this until it is sent; of a change, also until it is given up.
  const draft = page ? `page.${page.id}` : 'page';
  const [from, setFrom] = useState(() => ({ values: valuesOf(page), at: page?.said_at }));
  const [initial] = useState(() => ({ ...from.values, ...keptPage(draft, me, from.values) }));
  const [mine, setMine] = useState<Values>(initial);
  // What was done with newer words, until something is written.
  const [settled, setSettled] = useState<'taken' | 'kept'>();
  const write = (values: Values) => {
    setMine(values);
    setSettled(undefined);
    keepChange(draft, me, from.values, values);
  };
  // Where it says the same again, or just what is written here, nobody's words are lost.
  const now = valuesOf(page);
  const newer = page ? fields.filter((field) => now[field] !== from.values[field] && now[field] !== mine[field].trim()) : [];
  const isUntouched = (field: keyof Values) => mine[field].trim() === from.values[field];
  const buildsOn = newer.length === 0 ? page?.said_at : from.at;
  const close = () => {
    if (page) forgetDraft(draft, me);
    onClose();
  };
  const [create] = useCreatePageMutation();
  const [revise] = useRevisePageMutation();
  const [look] = useLazyPageQuery();
  const { run, busy, failure, clear } = useFormCommand(
    form,
    async (values: Values) => {
      const words = { ...said(values), lang: page ? (page.lang as CreatePageBody['lang']) : language };
      if (!page) return (await create({ createPageBody: words }).unwrap()).page_id;
      try {
        await revise({ revisePageBody: { page_id: page.id, ...words, ...(buildsOn && { builds_on: buildsOn }) } }).unwrap();
      } catch (error) {
        // What it says now is pushed; where no push comes it is asked for.
        if (asProblem(error).code === 'page_changed') await look({ id: page.id });
        throw error;
      }
      return page.id;
    },
    {
      onDone: (id) => {
        forgetDraft(draft, me);
        showToast({ title: t(page ? 'form.saved' : 'form.created') });
        onDone(id);
      },
      onRefused: ({ status }) => {
        if (status !== 401) return undefined;
        // Signing in takes the place of the form.
        showToast({ tone: 'error', title: t(page ? 'form.editSignedOut' : 'form.signedOut'), text: t('form.signedOutAdvice') });
        return 'handled';
      },
    },
  );
  const isChanged = failure?.problem.code === 'page_changed';
  /** Takes newer words in where one wrote nothing, and over one's own where they are to be taken. */
  const settle = (how: 'taken' | 'kept') => {
    const values = { ...mine };
    for (const field of newer) if (how === 'taken' || isUntouched(field)) Object.assign(values, { [field]: now[field] });
    form.setFieldsValue(values);
    setMine(values);
    setFrom({ values: now, at: page?.said_at });
    setSettled(how);
    clear();
    keepChange(draft, me, now, values);
  };
  const needed = { required: true, whitespace: true, message: t('form.needed'), validateTrigger: 'onSubmit' };
  const line = (name: 'industry' | 'location') => (
    <Field name={name} label={t(`form.${name}`)}>
      {(control) => <input className="input" type="text" maxLength={longest[name]} {...control} />}
    </Field>
  );
  return (
    <Dialog open onClose={close} title={t(page ? 'form.edit' : 'form.title')}>
      {page && <Logo page={page} />}
      <Form<Values>
        className="stack"
        form={form}
        initialValues={initial}
        onValuesChange={(_, values: Values) => write(values)}
        noValidate
        onFinish={(values) => void run(values)}
      >
        <Field name="kind" label={t('form.kind')} required>
          {(control) => (
            <Select {...control}>
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`kind.${kind}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          name="name"
          label={t('form.name')}
          rules={[needed]}
          required
          {...(page?.verified_at && { hint: t('form.verifiedHint') })}
        >
          {(control) => <input className="input" type="text" maxLength={longest.name} {...control} />}
        </Field>
        <Field name="description" label={t('form.description')}>
          {(control) => <textarea className="input" rows={4} maxLength={longest.description} {...control} />}
        </Field>
        {line('industry')}
        {line('location')}
        <Field name="website" label={t('form.website')} hint={t('form.websiteHint')}>
          {(control) => (
            <input className="input" type="text" inputMode="url" autoComplete="url" maxLength={longest.website} {...control} />
          )}
        </Field>
        {page && (
          <Newer
            // What one's own press does is nothing that somebody else changed.
            fields={busy ? [] : newer}
            now={now}
            lang={page.lang}
            clashes={!newer.every(isUntouched)}
            refused={isChanged}
            settled={settled}
            onSettle={settle}
          />
        )}
        {failure && !(isChanged && newer.length > 0) && (
          <FailureNotice title={t(page ? 'form.saveFailed' : 'form.failed')}>
            <p className="mut">
              {isChanged
                ? t('newer.coming')
                : [failure.title, ...failure.unplaced, failure.advice].filter(Boolean).join('. ')}
            </p>
          </FailureNotice>
        )}
        <div className="pages-do">
          <Button variant="outline" onClick={close}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {t(page ? 'form.save' : 'form.go')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
