/** Everything that the workers' bundle contains. */
export { hold } from './hold.ts';
export { order } from './order.ts';
export { redelivery } from './redelivery.ts';
export { settlement } from './settlement.ts';
export { settlementRun } from './settlement-run.ts';
