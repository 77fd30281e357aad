import { Bone } from '@/ui/Skeleton';

/** Stands where a campaign's new total will. */
export function TotalBones() {
  return (
    <div className="thanks-total" aria-hidden="true">
      <Bone width="70%" height="40px" />
      <Bone height="12px" radius="var(--r-full)" />
      <Bone width="60%" height="22px" />
    </div>
  );
}
