import './admin.css';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListMember, type Member, useLazyMembersQuery, useMembersQuery } from '@/api/generated/staff';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { ListTail } from '@/parts/ListTail';
import { Loaded } from '@/parts/Loaded';
import { PersonLink } from '@/parts/PersonLink';
import { useLiveList } from '@/parts/useLiveList';
import { useSettled } from '@/parts/useSettled';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Chip } from '@/ui/Chip';
import { Icon } from '@/ui/Icon';
import { Rows } from '@/ui/Rows';
import { EmptyState } from '@/ui/States';
import { usePageTitle } from '@/ui/usePageTitle';
import { Bones } from './Bones';
import { Roles } from './Roles';
import { forStaff } from './StaffOnly';

/** How many there are on the first page, and how many more one asks for at a time: what is pushed. */
const step = 20;

/** Characters that the server takes of a search. */
const longestSearch = 200;

function Line({ member }: { member: Member }) {
  const { t } = useTranslation('admin');
  const session = useSession();
  const [open, setOpen] = useState(false);
  const name = member.name || member.email;
  const oneself = session.status === 'member' && session.member.id === member.id;
  return (
    <li className="admin-member">
      <Avatar name={member.name} id={member.id} />
      <div>
        <PersonLink id={member.id}>
          <b>{name}</b>
        </PersonLink>
        <p className="sm mut">{member.email}</p>
      </div>
      {member.roles.length > 0 && (
        <div className="admin-tags">
          {member.roles.map((role) => (
            <Chip key={role}>{t(`members.role.${role}`)}</Chip>
          ))}
        </div>
      )}
      {oneself ? (
        <span className="sm mut admin-you">{t('members.you')}</span>
      ) : (
        <Button
          variant="outline"
          size="small"
          label={t('members.rolesOf', { name })}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {t('members.roles')}
        </Button>
      )}
      <Roles member={member} name={name} open={open} onClose={() => setOpen(false)} />
    </li>
  );
}

function List({ first, q }: { first: ListMember; q: string }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const [load] = useLazyMembersQuery();
  const list = useLiveList(first, (cursor) => load({ limit: step, cursor, ...(q && { q }) }).unwrap(), step);
  return (
    <section>
      <h2 className="admin-heading">{t(q ? 'members.found' : 'members.staff')}</h2>
      <p className="sm mut admin-count" role="status">
        {t('members.count', { count: first.total, shown: format.count(first.total) })}
      </p>
      <Rows>
        {list.items.map((member) => (
          <Line key={member.id} member={member} />
        ))}
      </Rows>
      <ListTail list={list} more={t('members.more')} />
    </section>
  );
}

function Found({ q }: { q: string }) {
  const { t } = useTranslation('admin');
  const query = useMembersQuery(q ? { q } : {});
  const empty = q ? (
    <EmptyState title={t('members.none')} heading="h2" text={t('members.noneText')} />
  ) : (
    <EmptyState title={t('members.noStaff')} heading="h2" />
  );
  return (
    <Loaded query={query} skeleton={<Bones />} failed={t('members.failed')} empty={empty} refused={forStaff}>
      {(first) => <List key={q} first={first} q={q} />}
    </Loaded>
  );
}

/** The staff, and any member by name or e-mail address, with their roles. What is typed stays out of the address. */
export function MembersPage() {
  const { t } = useTranslation('admin');
  usePageTitle(t('members.title'));
  const id = useId();
  const [text, setText] = useState('');
  const q = useSettled(text.trim());
  return (
    <div className="wrap page admin">
      <h1>{t('members.title')}</h1>
      <div role="search" className="admin-search">
        <label className="sr" htmlFor={id}>
          {t('members.search')}
        </label>
        <Icon name="search" />
        <input
          id={id}
          className="input"
          type="search"
          autoComplete="off"
          maxLength={longestSearch}
          placeholder={t('members.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Found q={q} />
    </div>
  );
}
