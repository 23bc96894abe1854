/** What is taken away, how, and the one page that it is, as the runbook has it (docs/monitoring.md, "Alerts"). */

/** How a part goes away. A read-only database answers; an order fails by its workflow's code. */
type Strike = 'frozen' | 'killed' | 'read-only' | 'failing';

export interface ExpectedPage {
  readonly alert: string;
  /** Its label that names the cause. */
  readonly label?: readonly [name: string, value: string];
}

interface Part {
  /** Of docker-compose.yml; absent: no process of it is struck. */
  readonly service?: string;
  /** All processes of the service, not one of them. */
  readonly isEvery?: true;
  readonly ways: readonly Strike[];
  readonly page: ExpectedPage;
}

const AWAY = ['frozen', 'killed'] as const;
const down = (service: string): Part => ({
  ...{ service, ways: AWAY, page: { alert: 'GuidepostProcessDown', label: ['job', `guidepost-${service}`] } },
});
const missing = (service: string, role: string): Part => ({
  ...{ service, isEvery: true, ways: AWAY, page: { alert: 'GuidepostRoleMissing', label: ['role', role] } },
});
const unreachable = (service: string, part: string, ways: readonly Strike[] = AWAY): Part => ({
  ...{ service, ways, page: { alert: 'GuidepostPartUnreachable', label: ['part', part] } },
});

export const PARTS: Readonly<Record<string, Part>> = {
  'one API': down('api'),
  'one order worker': down('order-worker'),
  'one notification worker': down('notification-worker'),
  'every API': missing('api', 'api'),
  console: missing('console', 'console'),
  'every order worker': missing('order-worker', 'orders'),
  'every notification worker': missing('notification-worker', 'notifications'),
  'settlement workers': {
    ...{ service: 'settlement-worker', isEvery: true, ways: AWAY },
    page: { alert: 'GuidepostPlatformUnwatched' },
  },
  gateway: { service: 'gateway', ways: AWAY, page: { alert: 'GuidepostOutsideFails' } },
  redis: unreachable('redis', 'redis'),
  'egress proxy': unreachable('egress-proxy', 'egress_proxy'),
  temporal: unreachable('temporal', 'temporal'),
  'temporal-postgresql': unreachable('temporal-postgresql', 'temporal'),
  postgresql: unreachable('postgresql', 'postgresql', [...AWAY, 'read-only']),
  'an order': { ways: ['failing'], page: { alert: 'GuidepostOrdersUnreplayable' } },
};

export interface Case {
  readonly part: string;
  readonly how: Strike;
  readonly page: ExpectedPage;
}

/** @param only parts by name, all without; `how` likewise. */
export function casesOf(only: string | undefined, how: string | undefined): Case[] {
  const wanted = only?.split(',');
  return Object.entries(PARTS).flatMap(([part, { ways, page }]) =>
    ways
      .filter((way) => (wanted?.includes(part) ?? true) && (how ?? way) === way)
      .map((way) => ({ part, how: way, page })),
  );
}
