/** Nothing happens to an order before its last event, whichever clock dated that. */
export function notBeforeLast(events: readonly { readonly occurredAt: Date }[], at: Date): Date {
  const last = events.at(-1)?.occurredAt;
  return last !== undefined && last > at ? last : at;
}
