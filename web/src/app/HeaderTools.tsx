import { lazy, Suspense } from 'react';
import { useSession } from '@/api/SessionContext';
import { loadTexts } from '@/i18n/setup';

const MemberTools = lazy(() => import('./MemberTools').then(({ MemberTools: tools }) => ({ default: tools })));

const Search = lazy(async () => {
  const [{ Search: search }] = await Promise.all([import('./search/Search'), loadTexts('search')]);
  return { default: search };
});

/** What opens the search. */
export function SearchTool() {
  return (
    <Suspense fallback={<span className="menu-trigger" />}>
      <Search />
    </Suspense>
  );
}

/** What the header of public pages has beside its links: the search, and for members what ends every header. */
export function HeaderTools() {
  const session = useSession();
  if (session.status === 'unknown') return <span className="menu-trigger top-wide" />;
  return (
    <>
      <SearchTool />
      {session.status === 'member' && <MemberTools />}
    </>
  );
}
