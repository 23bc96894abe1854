/** In the order in which they run, and stand in docs/performance/details.md. */
export const SCENARIOS: readonly string[] = [
  'intake',
  'saturation',
  'overload',
  'burst',
  'lifecycles',
  'commands',
  'deliveries',
  'lists',
  'memory',
  'starts',
  'mechanisms',
];

/** Has a command of its own, since it runs for half an hour: `npm run bench -- steady`. */
export const STEADY = 'steady';
