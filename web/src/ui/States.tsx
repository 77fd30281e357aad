import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button';
import { Icon, type IconName } from './Icon';
import { Unbroken } from './Unbroken';

function Strands({ quiet }: { quiet: boolean }) {
  const colours = quiet ? ['var(--money-2)', 'var(--time-2)', 'var(--materials-2)'] : Array<string>(3).fill('var(--line)');
  return (
    <svg className="state-art" viewBox="0 0 96 60" aria-hidden="true">
      <path d="M3 42C26 42 28 18 48 18S76 10 93 8" stroke={colours[0]} />
      <path d="M3 50C26 50 30 32 48 32S76 26 93 24" stroke={colours[1]} />
      <path d="M3 57C28 57 32 46 48 46S76 42 93 40" stroke={colours[2]} />
    </svg>
  );
}

/** "h1" where the state is the whole page. */
type Heading = 'h1' | 'h2' | 'h3';

interface EmptyProps {
  title: string;
  heading?: Heading;
  text?: string;
  /** What can be done about it. */
  action?: ReactNode;
}

/** Nothing here yet, and what one can do. */
export function EmptyState({ title, heading: Title = 'h3', text, action }: EmptyProps) {
  return (
    <div className="state">
      <Strands quiet />
      <Title>
        <Unbroken text={title} />
      </Title>
      {text && <p className="mut">{text}</p>}
      {action}
    </div>
  );
}

interface ErrorProps {
  /** What failed, in the product's words. */
  title?: string;
  heading?: Heading;
  /** The failure in one line. */
  text: string;
  /** What was kept and what to do; a general sentence where nothing better is known. */
  advice?: string;
  onRetry?: () => unknown;
  retrying?: boolean;
}

/** Something failed: what, what now, and a way to try again. */
export function ErrorState({ title, heading: Title = 'h3', text, advice, onRetry, retrying = false }: ErrorProps) {
  const { t } = useTranslation();
  return (
    <div className="state" role="alert">
      <Strands quiet={false} />
      <Title>
        <Unbroken text={title ?? t('error.title')} />
      </Title>
      <p>
        {text}
        <br />
        <span className="mut">{advice ?? t('error.advice')}</span>
      </p>
      {onRetry && (
        <Button variant="outline" busy={retrying} onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  );
}

interface NoticeProps {
  children: ReactNode;
  tone?: 'notice' | 'danger' | 'money';
  icon?: IconName;
}

/** A quiet line that stays: a condition, a warning, a success within a page. */
export function Notice({ children, tone = 'notice', icon = tone === 'danger' ? 'warning' : 'info' }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}
