import './media.css';
import { photoAt } from '@/api/upload';
import { useWatch } from '@rc-component/form';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/ui/Dialog';
import { Field, type FormInstance } from '@/ui/Form';
import { Loading } from '@/ui/Skeleton';
import { GroupField } from '../GroupField';
import { Optional } from '../Optional';
import type { Values } from '../values';
import { Chooser } from './Chooser';
import { useUpload } from './useUpload';

const Crop = lazy(async () => ({ default: (await import('@/parts/Crop')).Crop }));

/** As the server takes and makes them. */
const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
const mostBytes = 10 * 1024 * 1024;
const mostPixels = 25_000_000;
const made = { width: 1600, height: 900 };

/** Refusals of the server that have words of their own here. */
const refusals = {
  file_too_large: 'photo.tooLarge',
  image_too_large: 'photo.tooManyPixels',
  unreadable_image: 'photo.unreadable',
} as const;

type Fault = 'photo.wrongType' | 'lost' | (typeof refusals)[keyof typeof refusals];

interface PickProps {
  /** The upload that is shown; empty without one. */
  value: string;
  /** The one that the campaign shows already: it goes only with what is saved. */
  saved: string;
  onChange: (upload: string) => void;
}

function Pick({ value, saved, onChange }: PickProps) {
  const { t } = useTranslation('media');
  /** The address of the file that was chosen, as long as it is cut. */
  const [source, setSource] = useState<string>();
  useEffect(() => (source ? () => URL.revokeObjectURL(source) : undefined), [source]);
  const [fault, setFault] = useState<Fault>();
  const upload = useUpload({ kind: 'campaign-photo', value, saved, onChange, refusals });
  const refuse = (found: Fault) => {
    setSource(undefined);
    setFault(found);
  };
  const words = {
    part: t('photo.part'),
    zoom: t('photo.zoom'),
    move: t('photo.move'),
    use: t('photo.use'),
    cancel: t('cancel'),
  };
  return (
    <>
      {value && (
        <img
          className="media-shown"
          src={`${photoAt(value)}/960.jpg`}
          alt={t('photo.shown')}
          onError={() => {
            onChange('');
            setFault('lost');
          }}
        />
      )}
      <Chooser
        upload={upload}
        accept={types.join(',')}
        choose={t(value ? 'photo.change' : 'photo.choose')}
        remove={value ? t('photo.remove') : undefined}
        fault={fault && t(fault)}
        onChosen={(file) => {
          const wrong = !types.includes(file.type) ? 'photo.wrongType' : file.size > mostBytes ? 'photo.tooLarge' : undefined;
          setFault(wrong);
          if (!wrong) setSource(URL.createObjectURL(file));
        }}
      />
      <Dialog open={source !== undefined} onClose={() => setSource(undefined)} title={t('photo.title')}>
        {source && (
          <Suspense fallback={<Loading>{null}</Loading>}>
            <Crop
              source={source}
              size={made}
              words={words}
              onCancel={() => setSource(undefined)}
              onDone={(part) => {
                setSource(undefined);
                void upload.send(part);
              }}
              onUnreadable={() => refuse('photo.unreadable')}
              onLoaded={({ width, height }) => width * height > mostPixels && refuse('photo.tooManyPixels')}
            />
          </Suspense>
        )}
      </Dialog>
    </>
  );
}

/** The campaign's photograph, and what it shows. */
export function PhotoField({ form, saved }: { form: FormInstance<Values>; saved: string }) {
  const { t } = useTranslation('media');
  const photo = useWatch('photo', form) ?? '';
  const lang = useWatch('lang', form);
  return (
    <>
      <GroupField<string> name="photo" legend={<Optional>{t('photo.legend')}</Optional>} hint={t('photo.hint')}>
        {(value, onChange) => <Pick value={value} saved={saved} onChange={onChange} />}
      </GroupField>
      {photo && (
        <Field name="photo_alt" label={<Optional>{t('photo.alt')}</Optional>} hint={t('photo.altHint')}>
          {(control) => (
            <input
              {...control}
              className="input"
              autoComplete="off"
              lang={lang}
              // In the last step of the wizard it would launch the campaign.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
          )}
        </Field>
      )}
    </>
  );
}
