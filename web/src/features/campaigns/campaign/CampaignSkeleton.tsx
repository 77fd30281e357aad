import { Bone, Loading } from '@/ui/Skeleton';

/** The page's shape before it is there. */
export function CampaignSkeleton() {
  return (
    <div className="wrap campaign">
      <Loading>
        <div className="campaign-columns">
          <div className="campaign-main">
            <div className="campaign-cover">
              <Bone height="100%" radius="0" />
            </div>
            <div className="stack">
              <Bone width="220px" height="28px" radius="var(--r-full)" />
              <Bone width="min(560px, 90%)" height="48px" />
              <Bone width="min(360px, 70%)" height="40px" />
              <Bone height="52px" />
              <Bone height="20px" />
              <Bone width="92%" height="20px" />
              <Bone width="64%" height="20px" />
            </div>
          </div>
          <div className="campaign-aside">
            <div className="card card-pad stack">
              <Bone width="70%" height="36px" />
              <Bone width="80%" height="16px" />
              <Bone height="36px" />
              <Bone height="112px" radius="var(--r)" />
              <Bone height="48px" radius="var(--r)" />
              <Bone height="52px" radius="var(--r)" />
            </div>
          </div>
        </div>
      </Loading>
    </div>
  );
}
