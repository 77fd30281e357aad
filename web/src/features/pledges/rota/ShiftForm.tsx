import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttendedShift } from '@/api/generated/shifts';
import { useFigures } from '@/i18n/useFigures';
import { FailureNotice } from '@/parts/FailureNotice';
import { FigureField } from '@/parts/FigureField';
import { useFormCommand } from '@/parts/useFormCommand';
import { Button } from '@/ui/Button';
import { Field, Form, useForm } from '@/ui/Form';

/** The most characters that the server takes. */
const longestTitle = 120;
const longestPlace = 200;
const longestNote = 1000;

interface Values {
  title: string;
  place: string;
  starts: string;
  ends: string;
  /** As typed. */
  capacity: string;
  note: string;
}

/** What somebody says of a shift; times as a clock at the place shows them. */
export interface Said extends Omit<Values, 'capacity'> {
  capacity: number;
  time_zone: string;
}

interface Props {
  initial?: AttendedShift;
  /** IANA name of the zone whose clocks hang at the place. */
  zone: string;
  label: string;
  onSend: (said: Said) => Promise<unknown>;
  onDone: () => void;
  onCancel?: () => void;
}

/** The time that is as much later than another as two others are apart; times as a field of HTML holds them. */
export function following(starts: string, before: { starts: string; ends: string }): string {
  const length = Date.parse(`${before.ends}Z`) - Date.parse(`${before.starts}Z`);
  const ends = new Date(Date.parse(`${starts}Z`) + length);
  return Number.isNaN(ends.getTime()) ? before.ends : ends.toISOString().slice(0, 16);
}

export function ShiftForm({ initial, zone, label, onSend, onDone, onCancel }: Props) {
  const { t } = useTranslation('rota');
  const figures = useFigures();
  const [form] = useForm<Values>();
  const { run, busy, failure } = useFormCommand(
    form,
    (values: Values) => onSend({ ...values, capacity: figures.whole(values.capacity) ?? 0, time_zone: zone }),
    { onDone },
  );
  const before = useRef(initial?.starts ?? '');
  const needed = { required: true, whitespace: true, message: t('empty'), validateTrigger: 'onSubmit' };
  const filled = { required: true, message: t('empty'), validateTrigger: 'onSubmit' };
  /** A shift that is moved keeps its length. */
  const move = (changed: Partial<Values>, { starts, ends }: Values) => {
    if (changed.starts && initial && ends === following(before.current, initial)) {
      form.setFieldValue('ends', following(starts, initial));
    }
    if (changed.starts) before.current = changed.starts;
  };
  return (
    <Form<Values>
      className="rota-form"
      form={form}
      initialValues={{
        title: initial?.title ?? '',
        place: initial?.place ?? '',
        starts: initial?.starts ?? '',
        ends: initial?.ends ?? '',
        capacity: String(initial?.capacity ?? 5),
        note: initial?.note ?? '',
      }}
      noValidate
      onValuesChange={move}
      onFinish={(values) => void run(values)}
    >
      <Field name="title" label={t('title')} rules={[needed]} required>
        {(control) => <input className="input" type="text" maxLength={longestTitle} {...control} />}
      </Field>
      <Field name="place" label={t('place')} rules={[needed]} required>
        {(control) => <input className="input" type="text" maxLength={longestPlace} {...control} />}
      </Field>
      <div className="rota-pair">
        <Field name="starts" label={t('starts')} rules={[filled]} required>
          {(control) => <input className="input" type="datetime-local" step={900} {...control} />}
        </Field>
        <Field name="ends" label={t('ends')} rules={[filled]} required>
          {(control) => <input className="input" type="datetime-local" step={900} {...control} />}
        </Field>
        <FigureField name="capacity" kind="count" label={t('capacity')} missing={t('empty')} />
      </div>
      <p className="sm mut">{t('zone', { zone })}</p>
      <Field name="note" label={t('note')}>
        {(control) => <textarea className="input" rows={3} maxLength={longestNote} {...control} />}
      </Field>
      {failure && !failure.placed && (
        <FailureNotice title={failure.title}>
          <p className="mut">{[...failure.unplaced, failure.advice].join('. ')}</p>
        </FailureNotice>
      )}
      <div className="rota-do">
        {onCancel && (
          <Button variant="outline" onClick={onCancel}>
            {t('back')}
          </Button>
        )}
        <Button type="submit" busy={busy}>
          {label}
        </Button>
      </div>
    </Form>
  );
}
