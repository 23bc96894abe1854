/** Which address shows what: the frame's own pages, and those of all areas in their places. */
import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { AREAS } from '../areas/index.ts';
import { parseSearch, searchText } from './address.ts';
import type { Zone } from './area.ts';
import { BrokenPage, MissingPage, OpenPages, PendingPage, Root } from './frame.tsx';
import { homeOf } from './home.ts';
import { lazyPage } from './lazy-page.ts';
import { fetchMe } from './session.ts';

interface Context {
  readonly client: QueryClient;
}

/** The sign-in does not wait for the frame of the pages behind it. */
const Shell = lazyPage(() => import('./shell.tsx'), 'Shell');

const root = createRootRouteWithContext<Context>()({ component: Root, notFoundComponent: MissingPage });

/** Everything that needs somebody who is signed in; others go by the sign-in page and come back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const me = await fetchMe(context.client);
    if (!me) throw redirect({ to: '/sign-in', search: { next: location.href } as never });
    return { me };
  },
});

const start = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: ({ context }) => {
    throw redirect({ to: homeOf(context.me) });
  },
});

const open = createRoute({ getParentRoute: () => root, id: 'open', component: OpenPages });

const account = createRoute({ getParentRoute: () => signedIn, path: '/account', component: Shell });

const backOffice = createRoute({
  getParentRoute: () => signedIn,
  path: '/desk',
  component: Shell,
  beforeLoad: ({ context }) => {
    if (context.me.operatorRole === null) throw notFound();
    if (context.me.next === 'set_up_factor') throw redirect({ to: '/account/security' });
  },
});

const merchant = createRoute({
  getParentRoute: () => signedIn,
  path: '/$company/$world',
  component: Shell,
  beforeLoad: ({ context, params }) => {
    const membership = context.me.companies.find(({ id }) => id === params.company);
    const isWorld = /^(sandbox|live)(~[\w.:-]{1,64})?$/.test(params.world);
    if (!membership || !isWorld) throw notFound();
    if (membership.isLocked) throw redirect({ to: '/account/security' });
    const isLive = params.world.startsWith('live');
    if (isLive && membership.isLiveLocked)
      throw redirect({ to: '/account/security', search: { needed: 'live' } as never });
  },
});

const ZONES: Readonly<Record<Zone, AnyRoute>> = { merchant, backOffice, account, open };

/** The pages that the areas have in one zone. */
function pagesAt(zone: Zone): AnyRoute[] {
  const pages = AREAS.flatMap((area) => area.pages).filter((page) => page.at === zone);
  return pages.map(({ path, load }) =>
    createRoute({
      getParentRoute: () => ZONES[zone],
      path,
      component: lazyPage(load, 'default'),
    }),
  );
}

export function createConsoleRouter(client: QueryClient) {
  const inside = [
    start,
    ...[account, backOffice, merchant].map((parent, at) => parent.addChildren(pagesAt(INSIDE[at]!))),
  ];
  return createRouter({
    routeTree: root.addChildren([open.addChildren(pagesAt('open')), signedIn.addChildren(inside)]),
    context: { client },
    parseSearch,
    stringifySearch: searchText,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingPage,
    defaultPendingMs: 150,
    defaultNotFoundComponent: MissingPage,
    defaultErrorComponent: BrokenPage,
    scrollRestoration: true,
  });
}

/** Asks for the page of this address and for who is signed in at once, beside the words: not one after the other. */
export function fetchFirstPage(router: ReturnType<typeof createConsoleRouter>, client: QueryClient): void {
  const [matchedRoutes] = router.getMatchedRoutes(window.location.pathname);
  // What fails here fails again where it is waited for.
  if (matchedRoutes.includes(signedIn)) fetchMe(client).catch(() => {});
  for (const { options } of matchedRoutes) void options.component?.preload?.();
}

const INSIDE = ['account', 'backOffice', 'merchant'] as const;
