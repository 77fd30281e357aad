import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu } from '@/ui/Menu';
import { FeedIcon } from './icons';

interface Props {
  kind: 'post' | 'comment';
  /** Who wrote it. */
  name: string;
  children: ReactNode;
}

/** The menu of what can be done about a post or a comment, behind three dots. */
export function Options({ kind, name, children }: Props) {
  const { t } = useTranslation('feed');
  return (
    <Menu round label={t(`options.${kind}`, { name })} trigger={<FeedIcon name="more" />}>
      {children}
    </Menu>
  );
}

interface OwnProps extends Omit<Props, 'children'> {
  onEdit: () => void;
  onDelete: () => void;
}

/** What one can do about what one wrote oneself. */
export function OwnOptions({ onEdit, onDelete, ...about }: OwnProps) {
  const { t } = useTranslation('feed');
  return (
    <Options {...about}>
      <Menu.Action onChoose={onEdit}>
        <FeedIcon name="edit" size={18} />
        {t('edit')}
      </Menu.Action>
      <Menu.Action onChoose={onDelete}>
        <FeedIcon name="delete" size={18} />
        {t('delete')}
      </Menu.Action>
    </Options>
  );
}
