import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { createInhibition } from '../alerts/blind/inhibition.ts';

const loud = createInhibition(
  readFileSync(new URL('../../deploy/observability/alertmanager.yml', import.meta.url), 'utf8'),
);
const alert = (name: string, labels: Record<string, string> = {}) => ({
  name,
  state: 'firing' as const,
  labels: { alertname: name, ...labels },
});
const namesOf = (...firing: ReturnType<typeof alert>[]) => loud(firing).map(({ name }) => name);

test('Temporal frozen is one page, not nine', () => {
  const cause = alert('GuidepostPartUnreachable', { part: 'temporal', instance: 'api-1' });
  const following = [
    ...['GuidepostQueueUnpolled', 'GuidepostWorkflowsNotStarted', 'GuidepostNotificationsLate'],
    ...['GuidepostTemporalCallsFail', 'GuidepostAnswersBurn', 'GuidepostRecoveriesStand'],
    ...['GuidepostUpdatesSlow', 'GuidepostDeadlinesOverdue', 'GuidepostWorkStands'],
  ];
  expect(namesOf(cause, ...following.map((name) => alert(name)))).toEqual(['GuidepostPartUnreachable']);
  expect(namesOf(...following.slice(1).map((name) => alert(name)))).toEqual(following.slice(1));
});

test('PostgreSQL unavailable is one page, also where Temporal is unavailable because of it', () => {
  const postgresql = alert('GuidepostPartUnreachable', { part: 'postgresql' });
  const temporal = alert('GuidepostPartUnreachable', { part: 'temporal' });
  expect(loud([postgresql, temporal, alert('GuidepostPlatformUnwatched')])).toEqual([postgresql]);
});

test('what has another cause stays', () => {
  expect(
    namesOf(alert('GuidepostPartUnreachable', { part: 'redis' }), alert('GuidepostOutsideFails')),
  ).toEqual(['GuidepostPartUnreachable', 'GuidepostOutsideFails']);
  const unwatched = alert('GuidepostPlatformUnwatched');
  const down = (job: string) => alert('GuidepostProcessDown', { job });
  expect(namesOf(unwatched, down('guidepost-settlement-worker'))).toEqual(['GuidepostPlatformUnwatched']);
  expect(namesOf(unwatched, down('guidepost-api'))).toHaveLength(2);
});

test('a role without a process is one page; what has to do with other roles stays', () => {
  const missing = (role: string) => alert('GuidepostRoleMissing', { role });
  const down = (job: string) => alert('GuidepostProcessDown', { job });
  expect(namesOf(missing('console'), down('guidepost-console'))).toEqual(['GuidepostRoleMissing']);
  expect(
    namesOf(missing('console'), down('guidepost-order-worker'), alert('GuidepostOutsideFails')),
  ).toHaveLength(3);
  expect(
    namesOf(
      missing('orders'),
      ...[down('guidepost-order-worker'), alert('GuidepostQueueUnpolled', { queue: 'orders-3' })],
      ...[alert('GuidepostDeadlinesOverdue'), alert('GuidepostOrdersUnreplayable')],
    ),
  ).toEqual(['GuidepostRoleMissing']);
  expect(
    namesOf(missing('orders'), alert('GuidepostQueueUnpolled', { queue: 'notifications' })),
  ).toHaveLength(2);
});

test('one worker of notifications that is down hides no answers with 5xx; one API that is down does', () => {
  const down = (job: string) => alert('GuidepostProcessDown', { job });
  const burns = alert('GuidepostAnswersBurn');
  expect(namesOf(down('guidepost-notification-worker'), burns)).toHaveLength(2);
  expect(namesOf(alert('GuidepostPartUnreachable', { part: 'redis' }), burns)).toHaveLength(2);
  expect(namesOf(down('guidepost-api'), burns)).toEqual(['GuidepostProcessDown']);
});
