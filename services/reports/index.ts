import type { EntityManager } from '@mikro-orm/postgresql';
import { type DayRow, MAX_DAY_ROWS, selectBookedDays } from '../../db/queries/console/report-days.ts';
import type { ReportScope } from '../../db/queries/console/report-scope.ts';
import {
  type BookedRow,
  type CancellationRow,
  type RequestRow,
  selectBooked,
  selectCancellations,
  selectPairs,
  selectRequests,
} from '../../db/queries/console/reports.ts';
import { invalidParameter, MerchantKindForbidden } from '../../domain/errors.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import {
  CANCELLATION_LEADS,
  type CancellationGroup,
  MAX_REPORT_GROUPS,
  REPORT_WEEKS,
  type ReportGroup,
  type ReportStep,
} from '../../domain/report.ts';
import { timeFor } from '../../domain/sandbox.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { startOfDay } from '../../domain/wall-time.ts';
import { sideOf } from '../trade/cards.ts';
import { isOutsider } from '../trade/colleague.ts';
import { type AskedPeriod, type ReportPeriod, reportPeriod } from './period.ts';

export interface ReportQuery extends AskedPeriod {
  readonly step?: ReportStep | undefined;
  readonly guideId?: string | undefined;
  readonly area?: string | undefined;
  /** The key of the other side's merchant. */
  readonly partner?: string | undefined;
}

/** Who asks, and when. */
export interface ReportReader {
  readonly em: EntityManager;
  readonly merchant: CallingMerchant;
  /** The real time. */
  readonly now: Date;
  /** The platform's: orders are booked on its days, as money is posted. */
  readonly timeZone: string;
}

interface Report<Row> extends ReportPeriod {
  readonly step: ReportStep;
  readonly timeZone: string;
  readonly list: Row[];
  /** There are more; these are those with the most orders. */
  readonly isCut: boolean;
}

/** What came in: orders by the day they were booked, amounts as decimals. */
export async function readBooked(reader: ReportReader, query: ReportQuery) {
  const scope = scopeOf(reader, query);
  const rows = await selectBooked(reader.em, scope);
  return { ...head(scope), list: rows.map(viewBooked), isCut: false };
}

function viewBooked({ currency, amount, keptAmount, ...row }: BookedRow) {
  const decimal = (minor: number) => toDecimal(minor, currency);
  return { ...row, currency, amount: decimal(amount), keptAmount: decimal(keptAmount) };
}

/** What became of requests, and how long their answers took. */
export async function readRequests(
  reader: ReportReader,
  { groupBy = 'period', ...query }: ReportQuery & { readonly groupBy?: ReportGroup | undefined },
) {
  refusePartner(reader, groupBy === 'partner' ? 'groupBy' : undefined);
  const scope = scopeOf(reader, query);
  return report(scope, (await selectRequests(reader.em, scope, groupBy)).map(viewRequests));
}

function viewRequests({ medianSeconds, p90Seconds, orders: _, ...row }: RequestRow) {
  return { ...row, medianHours: hoursOf(medianSeconds), p90Hours: hoursOf(p90Seconds) };
}

/** Confirmed orders that were cancelled: by whom, and how long before their trips. */
export async function readCancellations(
  reader: ReportReader,
  { groupBy = 'lead', ...query }: ReportQuery & { readonly groupBy?: CancellationGroup | undefined },
) {
  refusePartner(reader, groupBy === 'partner' ? 'groupBy' : undefined);
  const scope = scopeOf(reader, query);
  const rows = await selectCancellations(reader.em, scope, groupBy);
  const list = rows.map((row) => viewCancellations(row, groupBy));
  return report(scope, groupBy === 'lead' ? list.toSorted((a, b) => placeOf(a.key) - placeOf(b.key)) : list);
}

const placeOf = (key: string) => CANCELLATION_LEADS.findIndex(({ lead }) => lead === key);

/** By lead nobody was confirmed and kept: there is nothing to compare with. */
function viewCancellations({ medianSeconds, orders, ...row }: CancellationRow, by: CancellationGroup) {
  return { ...row, confirmed: by === 'lead' ? null : orders, medianHours: hoursOf(medianSeconds) };
}

/** Days on which a studio's guides have a trip, by guide and month; usually those of the coming weeks too. @throws MerchantKindForbidden for others. */
export async function readBookedDays(reader: ReportReader, query: ReportQuery) {
  if (reader.merchant.kind !== 'studio') throw new MerchantKindForbidden('only studios have guides');
  const scope = scopeOf(reader, query, 7 * REPORT_WEEKS);
  const rows: DayRow[] = await selectBookedDays(reader.em, scope);
  return { ...head(scope), list: rows.slice(0, MAX_DAY_ROWS), isCut: rows.length > MAX_DAY_ROWS };
}

/** What the period's orders can be filtered by. Who acts for a merchant by a link is not shown with whom it trades. */
export async function readReportChoices(reader: ReportReader, query: AskedPeriod) {
  const pairs = await selectPairs(reader.em, scopeOf(reader, query));
  const guides = new Map(pairs.map(({ guideId, guideName }) => [guideId, guideName]));
  const partners = new Map(pairs.map(({ partner, partnerName }) => [partner, partnerName]));
  const named = (all: Map<string, string>) => [...all].map(([id, name]) => ({ id, name }));
  return {
    guides: named(guides),
    areas: [...new Set(pairs.map(({ area }) => area))].toSorted(),
    partners: isOutsider(reader.merchant) ? [] : named(partners),
  };
}

/** @throws InvalidParameter */
function scopeOf(reader: ReportReader, { from, to, step = 'week', ...filter }: ReportQuery, ahead = 0) {
  const { merchant, now, timeZone } = reader;
  refusePartner(reader, filter.partner === undefined ? undefined : 'partner');
  const period = reportPeriod({ from, to }, todayIn(timeZone, timeFor(merchant, now)), ahead);
  return {
    ...{ ...sideOf(merchant), ...period, ...filter, step, timeZone },
    since: startOfDay(period.from, timeZone).toISOString(),
    until: startOfDay(addDays(period.to, 1), timeZone).toISOString(),
  };
}

/** The lists that a link opens name no other merchant. @param name of the parameter that would, if one does. */
function refusePartner({ merchant }: ReportReader, name: string | undefined): void {
  if (name === undefined || !isOutsider(merchant)) return;
  const msg = 'is for the people of the company itself';
  throw invalidParameter(`query.${name}`, 'not_permitted', msg);
}

const head = ({ from, to, step, timeZone }: ReportScope & ReportPeriod) => ({ from, to, step, timeZone });

function report<Row>(scope: ReportScope & ReportPeriod, rows: readonly Row[]): Report<Row> {
  const isCut = rows.length > MAX_REPORT_GROUPS;
  return { ...head(scope), list: rows.slice(0, MAX_REPORT_GROUPS), isCut };
}

/** With two decimals. */
function hoursOf(seconds: number | null): number | null {
  return seconds === null ? null : Math.round(seconds / 36) / 100;
}
