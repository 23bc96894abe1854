import { type FaultyReceiver, MOODS } from '../receiver.ts';
import type { Fault } from './fault.ts';

/** Every receiver has one bad mood. */
export function receiverFaults(receivers: readonly FaultyReceiver[]): Fault[] {
  return receivers.map((receiver, index) => ({
    name: 'receiver',
    async strike({ lasts, random, later }) {
      const mood = random.pick(MOODS.slice(1));
      await receiver.become(mood);
      later(lasts, () => receiver.become('healthy'));
      return `receiver ${index} is ${mood} for ${lasts} ms`;
    },
  }));
}
