/** The way through the site: three areas, each with its groups of pages. */
import { BASE, type Chapter } from './chapters.ts';
import type { Operation, Tag } from './reference/operations.ts';

export interface Entry {
  readonly url: string;
  readonly label: string;
  /** HTTP method, where the page is an operation's. */
  readonly method?: string;
}

interface Group {
  readonly label: string;
  readonly entries: readonly Entry[];
}

export interface Area {
  readonly id: 'integrate' | 'reference' | 'run';
  readonly label: string;
  readonly url: string;
  readonly groups: readonly Group[];
}

/** By the files' names; what is not there yet is left out. */
const INTEGRATE: Readonly<Record<string, readonly string[]>> = {
  Start: [
    'docs/integrate/getting-started.md',
    'docs/integrate/authentication.md',
    'docs/integrate/sandbox.md',
  ],
  Guides: [
    'docs/integrate/booking.md',
    'docs/integrate/callbacks.md',
    'docs/integrate/cancellation.md',
    'docs/integrate/settlement.md',
    'docs/integrate/acting-for-others.md',
    'docs/integrate/octo.md',
  ],
  'Doing it well': [
    'docs/integrate/signing.md',
    'docs/integrate/idempotency.md',
    'docs/integrate/rate-limits.md',
    'docs/integrate/errors.md',
    'docs/integrate/go-live.md',
  ],
  Tools: ['packages/sdk/README.md', 'packages/cli/README.md', 'docs/integrate/generated-clients.md'],
  'In depth': [
    'docs/specification.md',
    'docs/compatibility.md',
    'docs/lists.md',
    'docs/orders.md',
    'docs/guides.md',
    'docs/notifications.md',
    'docs/settlement.md',
    'docs/sandbox.md',
    'docs/signing.md',
    'docs/octo.md',
    'docs/console.md',
  ],
};

const RUN: Readonly<Record<string, readonly string[]>> = {
  'Run it yourself': [
    'README.md',
    'docs/configuration.md',
    'docs/operations.md',
    'docs/upgrades.md',
    'docs/monitoring.md',
    'docs/database.md',
    'docs/recovery.md',
    'docs/kubernetes.md',
    'docs/scaling.md',
    'docs/security.md',
    'docs/reliability.md',
    'docs/performance.md',
    'docs/performance/details.md',
    'docs/performance/where-time-goes.md',
  ],
  'How it is made': [
    'docs/architecture.md',
    'docs/jobs.md',
    'docs/testing.md',
    'docs/dependencies.md',
    'docs/patched-internals.md',
    'docs/decisions/README.md',
  ],
  Project: ['.github/CONTRIBUTING.md', '.github/SECURITY.md', 'CHANGELOG.md'],
};

/** Shorter than the chapters' titles. */
const LABELS: Readonly<Record<string, string>> = {
  'README.md': 'Install',
  'CHANGELOG.md': 'Changelog',
  '.github/SECURITY.md': 'Report a vulnerability',
  'docs/integrate/go-live.md': 'Go-live checklist',
  'docs/operations.md': 'Operations',
  'docs/kubernetes.md': 'Kubernetes',
  'docs/scaling.md': 'Scaling',
  'docs/reliability.md': 'Reliability',
  'docs/jobs.md': 'Background jobs',
  'docs/performance.md': 'Performance',
  'docs/performance/details.md': 'Performance in detail',
  'docs/specification.md': 'What is promised',
  'docs/orders.md': 'Orders',
  'docs/guides.md': 'Guides and calendars',
  'docs/notifications.md': 'Notifications',
  'docs/settlement.md': 'Settlement',
  'docs/sandbox.md': 'The sandbox',
  'docs/signing.md': 'Signed requests',
  'docs/octo.md': 'OCTO',
  'packages/sdk/README.md': 'TypeScript SDK',
  'sdk-python/README.md': 'Python SDK',
  'packages/cli/README.md': 'Command line',
};

const CATALOGUES: readonly Entry[] = [
  { url: `${BASE}/events`, label: 'Events' },
  { url: `${BASE}/errors`, label: 'Errors' },
  { url: `${BASE}/changelog`, label: 'Changelog' },
];

export function createNavigation(
  chapters: readonly Chapter[],
  operations: readonly Operation[],
  tags: readonly Tag[],
): Area[] {
  const byFile = new Map(chapters.map((chapter) => [chapter.file, chapter]));
  const groupsOf = (files: typeof INTEGRATE) =>
    Object.entries(files)
      .map(([label, names]) => ({ label, entries: names.flatMap((name) => entryOf(byFile.get(name))) }))
      .filter(({ entries }) => entries.length > 0);
  const reference = tags.map(({ name, label }) => ({
    label,
    entries: operations
      .filter(({ tag }) => tag === name)
      .map(({ url, label: entry, method }) => ({ url, label: entry, method })),
  }));
  const integrate = groupsOf(INTEGRATE);
  return [
    {
      id: 'integrate',
      label: 'Guides',
      url: integrate[0]?.entries[0]?.url ?? BASE,
      groups: [...integrate, { label: 'Catalogues', entries: CATALOGUES }],
    },
    {
      id: 'reference',
      label: 'API reference',
      url: `${BASE}/reference`,
      groups: [{ label: 'Catalogues', entries: CATALOGUES.slice(0, 2) }, ...reference],
    },
    { id: 'run', label: 'Run it yourself', url: `${BASE}/install`, groups: groupsOf(RUN) },
  ];
}

function entryOf(chapter: Chapter | undefined): Entry[] {
  return chapter ? [{ url: chapter.url, label: LABELS[chapter.file] ?? chapter.title }] : [];
}

/** Whose pages are beside a page: decisions are the project's, whatever is in no group is an integrator's. */
export function areaOf(areas: readonly Area[], url: string): Area {
  if (url.startsWith(`${BASE}/reference`) || url === `${BASE}/events` || url === `${BASE}/errors`)
    return areas[1]!;
  if (url.startsWith(`${BASE}/decisions`)) return areas[2]!;
  const holds = ({ groups }: Area) =>
    groups.some(({ entries }) => entries.some((entry) => entry.url === url));
  return areas.find(holds) ?? areas[0]!;
}

/** The pages before and after this one, within its area. */
export function neighbours(area: Area, url: string): { before?: Entry; after?: Entry } {
  const entries = area.groups.flatMap((group) => group.entries);
  const index = entries.findIndex((entry) => entry.url === url);
  if (index < 0) return {};
  const [before, after] = [entries[index - 1], entries[index + 1]];
  return { ...(before ? { before } : {}), ...(after ? { after } : {}) };
}
