import './person.css';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { type PersonProfile, usePersonQuery } from '@/api/generated/people';
import type { Problem } from '@/api/problem';
import { useFormat } from '@/i18n/useFormat';
import { Loaded } from '@/parts/Loaded';
import { WriteLink } from '@/parts/WriteLink';
import { Avatar } from '@/ui/Avatar';
import { LinkButton } from '@/ui/Button';
import { Chip } from '@/ui/Chip';
import { Icon } from '@/ui/Icon';
import { Segmented } from '@/ui/Segmented';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { Unbroken } from '@/ui/Unbroken';
import { usePageTitle } from '@/ui/usePageTitle';
import { Follows } from './Follows';
import { Given } from './Given';
import { Offers } from './Offers';
import { OfPerson } from './OfPerson';
import { Pages } from './Pages';

function Bones() {
  return (
    <Loading>
      <div className="person-columns">
        <div className="stack">
          <Bone width="96px" height="96px" />
          <Bone width="70%" height="32px" />
          <Bone height="72px" />
        </div>
        <Bone height="260px" />
      </div>
    </Loading>
  );
}

/** Whoever is hidden from the reader is answered like nobody, and so is an address that is none. */
function missing({ status, code }: Problem) {
  return code === 'member_not_found' || status === 422 ? <Missing /> : undefined;
}

function Missing() {
  const { t } = useTranslation('person');
  return (
    <EmptyState
      heading="h1"
      title={t('missing')}
      text={t('missingText')}
      action={<LinkButton to="/my/explore">{t('explore')}</LinkButton>}
    />
  );
}

type Viewer = 'member' | 'organizer';

/** Above one's own page: as whom one looks at it. */
function SeenAs({ as, hidden, choose }: { as: Viewer; hidden: boolean; choose: (as: Viewer) => void }) {
  const { t } = useTranslation('person');
  return (
    <div className="person-as">
      <span className="person-as-title" aria-hidden="true">
        {t('as.legend')}
      </span>
      <Segmented
        fit
        legend={t('as.legend')}
        options={[
          { value: 'member', label: t('as.member') },
          { value: 'organizer', label: t('as.organizer') },
        ]}
        value={as}
        onChange={choose}
      />
      <p className="sm mut">{t(hidden ? 'as.hidden' : `as.${as}Hint`)}</p>
      <LinkButton variant="quiet" to="/my/profile">
        {t('as.edit')}
      </LinkButton>
    </div>
  );
}

/** Who it is: picture, name and what they say of themselves. Others can write to them. */
function Who({ person }: { person: PersonProfile }) {
  const { t } = useTranslation('person');
  const format = useFormat();
  const { id, name, avatar, bio, location, lang, skills, joined_at: joinedAt } = person;
  return (
    <div className="person-who">
      <Avatar name={name} id={id} picture={avatar} size={96} />
      <h1>
        <Unbroken text={name || t('noName')} />
      </h1>
      {bio ? (
        <p className="person-bio" lang={lang}>
          {bio}
        </p>
      ) : (
        <p className="mut">{t('noBio')}</p>
      )}
      {!person.own && <WriteLink to={{ kind: 'member', id }} name={name || t('noName')} />}
      <ul role="list" className="person-facts">
        {location && (
          <li>
            <Icon name="pin" size={18} />
            <span lang={lang}>{location}</span>
          </li>
        )}
        <li>
          <Icon name="calendar" size={18} />
          {t('since', { date: format.longDate(joinedAt) })}
        </li>
      </ul>
      {skills.length > 0 && (
        <section aria-labelledby="person-skills">
          <h2 id="person-skills" className="person-small">
            {t('skills')}
          </h2>
          <ul role="list" className="person-skills">
            {skills.map((skill) => (
              <li key={skill} lang={lang}>
                <Chip>{skill}</Chip>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Person({ person, as }: { person: PersonProfile; as: Viewer }) {
  const { t } = useTranslation('person');
  const { given, campaigns, pages, following, offers, own } = person;
  const previews = own && as === 'organizer';
  const nothing = !given && !following && campaigns === 0 && pages.length === 0 && offers.length === 0 && !previews;
  return (
    <div className="person-columns">
      <Who person={person} />
      <div className="person-deeds">
        {(offers.length > 0 || previews) && <Offers offers={offers} own={own} />}
        {given && <Given given={given} />}
        {campaigns > 0 && <OfPerson id={person.id} />}
        {pages.length > 0 && <Pages pages={pages} />}
        {following && <Follows following={following} />}
        {nothing && <p className="mut person-nothing">{t('nothing')}</p>}
      </div>
    </div>
  );
}

/** A member as they show themselves to members. */
export function PersonPage() {
  const { t } = useTranslation('person');
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const as: Viewer = params.get('as') === 'organizer' ? 'organizer' : 'member';
  const query = usePersonQuery(as === 'organizer' ? { id, as } : { id });
  const choose = (next: Viewer) =>
    setParams(next === 'organizer' ? { as: next } : {}, { replace: true, preventScrollReset: true });
  usePageTitle(query.currentData?.name || t('title'));
  return (
    <div className="wrap page person">
      <p>
        <Link className="link person-back" to="/my/explore">
          <Icon name="left" size={18} />
          {t('back')}
        </Link>
      </p>
      <Loaded query={query} skeleton={<Bones />} failed={t('failed')} refused={missing}>
        {(person) => (
          <>
            {person.own && <SeenAs as={as} hidden={person.hidden === true} choose={choose} />}
            <Person person={person} as={as} />
          </>
        )}
      </Loaded>
    </div>
  );
}
