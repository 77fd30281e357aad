import { useTranslation } from 'react-i18next';
import { Cover } from '@/ui/Cover';
import { Icon } from '@/ui/Icon';

const strands = ['money', 'time', 'materials'] as const;

/** What an account is for, beside the form where there is room. */
export function SidePanel() {
  const { t } = useTranslation('auth');
  return (
    <aside className="auth-side">
      <div className="auth-art">
        <Cover id="callup" category="community" width={640} height={420} />
      </div>
      <p className="display auth-claim">{t('panel.title')}</p>
      <ul role="list" className="auth-points">
        {strands.map((strand) => (
          <li key={strand} className={`strand-${strand}`}>
            <Icon name={strand} />
            {t(`panel.${strand}`)}
          </li>
        ))}
      </ul>
    </aside>
  );
}
