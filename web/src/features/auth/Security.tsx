import './auth.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type SecurityAnswer, useSecurityQuery } from '@/api/generated/auth';
import { Loaded } from '@/parts/Loaded';
import { Bone, Loading } from '@/ui/Skeleton';

function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="48px" radius="var(--r)" />
        <Bone height="48px" radius="var(--r)" />
      </div>
    </Loading>
  );
}

interface Props {
  children: (security: SecurityAnswer, again: () => void) => ReactNode;
}

/** How and where a member is signed in, and what happened to their account: one answer for the sections that show it. */
export function Security({ children }: Props) {
  const { t } = useTranslation('auth');
  // Whoever comes back wants to see who was here meanwhile.
  const query = useSecurityQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Loaded query={query} skeleton={<Bones />} failed={t('settings.failed')}>
      {(security) => children(security, () => void query.refetch())}
    </Loaded>
  );
}
