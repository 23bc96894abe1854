/** The ways in which PostgreSQL and Temporal can part. */
export const DISAGREEMENTS = {
  /** Accepted, and never given to Temporal: a sweeper does it within seconds. */
  unlaunched: 'started',
  /** It can move or has something to tell, and no workflow runs. */
  workflowMissing: 'started again from where the order stands',
  /** The workflow believes the order elsewhere. */
  stateDiffers: 'told to catch up',
  /** Waits in the books, and the workflow does not deliver it. */
  notificationUnattended: 'told to catch up',
  /** Waits to be sent again, or is of a settlement, and no workflow delivers it. */
  deliveryMissing: 'sent by a redelivery',
  /** A workflow runs for an order that the database does not have. */
  orderUnknown: 'terminated',
} as const;

export type DisagreementKind = keyof typeof DISAGREEMENTS;

export interface Disagreement {
  readonly kind: DisagreementKind;
  /** The order's or the settlement's. */
  readonly id: string;
  readonly database: string;
  readonly temporal: string;
}
