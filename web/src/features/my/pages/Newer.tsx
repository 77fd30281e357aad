import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/States';
import type { Values } from './values';

interface Props {
  /** What somebody else changed of the page while it is changed here. */
  fields: ReadonlyArray<keyof Values>;
  /** What it says now, and in which language. */
  now: Values;
  lang: string;
  /** One wrote something else in one of them. */
  clashes: boolean;
  /** It was to be saved already. */
  refused: boolean;
  settled: 'taken' | 'kept' | undefined;
  onSettle: (how: 'taken' | 'kept') => void;
}

/** Says what somebody else changed of a page while it is changed here, and lets one choose. */
export function Newer({ fields, now, lang, clashes, refused, settled, onSettle }: Props) {
  const { t } = useTranslation('pages');
  const choose = (how: 'taken' | 'kept') => (event: MouseEvent<HTMLButtonElement>) => {
    onSettle(how);
    // The buttons go: on with saving.
    event.currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
  };
  return (
    <div role={refused ? 'alert' : 'status'}>
      {fields.length > 0 ? (
        <Notice icon="warning">
          <p>
            <b>{t(refused ? 'newer.refused' : 'newer.title')}</b>
          </p>
          <p>{t(clashes ? 'newer.clash' : 'newer.apart')}</p>
          <ul role="list" className="pages-newer">
            {fields.map((field) => (
              <li key={field}>
                <span className="mut">{t(`form.${field}`)}</span>{' '}
                {field === 'kind' ? (
                  t(`kind.${now.kind}`)
                ) : (
                  <span lang={now[field] ? lang : undefined}>{now[field] || t('newer.nothing')}</span>
                )}
              </li>
            ))}
          </ul>
          <div className="pages-do">
            <Button variant="outline" size="small" onClick={choose('taken')}>
              {t('newer.take')}
            </Button>
            {clashes && (
              <Button variant="outline" size="small" onClick={choose('kept')}>
                {t('newer.keep')}
              </Button>
            )}
          </div>
        </Notice>
      ) : (
        settled && <p className="field-hint">{t(`newer.${settled}`)}</p>
      )}
    </div>
  );
}
