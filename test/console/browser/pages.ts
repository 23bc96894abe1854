import type { SandboxLife } from './sandbox-life.ts';

/** Who looks at a page: nobody yet, a member of a company (one who reads Spanish, too), an operator. */
export type Viewer = 'nobody' | 'agency' | 'studio' | 'lectora' | 'operator';

export interface ConsolePage {
  readonly name: string;
  readonly viewer: Viewer;
  readonly path: string;
  /** The button that opens the dialog that is looked at. */
  readonly press?: string | undefined;
}

/** Every page of the console, as somebody sees it in a sandbox in which something has happened. */
export function pagesOf(
  life: SandboxLife,
  { agency, studio }: { readonly agency: string; readonly studio: string },
): ConsolePage[] {
  return [
    ...of('nobody', '', OPEN),
    ...of('agency', `/${agency}/sandbox`, { ...agencyPages(life), ...BOTH }),
    ...of('agency', `/${agency}/live`, { 'live-locked': '/orders' }),
    ...of('agency', '/account', { security: '/security', profile: '/profile', notices: '/notices' }),
    ...of('studio', `/${studio}/sandbox`, { ...studioPages(life), ...BOTH }),
    ...of('lectora', `/${agency}/sandbox`, spanishPages(life)),
    ...of('operator', '/desk', operatorPages(life, agency)),
  ];
}

/** Addresses, or an address and a button, by the page's name. */
type Pages = Readonly<Record<string, string | readonly [path: string, press: string]>>;

function of(viewer: Viewer, root: string, pages: Pages): ConsolePage[] {
  return Object.entries(pages).map(([name, where]) => {
    const [path, press] = typeof where === 'string' ? [where] : where;
    return { name: `${viewer}-${name}`, viewer, path: `${root}${path}`, press };
  });
}

const OPEN: Pages = {
  'sign-in': '/sign-in',
  register: '/register',
  'forgot-password': '/forgot-password',
  'reset-password': '/reset-password#no-such-token',
  'confirm-email': '/confirm-email#no-such-token',
  'confirm-new-email': '/confirm-new-email#no-such-token',
  'allow-device': '/allow-device#no-such-token',
  invitation: '/invitation#no-such-token',
  answer: '/answer#no-such-token',
  unsubscribe: '/unsubscribe#no-such-token',
  shared: '/shared#no-such-token',
  'no-such-page': '/nothing/here',
};

/** Of agencies and studios alike. */
const BOTH: Pages = {
  money: '/money',
  reports: '/reports',
  'reports-months': '/reports?step=month&requestsBy=guide&cancelledBy=period',
  objections: '/money/disputes',
  keys: '/keys',
  'key-issue': ['/keys', 'Issue key'],
  'orders-views': ['/orders?sort=tripEarliest', 'Views'],
  answers: '/company/answers',
  'answer-new': ['/company/answers', 'New answer'],
  endpoints: '/endpoints',
  'endpoint-add': ['/endpoints', 'Add endpoint'],
  deliveries: '/deliveries',
  'deliveries-recover': ['/deliveries', 'Recover…'],
  requests: '/requests',
  explorer: '/explorer?operation=listGuides',
  'sandbox-tools': '/sandbox-tools',
  'company-profile': '/company/profile',
  verification: '/company/verification',
  team: '/company/team',
  'team-invite': ['/company/team', 'Invite someone'],
  links: '/company/links',
  'link-ask': ['/company/links', 'Link a provider'],
  audit: '/company/audit',
  palette: ['', 'Search or go to…'],
  account: ['', 'Your account'],
};

function agencyPages({ guideId, confirmed, completed, cancelled, agency }: SandboxLife): Pages {
  return {
    home: '',
    orders: '/orders',
    'orders-none': '/orders?text=nothing+like+that',
    'order-confirmed': `/orders/${confirmed}`,
    'order-completed': `/orders/${completed}`,
    'order-cancelled': `/orders/${cancelled}`,
    'order-missing': '/orders/ORD1',
    'order-change': `/orders/${confirmed}/change`,
    'order-cancel': [`/orders/${confirmed}`, 'Cancel order'],
    find: '/find',
    'find-map': '/find?view=map',
    compare: `/find/compare?guides=G1001,G1002,G1003&guests=3&from=${agency.freeDay}&to=${agency.freeDay}`,
    share: ['/find/compare?guides=G1001,G1002', 'Share with a customer'],
    guide: `/find/${guideId}`,
    book: `/find/${guideId}/book?date=${agency.freeDay}&days=2`,
    statement: `/money/statements/${agency.settlementId}`,
    objection: `/money/disputes/${agency.disputeId}`,
    endpoint: `/endpoints/${agency.endpointId}`,
    delivery: `/deliveries/${agency.notificationId}`,
  };
}

function studioPages({ guideId, pending, studio }: SandboxLife): Pages {
  return {
    home: '',
    inbox: '/inbox',
    orders: '/orders',
    'order-pending': `/orders/${pending}`,
    'order-reject': ['/inbox', 'Reject order'],
    guides: '/guides',
    'guide-new': '/guides/new',
    'guide-import': '/guides/import',
    'guide-editor': `/guides/${guideId}`,
    'guide-delete': [`/guides/${guideId}`, 'Delete guide'],
    'guide-calendar': `/guides/${guideId}/calendar`,
    calendar: '/calendar',
    'calendar-week': '/calendar?view=week',
    'calendar-day': '/calendar?view=day',
    reviews: '/reviews',
    partners: '/partners',
    endpoint: `/endpoints/${studio.endpointId}`,
    delivery: `/deliveries/${studio.notificationId}`,
  };
}

function spanishPages({ guideId, confirmed, agency }: SandboxLife): Pages {
  return {
    home: '',
    orders: '/orders',
    order: `/orders/${confirmed}`,
    guide: `/find/${guideId}`,
    money: '/money',
    statement: `/money/statements/${agency.settlementId}`,
    keys: '/keys',
    deliveries: '/deliveries',
    team: '/company/team',
    audit: '/company/audit',
  };
}

function operatorPages({ confirmed, agency, studio }: SandboxLife, company: string): Pages {
  return {
    backOffice: '',
    search: '/search',
    verifications: '/verifications',
    verification: `/verifications/${company}`,
    merchants: '/merchants',
    'merchant-register': ['/merchants', 'Register merchant'],
    'merchant-studio': '/merchants/mk_sandbox_studio',
    'merchant-suspend': ['/merchants/mk_sandbox_studio', 'Suspend merchant'],
    'merchant-why': '/merchants/mk_sandbox_studio/deliveries',
    order: `/orders/${confirmed}`,
    'order-cancel': [`/orders/${confirmed}`, 'Cancel order'],
    deliveries: '/deliveries',
    'deliveries-endpoint': `/deliveries/${studio.endpointId}`,
    money: '/money',
    'money-run': '/money/run?month=2026-10',
    statements: '/money/statements',
    statement: `/money/statements/${agency.settlementId}`,
    objections: '/money/disputes',
    objection: `/money/disputes/${agency.disputeId}`,
    corrections: '/money/corrections',
    'correction-new': '/money/corrections/new',
    personal: '/personal',
    audit: '/audit',
  };
}
