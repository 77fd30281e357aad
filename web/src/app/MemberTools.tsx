import { lazy, Suspense } from 'react';
import { loadTexts } from '@/i18n/setup';
import { AccountMenu } from './AccountMenu';
import { useInteractions } from './useInteractions';
import { useKeptKeys } from './useKeptKeys';

const Bell = lazy(async () => {
  const [{ Bell: bell }] = await Promise.all([import('@/features/my/notifications/Bell'), loadTexts('notifications')]);
  return { default: bell };
});

/** What a signed-in member has at the end of every header: the bell, and the menu of their account. */
export function MemberTools() {
  useInteractions();
  useKeptKeys();
  return (
    <>
      <Suspense fallback={<span className="menu-trigger" />}>
        <Bell />
      </Suspense>
      <AccountMenu />
    </>
  );
}
