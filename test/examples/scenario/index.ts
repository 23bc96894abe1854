import type { Step } from '../step.ts';
import { ACCESS } from './access.ts';
import { CALLBACK } from './callbacks.ts';
import { GUIDES } from './guides.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { ORDERS } from './orders.ts';
import { SETTLEMENTS } from './settlements.ts';

/** Every operation of the API in an order that works on a fresh platform. */
export const SCENARIO: readonly Step[] = [
  ...ACCESS,
  ...GUIDES,
  ...CALLBACK,
  ...ORDERS,
  ...NOTIFICATIONS,
  ...SETTLEMENTS,
];
