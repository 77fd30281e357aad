import { useTranslation } from 'react-i18next';
import { useMeQuery } from '@/api/generated/members';
import { Avatar } from '@/ui/Avatar';
import { Icon } from '@/ui/Icon';
import { MemberIcon } from '@/ui/MemberIcon';
import { Menu } from '@/ui/Menu';
import { useProfileChoices } from './useProfileChoices';
import { useSignOut } from './useSignOut';

/**
 * The signed-in member's menu: who they are, their pages, and the way out.
 * It stands on every page of theirs, and brings their language.
 */
export function AccountMenu() {
  const { t } = useTranslation();
  const { data } = useMeQuery();
  const signOut = useSignOut();
  useProfileChoices();
  const name = data?.name ?? '';
  return (
    <Menu
      round
      label={name ? t('nav.accountOf', { name }) : t('nav.account')}
      trigger={<Avatar name={name || '…'} id={data?.id} picture={data?.avatar} />}
    >
      {data && (
        <div className="menu-head" role="presentation">
          <b>{data.name}</b>
          <span className="xs mut">{data.email}</span>
        </div>
      )}
      <Menu.Destination to="/my">
        <MemberIcon name="home" size={18} />
        {t('nav.dashboard')}
      </Menu.Destination>
      <Menu.Destination to="/my/campaigns">
        <MemberIcon name="flag" size={18} />
        {t('nav.campaigns')}
      </Menu.Destination>
      <Menu.Destination to="/my/donations">
        <Icon name="heart" size={18} />
        {t('nav.contributions')}
      </Menu.Destination>
      <Menu.Destination to="/my/notifications">
        <MemberIcon name="bell" size={18} />
        {t('nav.notifications')}
      </Menu.Destination>
      <Menu.Destination to="/my/profile">
        <MemberIcon name="person" size={18} />
        {t('nav.profile')}
      </Menu.Destination>
      <Menu.Destination to="/my/settings">
        <Icon name="shield" size={18} />
        {t('nav.settings')}
      </Menu.Destination>
      <Menu.Action onChoose={signOut}>
        <Icon name="signOut" size={18} />
        {t('nav.logOut')}
      </Menu.Action>
    </Menu>
  );
}
