/** Availability check and calendar (octo.travel). */
import { type Static, Type } from 'typebox';
import { CalendarDate, nullable, oneOf } from '../../../contract/schemas/common.ts';
import { Currency, notServed, OptionId, Pricing, ProductId } from './common.ts';

const AVAILABILITY_STATUSES = ['AVAILABLE', 'FREESALE', 'SOLD_OUT', 'LIMITED', 'CLOSED'] as const;

const OpeningHours = Type.Array(Type.Object({ from: Type.String(), to: Type.String() }));
const Units = Type.Optional(
  Type.Array(
    Type.Object({
      id: Type.String({ maxLength: 100 }),
      quantity: Type.Integer({ minimum: 0, maximum: 500 }),
    }),
    { maxItems: 50, description: 'For how many guests of which kind' },
  ),
);

const days = {
  localDateStart: Type.Optional({ ...CalendarDate, description: 'First day, `YYYY-MM-DD`' }),
  localDateEnd: Type.Optional({ ...CalendarDate, description: 'Last day, `YYYY-MM-DD`' }),
};

export const AvailabilityCheckBody = Type.Object({
  productId: ProductId,
  optionId: OptionId,
  localDate: Type.Optional({ ...CalendarDate, description: 'One day instead of several' }),
  ...days,
  availabilityIds: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100 })),
  units: Units,
  currency: Currency,
  ...notServed,
});
export type AvailabilityCheck = Static<typeof AvailabilityCheckBody>;

export const AvailabilityCalendarBody = Type.Object({
  productId: ProductId,
  optionId: OptionId,
  ...days,
  units: Units,
  currency: Currency,
  ...notServed,
});
export type AvailabilityCalendar = Static<typeof AvailabilityCalendarBody>;

const UnitPricing = Type.Array(Type.Object({ unitId: Type.String(), ...Pricing.properties }));
const state = {
  available: Type.Boolean(),
  status: oneOf(AVAILABILITY_STATUSES),
  vacancies: nullable(Type.Integer()),
  capacity: nullable(Type.Integer()),
  openingHours: OpeningHours,
};

export const AvailabilityData = Type.Object({
  id: Type.String({ description: 'When it starts where the guide is' }),
  localDateTimeStart: Type.String(),
  localDateTimeEnd: Type.String(),
  utcCutoffAt: Type.String(),
  allDay: Type.Boolean(),
  ...state,
  maxUnits: nullable(Type.Integer()),
  unitPricing: Type.Optional(UnitPricing),
  pricing: Type.Optional(Pricing),
});
export type Availability = Static<typeof AvailabilityData>;

export const CalendarDayData = Type.Object({
  localDate: CalendarDate,
  ...state,
  unitPricingFrom: Type.Optional(UnitPricing),
  pricingFrom: Type.Optional(Pricing),
});
export type CalendarDay = Static<typeof CalendarDayData>;
