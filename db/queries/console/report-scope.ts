/**
 * What reports count: one side's orders by the day on which they were booked. An order is never updated before it is booked, so
 * that the index of a side's changes bounds the period from below, without one of its own.
 */
import type { ReportStep } from '../../../domain/report.ts';
import type { OrderSide } from './trade-orders.ts';

/** Which orders, and how they are cut. */
export interface ReportScope extends OrderSide {
  /** RFC 3339, the second one excluded. */
  readonly since: string;
  readonly until: string;
  readonly step: ReportStep;
  /** In which their days begin. */
  readonly timeZone: string;
  readonly guideId?: string | undefined;
  readonly area?: string | undefined;
  /** The other side's merchant. */
  readonly partner?: string | undefined;
}

type Part = readonly [sql: string, ...values: (string | undefined)[]];

/** The column of the other side's merchant. */
export const otherSide = ({ side }: Pick<OrderSide, 'side'>) =>
  side === 'studio_key' ? 'merchant_key' : 'studio_key';

/** Those whose first value is given, joined by `and`. */
export function whereOf(parts: readonly Part[]): { sql: string; values: unknown[] } {
  const given = parts.filter(([, value]) => value !== undefined);
  return { sql: given.map(([sql]) => sql).join(' and '), values: given.flatMap(([, ...values]) => values) };
}

export const byFilter = (scope: Pick<ReportScope, 'guideId' | 'area' | 'partner' | 'side'>): Part[] => [
  ['o.guide_id = ?', scope.guideId],
  [`o.${otherSide(scope)} = ?`, scope.partner],
  ['g.area = ?', scope.area],
];

/** Of orders `o`, with their guides `g`. The day between is for clocks that differ. */
export function booked(scope: ReportScope) {
  return whereOf([
    [`o.${scope.side} = ?`, scope.key],
    ["o.updated_at >= ?::timestamptz - interval '1 day'", scope.since],
    ['o.created_at >= ?::timestamptz', scope.since],
    ['o.created_at < ?::timestamptz', scope.until],
    ...byFilter(scope),
  ]);
}
