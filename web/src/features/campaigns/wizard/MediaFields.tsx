import { type ComponentProps, lazy, Suspense } from 'react';
import { loadTexts } from '@/i18n/setup';
import { Loading } from '@/ui/Skeleton';

// Cutting and sending are much code; the words come first.
const Media = lazy(async () => {
  const [{ Media: media }] = await Promise.all([import('./media/Media'), loadTexts('media')]);
  return { default: media };
});

/** The photograph and the video of a campaign. */
export function MediaFields(props: ComponentProps<typeof Media>) {
  return (
    <Suspense fallback={<Loading>{null}</Loading>}>
      <Media {...props} />
    </Suspense>
  );
}
