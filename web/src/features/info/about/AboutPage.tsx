import './about.css';
import { useTranslation } from 'react-i18next';
import { type About, useOperatorQuery, useSettingsQuery } from '@/api/generated/platform';
import { Loaded } from '@/parts/Loaded';
import { Avatar } from '@/ui/Avatar';
import { LinkButton } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { Unbroken } from '@/ui/Unbroken';
import { usePageTitle } from '@/ui/usePageTitle';

const values = ['whole', 'open', 'yours'] as const;
const icons = { whole: 'heart', open: 'shield', yours: 'people' } as const;
const groups = ['team', 'volunteers', 'current_team'] as const;

/** Whom the operator names. A group without a name is left out. */
function People({ operator }: { operator: About }) {
  const { t } = useTranslation('about');
  return (
    <>
      {groups
        .filter((group) => operator[group].length > 0)
        .map((group) => (
          <section key={group}>
            <h2>{t(`people.${group}`)}</h2>
            <ul className="about-people" role="list">
              {operator[group].map(({ name, role }) => (
                <li key={name} className="row">
                  <Avatar name={name} />
                  <div>
                    <p className="about-name">{name}</p>
                    {role && <p className="sm mut">{role}</p>}
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ))}
      {operator.supporters.length > 0 && (
        <section>
          <h2>{t('people.supporters')}</h2>
          <ul className="about-supporters" role="list">
            {operator.supporters.map((name) => (
              <li key={name} className="chip">
                {name}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

export function AboutPage() {
  const { t } = useTranslation('about');
  usePageTitle(t('title'));
  const { data: settings } = useSettingsQuery();
  const operator = useOperatorQuery();
  return (
    <div className="wrap page about">
      <div>
        <h1>{t('title')}</h1>
        <p className="mut about-lead">{t('lead')}</p>
        {settings?.operator_name && <p className="mut">{t('operator', { name: settings.operator_name })}</p>}
      </div>
      <section>
        <h2>{t('values.label')}</h2>
        <ul className="about-values" role="list">
          {values.map((value) => (
            <li key={value} className="card card-pad">
              <Icon name={icons[value]} size={24} />
              <h3>{t(`values.${value}.title`)}</h3>
              <p className="mut">{t(`values.${value}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <Loaded query={operator} skeleton={null} failed={t('failed')}>
        {(data) => <People operator={data} />}
      </Loaded>
      <section className="card card-pad about-act">
        <h2>
          <Unbroken text={t('act.title')} />
        </h2>
        <div className="row">
          <LinkButton to="/create-campaign">{t('act.create')}</LinkButton>
          <LinkButton to="/explore" variant="outline">
            {t('act.explore')}
          </LinkButton>
        </div>
      </section>
    </div>
  );
}
