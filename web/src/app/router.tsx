import { createBrowserRouter, type PatchRoutesOnNavigationFunction, redirect, type RouteObject } from 'react-router';
import { type RoutedScreen, screens } from 'virtual:screens';
import { loadTexts } from '@/i18n/setup';
import { PageSkeleton } from '@/ui/Skeleton';
import { nameEntry } from './nameEntry';
import { PageError } from './PageError';
import { PublicFrame, VisitorsOnly } from './PublicFrame';
import { Shell } from './Shell';

/** A screen in its own chunk, with its feature's texts loaded beside it. */
function route({ path, namespaces = [], load }: RoutedScreen): RouteObject {
  const lazy = async () => {
    const [Component] = await Promise.all([load(), loadTexts(...namespaces)]);
    return { Component };
  };
  return path === '/' ? { index: true, lazy } : { path: path.replace(/^\//, ''), lazy };
}

async function requireMember() {
  const { RequireMember } = await import('./RequireMember');
  return { Component: RequireMember };
}

/** Comes with the first page that stands in it. */
async function memberFrame() {
  const [{ MemberFrame }] = await Promise.all([import('./frame/MemberFrame'), loadTexts('frame')]);
  return { Component: MemberFrame };
}

/** Tells the router of members' and the staff's pages once one of them is opened: there are many, and visitors see none. */
const addMembersPages: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (!/^\/(my|admin)(\/|$)/.test(path)) return;
  const { screens: framed } = await import('virtual:frame');
  patch('framed', framed.map(route));
};

function routes(): RouteObject[] {
  const landing = screens.filter(({ path }) => path === '/');
  const open = screens.filter((screen) => !screen.member && !landing.includes(screen));
  const members = screens.filter(({ member }) => member);
  return [
    {
      element: <Shell />,
      ErrorBoundary: PageError,
      HydrateFallback: PageSkeleton,
      children: [
        {
          element: <PublicFrame />,
          children: [
            {
              ErrorBoundary: PageError,
              children: [
                // The former address of the list of campaigns; the server leads on from it as well.
                { path: 'campaigns', loader: ({ request }) => redirect(`/explore${new URL(request.url).search}`) },
                { element: <VisitorsOnly />, children: landing.map(route) },
                ...open.map(route),
                { lazy: requireMember, children: members.map(route) },
              ],
            },
          ],
        },
        {
          lazy: memberFrame,
          children: [{ id: 'framed', ErrorBoundary: PageError, children: [] }],
        },
      ],
    },
  ];
}

export type Router = ReturnType<typeof createRouter>;

export function createRouter() {
  nameEntry();
  return createBrowserRouter(routes(), { patchRoutesOnNavigation: addMembersPages });
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
