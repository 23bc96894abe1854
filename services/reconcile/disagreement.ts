interface Kind {
  /** What is done about it. */
  readonly repair: string;
  /** The repair terminates a workflow: what can't be taken back, and is bounded (`--max-terminations`). */
  readonly isTerminated?: true;
}

/** The ways in which PostgreSQL and Temporal can part. */
export const DISAGREEMENTS = {
  /** Accepted, and never given to Temporal: a sweeper does it within seconds. */
  notStarted: { repair: 'started' },
  /** It can move, and no workflow runs. */
  workflowMissing: { repair: 'started again from the state in the database' },
  /** The workflow believes the order elsewhere. */
  stateDiffers: { repair: 'signalled to catch up' },
  /** Its workflow task fails again and again: the workflow can't be replayed, and makes no progress. */
  unreplayable: {
    repair: 'terminated, and started again from the state in the database',
    isTerminated: true,
  },
  /** Waits in the database, and no workflow delivers it. */
  deliveryMissing: { repair: 'its delivery started' },
  /** The same as `unreplayable`, of a delivery. */
  deliveryUnreplayable: { repair: 'terminated, and another delivery started', isTerminated: true },
  /** Held, and no workflow runs that ends it in time. */
  holdUnattended: { repair: 'a workflow started that ends it in time' },
  /** The same as `unreplayable`, of a hold. */
  holdUnreplayable: { repair: 'terminated, and another workflow started', isTerminated: true },
  /** A workflow that a release of another program began: that of an older one is taken over by itself, that of a newer one waits for it. */
  otherProgram: {
    repair: 'terminated, and started again from where the database has it',
    isTerminated: true,
  },
  /** A workflow runs for an order that the database does not have. */
  orderUnknown: { repair: 'terminated', isTerminated: true },
} as const satisfies Record<string, Kind>;

export type DisagreementKind = keyof typeof DISAGREEMENTS;

export interface Disagreement {
  readonly kind: DisagreementKind;
  /** What it is about: an order, a hold, a settlement, an endpoint, a merchant. */
  readonly id: string;
  /** For a delivery: its endpoint. */
  readonly endpointId?: string;
  readonly database: string;
  readonly temporal: string;
}

/** How many workflows the repair of these would terminate. */
export function terminationsAmong(found: readonly Disagreement[]): number {
  return found.filter(({ kind }) => 'isTerminated' in DISAGREEMENTS[kind]).length;
}
