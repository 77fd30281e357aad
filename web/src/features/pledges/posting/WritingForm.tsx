import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Update } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';
import { Segmented } from '@/ui/Segmented';
import { Switch } from '@/ui/Switch';

/** The most characters that the server takes. */
const longestTitle = 120;
const longestText = 5000;

interface Words {
  title: string;
  text: string;
}

/** What somebody writes in an update, and to whom. */
export interface Writing extends Words {
  audience: Update['audience'];
  pin: boolean;
}

interface Props {
  /** What an update says that is revised; without it, it is a new one, which may be pinned at once. */
  initial?: Update;
  /** The button's words. */
  label: string;
  onSend: (writing: Writing) => Promise<unknown>;
  onDone: () => void;
  onCancel?: () => void;
}

export function WritingForm({ initial, label, onSend, onDone, onCancel }: Props) {
  const { t } = useTranslation('posting');
  const format = useFormat();
  const [form] = useForm<Words>();
  const [audience, setAudience] = useState<Update['audience']>(initial?.audience ?? 'public');
  const [pin, setPin] = useState(false);
  const { run, busy, failure } = useFormCommand(form, (words: Words) => onSend({ ...words, audience, pin }), { onDone });
  const needed = { required: true, whitespace: true, message: t('empty'), validateTrigger: 'onSubmit' };
  return (
    <Form<Words>
      className="posting-form"
      form={form}
      initialValues={{ title: initial?.title ?? '', text: initial?.text ?? '' }}
      noValidate
      onFinish={(words) => void run(words)}
    >
      <Field
        name="title"
        label={t('title')}
        hint={t('titleHint', { max: format.count(longestTitle) })}
        rules={[needed]}
        required
      >
        {(control) => <input className="input" type="text" maxLength={longestTitle} {...control} />}
      </Field>
      <Field name="text" label={t('text')} hint={t('textHint', { max: format.count(longestText) })} rules={[needed]} required>
        {(control) => <textarea className="input" rows={6} maxLength={longestText} {...control} />}
      </Field>
      <div className="posting-choices">
        <div className="posting-audience">
          <p className="sm" aria-hidden="true">
            <b>{t('audience')}</b>
          </p>
          <Segmented
            fit
            legend={t('audience')}
            options={[
              { value: 'public', label: t('public') },
              { value: 'supporters', label: t('supporters'), icon: 'people' },
            ]}
            value={audience}
            onChange={setAudience}
          />
          {audience === 'supporters' && <p className="sm mut">{t('supportersHint')}</p>}
        </div>
        {!initial && (
          <Switch on={pin} onPress={() => setPin(!pin)}>
            {t('pin')}
          </Switch>
        )}
      </div>
      {failure && (
        <FailureNotice title={failure.title}>
          <p className="mut">{[...failure.unplaced, failure.advice].join('. ')}</p>
        </FailureNotice>
      )}
      <div className="posting-do">
        {onCancel && (
          <Button variant="outline" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button type="submit" busy={busy}>
          {label}
        </Button>
      </div>
    </Form>
  );
}
