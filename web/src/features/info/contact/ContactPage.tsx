import './contact.css';
import { useTranslation } from 'react-i18next';
import { useOperatorQuery, useSettingsQuery } from '@/api/generated/platform';
import { useSession } from '@/api/SessionContext';
import { LinkButton } from '@/ui/Button';
import { usePageTitle } from '@/ui/usePageTitle';
import { ContactForm } from './ContactForm';
import { Hours } from './Hours';

/** How to reach the operator otherwise: what they say of themselves, and nothing where they say nothing. */
function Details() {
  const { t } = useTranslation('contact');
  const { data: settings } = useSettingsQuery();
  const { data: operator } = useOperatorQuery();
  const { operator_name: name, operator_email: email } = settings ?? {};
  const { phone, address, office_hours: hours = [] } = operator ?? {};
  return (
    <>
      {(email || phone || address) && (
        <section>
          <h2>{t('details.title')}</h2>
          {name && <p className="mut">{name}</p>}
          <dl className="contact-facts">
            {email && (
              <div>
                <dt className="sm mut">{t('details.email')}</dt>
                <dd>
                  <a className="link" href={`mailto:${email}`}>
                    {email}
                  </a>
                </dd>
              </div>
            )}
            {phone && (
              <div>
                <dt className="sm mut">{t('details.phone')}</dt>
                <dd>
                  <a className="link" href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
                    {phone}
                  </a>
                </dd>
              </div>
            )}
            {address && (
              <div>
                <dt className="sm mut">{t('details.address')}</dt>
                <dd>{address}</dd>
              </div>
            )}
          </dl>
        </section>
      )}
      {hours.length > 0 && (
        <section>
          <h2>{t('hours')}</h2>
          <Hours hours={hours} />
        </section>
      )}
    </>
  );
}

export function ContactPage() {
  const { t } = useTranslation('contact');
  usePageTitle(t('title'));
  const session = useSession();
  return (
    <div className="wrap page contact">
      <div>
        <h1>{t('title')}</h1>
        <p className="mut contact-lead">{t('lead')}</p>
      </div>
      <div className="contact-columns">
        <div className="card card-pad">
          <ContactForm />
        </div>
        <div className="contact-beside">
          <Details />
          <section>
            <h2>{t('more.title')}</h2>
            <div className="row">
              <LinkButton to="/faq" variant="outline">
                {t('more.faq')}
              </LinkButton>
              {session.status === 'anonymous' && (
                <LinkButton to="/auth?tab=signup" variant="outline">
                  {t('more.join')}
                </LinkButton>
              )}
            </div>
          </section>
        </div>
      </div>
    </div>
  );
}
