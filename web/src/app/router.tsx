import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { loadTexts } from '@/i18n/setup';
import { PageSkeleton } from '@/ui/Skeleton';
import { PageError } from './PageError';
import { RequireMember } from './RequireMember';
import { Shell } from './Shell';

/** A page in its own chunk, with its feature's texts loaded beside it. */
function page(load: () => Promise<ComponentType>, ...namespaces: string[]): Pick<RouteObject, 'lazy'> {
  return {
    lazy: async () => {
      const [Component] = await Promise.all([load(), loadTexts(...namespaces)]);
      return { Component };
    },
  };
}

const routes: RouteObject[] = [
  {
    element: <Shell />,
    ErrorBoundary: PageError,
    HydrateFallback: PageSkeleton,
    children: [
      {
        ErrorBoundary: PageError,
        children: [
          { index: true, ...page(async () => (await import('@/features/landing/LandingPage')).LandingPage, 'landing') },
          { path: 'explore', ...page(async () => (await import('@/features/campaigns/explore/ExplorePage')).ExplorePage, 'explore') },
          { path: 'campaign/:slug', ...page(async () => (await import('@/features/campaigns/campaign/CampaignPage')).CampaignPage, 'campaign') },
          { path: 'campaign/:slug/thanks', ...page(async () => (await import('@/features/thanks/ThanksPage')).ThanksPage, 'thanks') },
          { path: 'auth', ...page(async () => (await import('@/features/auth/AuthPage')).AuthPage, 'auth') },
          { path: 'auth/confirm', ...page(async () => (await import('@/features/auth/ConfirmPage')).ConfirmPage, 'auth') },
          {
            element: <RequireMember />,
            children: [
              { path: 'create-campaign', ...page(async () => (await import('@/features/campaigns/wizard/WizardPage')).WizardPage, 'wizard') },
            ],
          },
          { path: 'terms', ...page(async () => (await import('@/features/legal/TermsPage')).TermsPage, 'legal') },
          { path: 'privacy', ...page(async () => (await import('@/features/legal/PrivacyPage')).PrivacyPage, 'legal') },
          { path: '*', ...page(async () => (await import('./NotFoundPage')).NotFoundPage) },
        ],
      },
    ],
  },
];

export type Router = ReturnType<typeof createRouter>;

export function createRouter() {
  return createBrowserRouter(routes);
}

/** Resolves once the first page's code and texts are there. */
export function ready(router: Router): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return;
      unsubscribe();
      resolve();
    });
  });
}
