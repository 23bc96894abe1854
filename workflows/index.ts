/** Everything that the workers' bundle contains. */
export { order } from './order.ts';
export { redelivery } from './redelivery.ts';
