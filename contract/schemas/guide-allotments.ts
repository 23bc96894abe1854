/** What is kept for some agencies (docs/guides.md, "Allotments"). */
import { Type } from 'typebox';
import { MAX_ALLOTMENTS } from '../../domain/allotment.ts';
import { CalendarDate, Line } from './common.ts';
import { AgencyKeys, RateWeekdays } from './guide-rates.ts';
import { TripKindIds, WholeDays } from './guide-special-offers.ts';

const NOTE = 'For yourself only';
const ALLOTMENT = 'Trips, or places of shared trips, that are kept for some agencies until they are released';

const terms = {
  startDate: Type.Optional(CalendarDate),
  endDate: Type.Optional(CalendarDate),
  weekdays: Type.Optional(RateWeekdays),
  wholeDays: Type.Optional(WholeDays),
  places: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 500,
      description:
        'Places at each start of a shared trip, for these agencies together; absent: whole trips are kept',
    }),
  ),
  releaseDaysBefore: Type.Integer({
    minimum: 0,
    maximum: 550,
    description: "How many days before the trip's day everyone can book what is left; 0: on the day itself",
    examples: [14],
  }),
};

export const AllotmentInput = Type.Object(
  {
    ...terms,
    tripKindIds: Type.Optional(TripKindIds),
    agencies: AgencyKeys,
    note: Type.Optional(Line(200, { description: NOTE })),
  },
  { additionalProperties: false, description: ALLOTMENT },
);
export const Allotment = Type.Object(
  {
    ...terms,
    tripKindIds: Type.Optional(Type.Array(Type.String(), { description: 'Absent: all' })),
    agencies: Type.Array(Type.String(), { description: 'The agencies it is kept for' }),
    note: Type.Optional(Type.String({ description: NOTE })),
  },
  { description: ALLOTMENT },
);

const ALLOTMENTS = {
  maxItems: MAX_ALLOTMENTS,
  description: 'What is kept for some agencies; only the studio sees it',
};
export const AllotmentsInput = Type.Array(AllotmentInput, ALLOTMENTS);
export const Allotments = Type.Array(Allotment, ALLOTMENTS);
