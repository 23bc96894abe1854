import Sequencer from '@jest/test-sequencer';

/**
 * The files that take longest, and first the one that takes longest of all. Without times of an earlier run Jest goes by
 * the size of files: one that is small and takes two minutes would be among the last, with nothing left to run beside it.
 */
const LONGEST = [
  'faults/faults',
  'workflows/storm',
  'admin/settlements',
  'admin/commands',
  'e2e/notification-healing',
  'console/browser/studio',
  'console/browser/trade',
  'console/browser/money',
  'console/browser/desk',
  'console/browser/developers',
  'operations/temporal-identity',
  'activities/worker-health',
  'console/browser/verification',
  'embedded/two-platforms',
  'console/browser/account',
  'faults/start/start',
  'console/browser/first-order',
  'e2e/event-types',
  'sandbox/clock',
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
