import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMeQuery } from '@/api/generated/members';
import { Avatar } from '@/ui/Avatar';
import { Icon } from '@/ui/Icon';
import { Menu } from './Menu';
import { useSignOut } from './useSignOut';

/** The signed-in member's menu: who they are, and the way out. */
export function AccountMenu() {
  const { t } = useTranslation();
  const { data } = useMeQuery();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const name = data?.name ?? '';
  return (
    <Menu
      round
      label={name ? t('nav.accountOf', { name }) : t('nav.account')}
      trigger={<Avatar name={name || '…'} id={data?.id} />}
    >
      {data && (
        <div className="menu-head" role="presentation">
          <b>{data.name}</b>
          <span className="xs mut">{data.email}</span>
        </div>
      )}
      <Menu.Action onChoose={() => void navigate('/my/settings')}>
        <Icon name="shield" size={18} />
        {t('nav.settings')}
      </Menu.Action>
      <Menu.Action onChoose={signOut}>
        <Icon name="signOut" size={18} />
        {t('nav.logOut')}
      </Menu.Action>
    </Menu>
  );
}
