import Sequencer from '@jest/test-sequencer';

/**
 * The files that take longest, and first the one that takes longest of all. Without times of an earlier run Jest goes by
 * the size of files: one that is small and takes two minutes would be among the last, with nothing left to run beside it.
 */
const LONGEST = [
  'security/repeats/every-operation',
  'workflows/storm',
  'faults/faults',
  'e2e/notification-healing',
  'console/browser/trade',
  'console/browser/operators',
  'console/browser/studio',
  'console/browser/account',
  'console/browser/money',
  'activities/worker-health',
  'operations/temporal-identity',
  'console/browser/developers',
  'admin/settlements',
  'console/browser/verification',
  'sandbox/clock',
  'embedded/two-platforms',
  'console/browser/first-order',
  'security/crashes',
  'operations/stopping',
  'security/repeats/frozen-worker',
  'console/browser/traps',
  'sandbox/statements',
  'settlement/statements.property',
  'settlement/settlement',
  'e2e/event-types',
  'api/order-changes.property',
  'api/credentials',
  'replay/replay',
  'console/browser/typing',
  'faults/start/start',
];
const rankOf = ({ path }) => {
  const rank = LONGEST.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
  return rank < 0 ? LONGEST.length : rank;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
