/** In the order in which they run, and are listed in docs/performance/details.md. */
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

/** Has its own command, since it runs for half an hour: `npm run bench -- steady`. */
export const STEADY = 'steady';
