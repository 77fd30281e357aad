import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** One grey line or block of a skeleton; sizes in any CSS unit. */
export function Bone({ width = '100%', height = '1em', radius }: { width?: string; height?: string; radius?: string }) {
  return <span className="bone" style={{ width, height, borderRadius: radius }} />;
}

/** Says "Loading..." to those who can't see the shapes. */
export function Loading({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')}>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** A page of text before it is there. */
export function PageSkeleton() {
  return (
    <div className="wrap page">
      <Loading>
        <div className="stack">
          <Bone width="min(420px, 80%)" height="44px" />
          <Bone width="min(680px, 100%)" height="20px" />
          <Bone width="min(640px, 95%)" height="20px" />
          <Bone height="320px" radius="var(--r-lg)" />
        </div>
      </Loading>
    </div>
  );
}
