import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Me } from '@/api/generated/members';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Switch } from '@/ui/Switch';
import { useChooseVisibilityMutation } from './shown';

const parts = ['name', 'bio', 'location', 'skills', 'pages', 'campaigns', 'given', 'following', 'listed'] as const;

type Part = (typeof parts)[number];

/** What of oneself other members see, each to be shown or hidden at once. */
export function Visibility({ me }: { me: Me }) {
  const { t } = useTranslation('profile');
  const id = useId();
  const [choose] = useChooseVisibilityMutation();
  const { run, failure } = useCommand((choice: { part: Part; shown: boolean }) =>
    choose({ chooseVisibilityBody: choice }).unwrap(),
  );
  const named = me.shows.includes('name');
  return (
    <section aria-labelledby={id} className="profile-shows">
      <h2 id={id}>{t('shows.title')}</h2>
      <p className="sm mut">
        {t('shows.text')}{' '}
        <Link className="link" to={`/my/user/${me.id}`}>
          {t('shows.see')}
        </Link>
      </p>
      <ul role="list">
        {parts.map((part) => {
          const on = me.shows.includes(part);
          return (
            <li key={part}>
              <Switch on={on} onPress={() => void run({ part, shown: !on })}>
                <b>{t(`shows.${part}.label`)}</b>
                <span className="sm mut">{t(part === 'listed' && on && !named ? 'shows.unlisted' : `shows.${part}.hint`)}</span>
              </Switch>
            </li>
          );
        })}
      </ul>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
    </section>
  );
}
