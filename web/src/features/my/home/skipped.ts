import { membersApi, type Onboarding, type SkipOnboardingApiArg } from '@/api/generated/members';
import { showAtOnce } from '@/api/optimistic';

// The first steps go, and come back, with the press; a refusal takes it back.
showAtOnce(membersApi, 'skipOnboarding', ({ skipOnboardingBody: { skipped } }: SkipOnboardingApiArg) => [
  {
    endpoint: 'myOnboarding',
    args: undefined,
    recipe: (onboarding: Onboarding) => {
      onboarding.skipped = skipped;
    },
  },
]);

export { useSkipOnboardingMutation } from '@/api/generated/members';
