import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { deleteUnlessUndone } from '@/parts/undoable';
import { useRefusedToast } from '@/parts/useRefusedToast';

/** Deletes a post or a comment; for some seconds that can be undone. */
export function useDeleting(kind: 'post' | 'comment', id: string, send: () => Promise<unknown>): () => void {
  const { t } = useTranslation('feed');
  const refused = useRefusedToast();
  return () => {
    // What was pressed goes together with what is deleted, so that the focus stays with what lies around both.
    const around = document.activeElement?.closest<HTMLElement>('[data-around]');
    const failed = t(`deletion.${kind}Failed`);
    flushSync(() =>
      deleteUnlessUndone({
        id,
        title: t(`deletion.${kind}`),
        undo: t('deletion.undo'),
        send,
        onRefused: (problem) => refused(problem, failed, { title: failed, text: t('deletion.signedOut') }),
      }),
    );
    around?.focus({ preventScroll: true });
  };
}
