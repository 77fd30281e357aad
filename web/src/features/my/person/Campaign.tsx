import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Titled } from '@/api/generated/people';
import { Cover } from '@/ui/Cover';
import { Unbroken } from '@/ui/Unbroken';

interface Props {
  campaign: Titled;
  /** Below the title. */
  line?: string;
  /** At the end of the row. */
  children?: ReactNode;
}

/** A campaign as a row, which leads to it. */
export function Campaign({ campaign, line, children }: Props) {
  const { id, slug, title, lang, category, photo } = campaign;
  return (
    <li className="person-row">
      <span className="person-cover">
        <Cover id={id} category={category} photo={photo} width={128} height={80} />
      </span>
      <span className="person-words">
        <Link className="person-name" to={`/campaign/${slug}`} lang={lang}>
          <Unbroken text={title} />
        </Link>
        {line && <span className="sm mut">{line}</span>}
      </span>
      {children}
    </li>
  );
}
