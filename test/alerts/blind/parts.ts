import type { Part } from '../../faults/parts.ts';

export interface ExpectedPage {
  readonly alert: string;
  /** Its label that names the cause. */
  readonly label?: readonly [name: string, value: string];
}

const unreachable = (part: string): ExpectedPage => ({
  alert: 'GuidepostPartUnreachable',
  label: ['part', part],
});
const down = (service: string): ExpectedPage => ({
  alert: 'GuidepostProcessDown',
  label: ['job', `guidepost-${service}`],
});

/** Of each part of the topology the one page that its failure is, as the runbook has it (docs/monitoring.md, "Alerts"). */
export const PAGES: Readonly<Record<Exclude<Part, 'postgres'> | 'postgresql', ExpectedPage>> = {
  api: down('api'),
  console: { alert: 'GuidepostRoleMissing', label: ['role', 'console'] },
  'order-worker': down('order-worker'),
  'notification-worker': down('notification-worker'),
  'settlement-worker': { alert: 'GuidepostPlatformUnwatched' },
  gateway: { alert: 'GuidepostOutsideFails' },
  redis: unreachable('redis'),
  temporal: unreachable('temporal'),
  'temporal-postgresql': unreachable('temporal'),
  postgresql: unreachable('postgresql'),
};
export type BlindPart = keyof typeof PAGES;
