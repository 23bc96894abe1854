/** One of those that are compared: what makes events wait, and what delivers them. */
export interface Side {
  readonly name: string;
  /** Part → its process, of what runs all the time. */
  readonly parts: Readonly<Record<string, () => number | undefined>>;
  /** Makes so many events wait for their delivery. On our side each is an order's, which is more than an event. */
  readonly makeBacklog: (count: number) => Promise<void>;
  /** Starts the process that delivers, and resolves when it is ready. */
  readonly startDelivery: () => Promise<Delivery>;
  /** Resolves when every event is delivered, and its attempt recorded. */
  readonly untilDelivered: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Delivery {
  /** The part that it is. */
  readonly name: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}
