/** Everything that the workers' bundle contains. */
export { delivery } from './delivery.ts';
export { hold } from './hold.ts';
export { maintenance } from './maintenance.ts';
export { order } from './order.ts';
export { settlement } from './settlement.ts';
export { settlementRun } from './settlement-run.ts';
