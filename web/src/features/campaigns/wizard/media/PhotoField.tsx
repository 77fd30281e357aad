import './media.css';
import { asProblem } from '@/api/problem';
import { photoAt } from '@/api/upload';
import { useWatch } from '@rc-component/form';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '@/i18n/useProblemText';
import { pictureTypes } from '@/parts/photograph';
import { useChosenPicture } from '@/parts/useChosenPicture';
import { Dialog } from '@/ui/Dialog';
import { Field, type FormInstance } from '@/ui/Form';
import { Loading } from '@/ui/Skeleton';
import { GroupField } from '../GroupField';
import { Optional } from '../Optional';
import type { Values } from '../values';
import { Chooser } from './Chooser';
import { useUpload } from './useUpload';

const Crop = lazy(async () => ({ default: (await import('@/parts/Crop')).Crop }));

/** As the server makes them. */
const made = { width: 1600, height: 900 };

/** Refusals that have words of their own here. */
const refusals = { unreadable_image: 'photo.unreadable' } as const;

interface PickProps {
  /** The upload that is shown; empty without one. */
  value: string;
  /** The one that the campaign shows already: it goes only with what is saved. */
  saved: string;
  onChange: (upload: string) => void;
}

function Pick({ value, saved, onChange }: PickProps) {
  const { t } = useTranslation('media');
  const say = useProblemText();
  /** What is wrong with what was chosen. */
  const [fault, setFault] = useState<string>();
  const upload = useUpload({ kind: 'campaign-photo', value, saved, onChange, refusals });
  const { chosen, preparing, choose, close } = useChosenPicture((error) => {
    const problem = asProblem(error);
    setFault(problem.code === 'unreadable_image' ? t('photo.unreadable') : say(problem).title);
  });
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
            setFault(t('lost'));
          }}
        />
      )}
      <Chooser
        upload={upload}
        preparing={preparing}
        accept={pictureTypes.join(',')}
        choose={t(value ? 'photo.change' : 'photo.choose')}
        remove={value ? t('photo.remove') : undefined}
        fault={fault}
        onChosen={(file) => {
          const isPicture = pictureTypes.includes(file.type);
          setFault(isPicture ? undefined : t('photo.wrongType'));
          if (isPicture) void choose(file);
        }}
      />
      <Dialog open={chosen !== undefined} onClose={close} title={t('photo.title')}>
        {chosen && (
          <Suspense fallback={<Loading>{null}</Loading>}>
            <Crop
              source={chosen.source}
              size={made}
              words={words}
              note={chosen.still ? t('photo.still') : undefined}
              onCancel={close}
              onDone={(part) => {
                close();
                void upload.send(part);
              }}
              onUnreadable={() => {
                close();
                setFault(t('photo.unreadable'));
              }}
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
