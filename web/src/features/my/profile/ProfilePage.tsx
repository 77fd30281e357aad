import './profile.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useMeQuery } from '@/api/generated/members';
import { useFormat } from '@/i18n/useFormat';
import { Loaded } from '@/parts/Loaded';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Chip } from '@/ui/Chip';
import { Icon } from '@/ui/Icon';
import { PageSkeleton } from '@/ui/Skeleton';
import { usePageTitle } from '@/ui/usePageTitle';
import { Given } from './Given';
import { Picture } from './Picture';
import { ProfileForm } from './ProfileForm';
import { Visibility } from './Visibility';

function Shown({ me }: { me: Me }) {
  const { t } = useTranslation('profile');
  return (
    <section aria-label={t('bio')}>
      {me.bio ? (
        <p className="profile-bio" lang={me.lang}>
          {me.bio}
        </p>
      ) : (
        <p className="mut">{t('noBio')}</p>
      )}
      {me.skills.length > 0 && (
        <ul role="list" aria-label={t('skills.label')} className="profile-skill-list" lang={me.lang}>
          {me.skills.map((skill) => (
            <li key={skill}>
              <Chip>{skill}</Chip>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Profile({ me }: { me: Me }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  const [editing, setEditing] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone: the focus goes to the one that opens the form again.
    if (wasEditing.current && !editing) page.current?.querySelector<HTMLElement>('.profile-head .btn')?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return (
    <div ref={page} className="wrap page profile">
      <div className="profile-head">
        <div>
          <h1>{t('title')}</h1>
          <p className="mut">{t('lead')}</p>
        </div>
        {!editing && (
          <Button variant="outline" onClick={() => setEditing(true)}>
            {t('edit')}
          </Button>
        )}
      </div>
      <div className="profile-who">
        <Avatar name={me.name} id={me.id} picture={me.avatar} size={96} />
        {editing ? (
          <Picture me={me} />
        ) : (
          <div>
            <p className="display profile-name">{me.name || t('noName')}</p>
            <p className="sm mut profile-facts">
              {me.location && (
                <span>
                  <Icon name="pin" size={18} />
                  {me.location}
                </span>
              )}
              <span>{t('since', { date: format.longDate(me.created_at) })}</span>
            </p>
          </div>
        )}
      </div>
      {editing ? <ProfileForm me={me} onClose={() => setEditing(false)} /> : <Shown me={me} />}
      {!editing && <Visibility me={me} />}
      {!editing && <Given />}
      <dl className="profile-address">
        <dt>{t('email')}</dt>
        <dd>{me.email}</dd>
        <dd className="sm mut">{t('emailHint')}</dd>
      </dl>
    </div>
  );
}

/** What a member shows of themselves: seen, and changed in place. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  const query = useMeQuery();
  usePageTitle(t('title'));
  return (
    <Loaded query={query} skeleton={<PageSkeleton />} failed={t('failed')} page="wrap page">
      {(me) => <Profile me={me} />}
    </Loaded>
  );
}
