import { useTranslation } from 'react-i18next';
import type { ThreadSide } from '@/api/generated/messages';
import { Avatar } from '@/ui/Avatar';

/** What a side is called, and its language where that is not the reader's. */
export function useNameOf(): (side: ThreadSide) => { name: string; lang: string | undefined } {
  const { t } = useTranslation('messages');
  return ({ kind, name, lang }) => ({
    name: name || t(kind === 'member' ? 'left' : 'gone'),
    lang: (name && lang) || undefined,
  });
}

/** The picture of a side. */
export function Picture({ side }: { side: ThreadSide }) {
  return <Avatar name={side.name} id={side.id} picture={side.avatar} />;
}
