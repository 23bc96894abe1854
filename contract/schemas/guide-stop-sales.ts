/** Trips that are not newly sold (docs/guides.md, "Stop-sales"). */
import { Type } from 'typebox';
import { MAX_STOP_SALES } from '../../domain/stop-sale.ts';
import { CalendarDate, Line } from './common.ts';
import { AgencyKeys, RateWeekdays } from './guide-rates.ts';
import { TripKindIds, WholeDays } from './guide-special-offers.ts';

const NOTE = 'For yourself only';
const STOP =
  'Trips that are no longer sold, if all conditions are met: dates and weekdays by any of their days';

export const StopSaleInput = Type.Object(
  {
    startDate: Type.Optional(CalendarDate),
    endDate: Type.Optional(CalendarDate),
    weekdays: Type.Optional(RateWeekdays),
    wholeDays: Type.Optional(WholeDays),
    tripKindIds: Type.Optional(TripKindIds),
    agencies: Type.Optional(AgencyKeys),
    note: Type.Optional(Line(200, { description: NOTE })),
  },
  { additionalProperties: false, description: STOP },
);
export const StopSale = Type.Object(
  {
    startDate: Type.Optional(CalendarDate),
    endDate: Type.Optional(CalendarDate),
    weekdays: Type.Optional(RateWeekdays),
    wholeDays: Type.Optional(WholeDays),
    tripKindIds: Type.Optional(Type.Array(Type.String(), { description: 'Absent: all' })),
    agencies: Type.Optional(Type.Array(Type.String(), { description: 'Absent: all' })),
    note: Type.Optional(Type.String({ description: NOTE })),
  },
  { description: STOP },
);

const STOPS = {
  maxItems: MAX_STOP_SALES,
  description: 'Trips that are no longer sold; only the studio sees these',
};
export const StopSalesInput = Type.Array(StopSaleInput, STOPS);
export const StopSales = Type.Array(StopSale, STOPS);
