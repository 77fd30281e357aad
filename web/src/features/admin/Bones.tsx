import { Bone, Loading } from '@/ui/Skeleton';

/** The shape of a list that is to come. */
export function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="72px" />
        <Bone height="72px" />
        <Bone height="72px" />
      </div>
    </Loading>
  );
}
