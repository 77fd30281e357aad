import { useTranslation } from 'react-i18next';
import { Consent } from '../Consent';
import { BlockedPeople } from './BlockedPeople';

/** What is counted of a member who agrees, and for how long it is kept; and whom they block. */
export function Privacy() {
  const { t } = useTranslation('privacy');
  return (
    <div className="stack">
      <p className="mut">{t('text')}</p>
      <Consent label={t('allow')} />
      <BlockedPeople />
    </div>
  );
}
