import type { EndedBy } from '../db/queries/orders/end-change.ts';
import type { Actor } from '../workflows/contract.ts';

/** Who did it and when, as events have it. */
export function actedBy({
  actor,
  occurredAt,
}: {
  readonly actor: Actor;
  readonly occurredAt: string;
}): EndedBy {
  return {
    actorKind: actor.kind,
    actorKey: actor.key ?? null,
    actingKey: actor.actedBy ?? null,
    requestId: actor.requestId ?? null,
    occurredAt: new Date(occurredAt),
  };
}
