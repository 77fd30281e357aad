import { Bone, Loading } from '@/ui/Skeleton';

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
export function CampaignCardsSkeleton({ count }: { count: number }) {
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
