/** What status calls late, wrong or about to end is what an alert of deploy/observability/rules.yml says: the limits are in both. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { WRONG_FROM_MS } from '../../db/clock.ts';
import { CERTIFICATE_DAYS } from '../../services/operators/status/index.ts';
import { LIMITS } from '../../services/operators/status/overdue.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
const { groups } = parse(
  readFileSync(new URL('../../deploy/observability/rules.yml', import.meta.url), 'utf8'),
) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** What an alert compares with, at the end of its expression. */
function limitOf(name: string): number {
  const { expr = '' } = rules.find(({ alert }) => alert === name) ?? {};
  return Number(/(?:>|<|>=) ([\d.]+)$/.exec(expr)?.[1]);
}

const ALERTS: Readonly<Record<keyof typeof LIMITS, string>> = {
  deadlines: 'GuidepostDeadlinesOverdue',
  starts: 'GuidepostWorkflowsNotStarted',
  deliveries: 'GuidepostNotificationsLate',
  recoveries: 'GuidepostRecoveriesStand',
  jobs: 'GuidepostJobsLate',
  mails: 'GuidepostMailsLate',
};

test('work is late in status from where its alert says so', () => {
  const alerts = Object.entries(ALERTS).map(([work, name]) => [work, limitOf(name)]);
  expect(Object.fromEntries(alerts)).toEqual(LIMITS);
});

test('so it is with clocks and the certificate', () => {
  expect(limitOf('GuidepostClockWrong')).toBe(WRONG_FROM_MS / 1_000);
  expect(limitOf('GuidepostCertificateExpires')).toBe(CERTIFICATE_DAYS);
});
