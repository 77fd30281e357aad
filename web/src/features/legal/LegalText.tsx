import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { usePageTitle } from '@/ui/usePageTitle';

interface Props {
  title: string;
  lead: string;
  /** The ISO day it is in force since. */
  version: string;
  /** What stands under the version. */
  note?: ReactNode;
  parts: ReadonlyArray<{ id: string; title: string; text: string }>;
  /** What stands at its end. */
  more?: ReactNode;
}

/** A document with a version and a few titled paragraphs. */
export function LegalText({ title, lead, version, note, parts, more }: Props) {
  const { t } = useTranslation('legal');
  const format = useFormat();
  usePageTitle(title);
  return (
    <article className="wrap page">
      <h1>{title}</h1>
      <div className="prose">
        <p className="mut">{lead}</p>
        <p className="sm mut">{t('version', { date: format.plainDay(version) })}</p>
        {note}
        {parts.map((part) => (
          <section key={part.id}>
            <h2>{part.title}</h2>
            <p>{part.text}</p>
          </section>
        ))}
        {more}
      </div>
    </article>
  );
}
