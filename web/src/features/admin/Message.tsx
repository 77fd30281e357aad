import { useTranslation } from 'react-i18next';
import type { Inquiry } from '@/api/generated/staff';
import { languageNames } from '@/i18n/languages';
import { useFormat } from '@/i18n/useFormat';
import { Button } from '@/ui/Button';
import { Chip } from '@/ui/Chip';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { replyAddress } from './reply';

interface Props {
  inquiry: Inquiry;
  /** Marks it as answered; left out for who may not, and for one that was. */
  onAnswered: (() => void) | undefined;
}

/** A message to support: its subject and sender, and, unfolded, all of it with what can be done. */
export function Message({ inquiry, onAnswered }: Props) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const { name, email, subject, message, lang, sent_at: sent, answered_at: answered, member_id: member } = inquiry;
  return (
    <li>
      <details className="admin-message">
        <summary>
          <div>
            <h2 lang={lang}>{subject}</h2>
            <p className="sm mut">
              {name} · <RelativeTime at={sent} />
            </p>
          </div>
          <Icon name="down" />
        </summary>
        <div className="admin-tags">
          <Chip>{t(member ? 'messages.member' : 'messages.guest')}</Chip>
          <Chip>{t('messages.writes', { language: languageNames[lang] })}</Chip>
          {answered && <Chip>{t('messages.answeredAt', { when: format.dateTime(answered) })}</Chip>}
        </div>
        <p className="admin-words" lang={lang}>
          {message}
        </p>
        <p className="sm">
          <b>{email}</b> <span className="mut">{t('messages.unproven')}</span>
        </p>
        <div className="admin-do">
          <a className="btn btn-primary" href={replyAddress(inquiry)}>
            <Icon name="mail" />
            {t('messages.reply')}
          </a>
          {onAnswered && (
            <Button variant="outline" onClick={onAnswered}>
              <Icon name="check" />
              {t('messages.mark')}
            </Button>
          )}
        </div>
      </details>
    </li>
  );
}
