import { useTranslation } from 'react-i18next';
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
      <Menu.Action onChoose={signOut}>
        <Icon name="signOut" size={18} />
        {t('nav.logOut')}
      </Menu.Action>
    </Menu>
  );
}
