import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '@/i18n/setup';
import { later } from '@/parts/later';
import { MemberIcon } from '@/ui/MemberIcon';
import { Menu } from '@/ui/Menu';
import { FeedIcon } from './icons';
import { Options } from './Options';

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

/** What one can do about what somebody else wrote. */
export function Others({ kind, id, name, author }: OthersProps) {
  const { t } = useTranslation('feed');
  const [asked, ask] = useState<'report' | 'block'>();
  const close = () => ask(undefined);
  const whom = name || t('gone');
  return (
    <div className="feed-options">
      <Options kind={kind} name={whom}>
        <Menu.Action onChoose={() => ask('report')}>
          <MemberIcon name="flag" size={18} />
          {t('options.report')}
        </Menu.Action>
        {author && (
          <Menu.Action onChoose={() => ask('block')}>
            <FeedIcon name="block" size={18} />
            {t('options.block', { name: whom })}
          </Menu.Action>
        )}
      </Options>
      {asked && <Doing what={asked} kind={kind} id={id} author={author} name={whom} onClose={close} />}
    </div>
  );
}
