import { type MouseEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/States';

interface Props {
  /** What the post came to say while it was changed here. */
  newer: { text: string; lang: string; take: () => void; keep: () => void } | undefined;
  settled: 'taken' | 'kept' | undefined;
  /** It was to be saved already. */
  refused: boolean;
}

/** Says that a post was changed elsewhere while it is changed here, and lets one choose. */
export function Newer({ newer, settled, refused }: Props) {
  const { t } = useTranslation('feed');
  const id = useId();
  const choose = (settle: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    settle();
    // The buttons go: on with what is written.
    event.currentTarget.form?.querySelector<HTMLElement>('textarea')?.focus();
  };
  return (
    <div role={refused ? 'alert' : 'status'}>
      {newer ? (
        <Notice icon="warning">
          <p>
            <b>{t(refused ? 'newer.refused' : 'newer.title')}</b>
          </p>
          <p>{t('newer.text')}</p>
          <label className="sr" htmlFor={id}>
            {t('newer.words')}
          </label>
          <textarea id={id} className="input" rows={3} readOnly value={newer.text} lang={newer.lang} />
          <div className="feed-newer">
            <Button variant="outline" size="small" onClick={choose(newer.take)}>
              {t('newer.take')}
            </Button>
            <Button variant="outline" size="small" onClick={choose(newer.keep)}>
              {t('newer.keep')}
            </Button>
          </div>
        </Notice>
      ) : (
        settled && <p className="field-hint">{t(`newer.${settled}`)}</p>
      )}
    </div>
  );
}
