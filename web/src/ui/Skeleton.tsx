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

function CardBones() {
  return (
    <div className="card ccard">
      <div className="ccard-cover">
        <Bone height="100%" radius="0" />
      </div>
      <div className="ccard-body">
        <div className="ccard-top">
          <Bone width="96px" height="28px" radius="var(--r-full)" />
          <Bone width="72px" height="13px" />
        </div>
        <Bone width="90%" height="24px" />
        <Bone width="60%" height="14px" />
        <Bone width="75%" height="20px" />
        <Bone height="8px" />
      </div>
    </div>
  );
}

/** The grid of campaign cards before they are there. */
export function CardsSkeleton({ count }: { count: number }) {
  return (
    <Loading>
      <div className="cards">
        {Array.from({ length: count }, (_, index) => (
          <CardBones key={index} />
        ))}
      </div>
    </Loading>
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
