/** What reports are asked for by, and what their tables have. */
import { type Static, type TObject, Type } from 'typebox';
import { CalendarDate, CurrencyCode, GuideId, nullable, oneOf } from '../../../contract/schemas/common.ts';
import { Amount } from '../../../contract/schemas/guide-terms.ts';
import { PartnerPath } from '../../../contract/schemas/partners.ts';
import { CANCELLATION_GROUPS, REPORT_GROUPS, REPORT_STEPS } from '../../../domain/report.ts';

const Count = Type.Integer();
const Name = Type.String();
const Hours = nullable(Type.Number());

const period = { from: Type.Optional(CalendarDate), to: Type.Optional(CalendarDate) };
const asked = {
  ...period,
  step: Type.Optional(oneOf(REPORT_STEPS)),
  guideId: Type.Optional(GuideId),
  area: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  partner: Type.Optional(PartnerPath.properties.merchantKey),
};
const query = <Parts extends Type.TProperties>(parts: Parts) =>
  Type.Object(parts, { additionalProperties: false });

export const ChoicesQuery = query(period);
export const BookedQuery = query(asked);
export const RequestsQuery = query({ ...asked, groupBy: Type.Optional(oneOf(REPORT_GROUPS)) });
export const CancellationsQuery = query({ ...asked, groupBy: Type.Optional(oneOf(CANCELLATION_GROUPS)) });

const report = <Row extends TObject>(row: Row) =>
  Type.Object({
    from: CalendarDate,
    to: CalendarDate,
    step: oneOf(REPORT_STEPS),
    timeZone: Name,
    list: Type.Array(row),
    isCut: Type.Boolean(),
  });

const Choice = Type.Object({ id: Name, name: Name });
export const ReportChoices = Type.Object({
  guides: Type.Array(Choice),
  areas: Type.Array(Name),
  partners: Type.Array(Choice),
});

export const BookedReport = report(
  Type.Object({
    period: CalendarDate,
    currency: CurrencyCode,
    orders: Count,
    completed: Count,
    open: Count,
    refused: Count,
    cancelled: Count,
    amount: Amount,
    keptAmount: Amount,
  }),
);
export type BookedReport = Static<typeof BookedReport>;

export const RequestsReport = report(
  Type.Object({
    key: Name,
    name: nullable(Name),
    requests: Count,
    confirmed: Count,
    rejected: Count,
    expired: Count,
    withdrawn: Count,
    otherwise: Count,
    waiting: Count,
    medianHours: Hours,
    p90Hours: Hours,
    instant: Count,
  }),
);
export type RequestsReport = Static<typeof RequestsReport>;

export const CancellationsReport = report(
  Type.Object({
    key: Name,
    name: nullable(Name),
    confirmed: nullable(Count),
    cancelled: Count,
    byAgency: Count,
    byStudio: Count,
    byOperator: Count,
    medianHours: Hours,
  }),
);
export type CancellationsReport = Static<typeof CancellationsReport>;

export const DaysReport = report(
  Type.Object({ guideId: GuideId, guideName: Name, month: Name, days: Count, trips: Count }),
);
export type DaysReport = Static<typeof DaysReport>;
