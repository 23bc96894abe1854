import type { SandboxLife } from './sandbox-life.ts';

/** Who looks at a page: nobody yet, a member of a company, an operator. */
type Viewer = 'nobody' | 'agency' | 'studio' | 'operator';

export interface ConsolePage {
  readonly name: string;
  readonly viewer: Viewer;
  readonly path: string;
}

/** Every page of the console, as somebody sees it in a sandbox in which something has happened. */
export function pagesOf(
  { guideId, pending, confirmed, completed }: SandboxLife,
  { agency, studio }: { readonly agency: string; readonly studio: string },
): ConsolePage[] {
  const of = (viewer: Viewer, root: string, pages: Record<string, string>) =>
    Object.entries(pages).map(([name, path]) => ({
      name: `${viewer}-${name}`,
      viewer,
      path: `${root}${path}`,
    }));
  return [
    ...of('nobody', '', {
      'sign-in': '/sign-in',
      register: '/register',
      'forgot-password': '/forgot-password',
      'no-such-page': '/nothing/here',
    }),
    ...of('agency', `/${agency}/sandbox`, {
      home: '',
      orders: '/orders',
      'order-confirmed': `/orders/${confirmed}`,
      'order-completed': `/orders/${completed}`,
      find: '/find',
      guide: `/find/${guideId}`,
      ...BOTH,
    }),
    ...of('agency', '/account', { security: '/security', profile: '/profile' }),
    ...of('studio', `/${studio}/sandbox`, {
      home: '',
      inbox: '/inbox',
      orders: '/orders',
      'order-pending': `/orders/${pending}`,
      guides: '/guides',
      'guide-new': '/guides/new',
      'guide-editor': `/guides/${guideId}`,
      'guide-calendar': `/guides/${guideId}/calendar`,
      calendar: '/calendar',
      reviews: '/reviews',
      partners: '/partners',
      ...BOTH,
    }),
    ...of('operator', '/desk', {
      desk: '',
      search: '/search',
      verifications: '/verifications',
      merchants: '/merchants',
      'merchant-studio': '/merchants/mk_sandbox_studio',
      'merchant-why': '/merchants/mk_sandbox_studio/deliveries',
      order: `/orders/${confirmed}`,
      deliveries: '/deliveries',
      money: '/money',
      audit: '/audit',
    }),
  ];
}

const BOTH = {
  money: '/money',
  keys: '/keys',
  endpoints: '/endpoints',
  deliveries: '/deliveries',
  requests: '/requests',
  explorer: '/explorer?operation=listGuides',
  'sandbox-tools': '/sandbox-tools',
  verification: '/company/verification',
  team: '/company/team',
  links: '/company/links',
  audit: '/company/audit',
};
