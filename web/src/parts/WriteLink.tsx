import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classes } from '@/ui/classes';

/** Whom a message goes to or comes from: a member, a page or the team of a campaign. */
export interface Addressed {
  readonly kind: 'member' | 'page' | 'campaign';
  /** Left out where what the message is about says who it is. */
  readonly id?: string | undefined;
}

interface Props {
  to: Addressed;
  /** The name of whoever it goes to, in the reader's language. */
  name: string;
  /** As whom one writes; left out for oneself. */
  as?: Addressed;
  /** What somebody offered, joined or gave. */
  about?: { readonly kind: 'time' | 'thing' | 'shift' | 'gift'; readonly id?: string };
  variant?: 'outline' | 'quiet';
  size?: 'small';
}

/** Leads to where one writes to somebody, or to the conversation that there is. */
export function WriteLink({ to, name, as, about, variant = 'outline', size }: Props) {
  const { t } = useTranslation();
  const query = new URLSearchParams({ to: [to.kind, to.id].filter(Boolean).join(':') });
  if (as?.id) query.set('as', `${as.kind}:${as.id}`);
  if (about) query.set('about', [about.kind, about.id].filter(Boolean).join(':'));
  return (
    <Link
      className={classes('btn', `btn-${variant}`, size && `btn-${size}`)}
      to={`/my/messages?${query}`}
      state={{ writeTo: name }}
      aria-label={t('write.to', { name })}
    >
      {t('write.do')}
    </Link>
  );
}
