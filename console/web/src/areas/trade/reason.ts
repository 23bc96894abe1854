/** contract/schemas/orders.ts, `OrderMoveBody` */
export const MAX_REASON = 500;

/** Why an order is moved, as a request has it; nothing where nothing is written. */
export function reasonBody(reason: string): { reason?: string } {
  return reason.trim() === '' ? {} : { reason: reason.trim() };
}
