import type { Logger } from 'pino';

/** What happened to an order: ids, states and fixed words, nothing that anybody wrote. */
export interface OrderLine {
  readonly order: string;
  readonly merchant: string;
  readonly studio: string;
  readonly guide: string;
  readonly status: string;
  /** Number of the event. */
  readonly sequence: number;
  readonly reason: string;
  readonly actor: string;
  /** The request that caused it; absent where the clock did. */
  readonly requestId?: string | undefined;
}

/** One line for each order that is created, and for each event of its history that a worker writes. */
export interface OrderLog {
  created(line: OrderLine): void;
  moved(line: OrderLine): void;
}

export function createOrderLog(logger: Pick<Logger, 'info'>): OrderLog {
  return {
    created: (line) => logger.info(line, 'an order was created'),
    moved: (line) => logger.info(line, 'an order was moved'),
  };
}
