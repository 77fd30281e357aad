import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '@/i18n/setup';
import { later } from '@/parts/later';
import { Button } from '@/ui/Button';
import { MemberIcon } from '@/ui/MemberIcon';
import { FeedIcon } from './icons';

/** Something that a member wrote. */
export interface Thing {
  kind: 'post' | 'comment';
  id: string;
}

export interface OthersProps extends Thing {
  name: string;
  /** The member who wrote it; nobody where a page did, or they left. */
  author: string | undefined;
}

const Doing = later(async () => {
  const { Doing: part } = await import('./reporting/Doing');
  // Texts that did not load several times are not asked for again: without the code, there is no need to try.
  await loadTexts('reporting');
  return part;
});

interface PressProps {
  kind: Thing['kind'];
  label: string;
  icon: ReactNode;
  children: string;
  onPress: () => void;
}

function Press({ kind, label, icon, children, onPress }: PressProps) {
  const press = { 'aria-haspopup': 'dialog', 'aria-label': label, onClick: onPress } as const;
  return kind === 'post' ? (
    <Button variant="quiet" size="small" iconOnly label={label} {...press}>
      {icon}
    </Button>
  ) : (
    <button type="button" className="feed-small" {...press}>
      {children}
    </button>
  );
}

/** What one can do about what somebody else wrote. */
export function Others({ kind, id, name, author }: OthersProps) {
  const { t } = useTranslation('feed');
  const [asked, ask] = useState<'report' | 'block'>();
  const close = () => ask(undefined);
  const whom = name || t('gone');
  return (
    <span className="feed-others">
      <Press
        kind={kind}
        label={t(`others.${kind}`, { name: whom })}
        icon={<MemberIcon name="flag" />}
        onPress={() => ask('report')}
      >
        {t('others.report')}
      </Press>
      {author && (
        <Press
          kind={kind}
          label={t('others.blockWhom', { name: whom })}
          icon={<FeedIcon name="block" />}
          onPress={() => ask('block')}
        >
          {t('others.block')}
        </Press>
      )}
      {asked && <Doing what={asked} kind={kind} id={id} author={author} name={whom} onClose={close} />}
    </span>
  );
}
