import type { FaultTally } from '../chaos.ts';
import { type Violation, violations } from './violation.ts';

/** One may find nothing to strike at by chance, such as no order that just moves. */
const BY_CHANCE = 4;

/** A run says nothing of a fault that never struck. */
export function checkStrikes(tally: FaultTally): Violation[] {
  const idle = [...tally].flatMap(([name, count]) => {
    const fault = /^missed: (.*)/.exec(name)?.[1];
    return fault !== undefined && count > BY_CHANCE && !tally.has(fault)
      ? [`${fault}: ${count} times in vain`]
      : [];
  });
  return violations('every kind of fault strikes', idle);
}
