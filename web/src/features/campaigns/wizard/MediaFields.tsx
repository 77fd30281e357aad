import { type ComponentProps, lazy, Suspense } from 'react';
import { loadTexts } from '@/i18n/setup';
import { Bone, Loading } from '@/ui/Skeleton';

// Cutting and sending are much code; the words come first.
const Media = lazy(async () => {
  const [{ Media: media }] = await Promise.all([import('./media/Media'), loadTexts('media')]);
  return { default: media };
});

/** The photograph and the video of a campaign. */
export function MediaFields(props: ComponentProps<typeof Media>) {
  return (
    // As tall as what comes, so that nothing below is pressed while it moves.
    <Suspense
      fallback={
        <Loading>
          <Bone height="300px" />
        </Loading>
      }
    >
      <Media {...props} />
    </Suspense>
  );
}
