/** What a booking through OCTO has that no order has (docs/octo.md, "Bookings"). */

/** One unit of a booking: a guest. */
export interface OctoUnitItem {
  readonly uuid: string;
  readonly unitId: string;
  readonly resellerReference: string | null;
  /** Personal data; only until there is an order, which has the names of its guests. */
  readonly fullName?: string | undefined;
  /** Which of the order's guest names it is. */
  readonly guest?: number | undefined;
}

/**
 * The contact of a booking until an order has it. After that only how the reseller had split it: each name
 * and remark is kept in one place.
 */
export interface OctoContact {
  readonly fullName?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly emailAddress?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly locales?: readonly string[] | undefined;
  readonly postalCode?: string | undefined;
  readonly country?: string | undefined;
  readonly notes?: string | undefined;
  /** Characters of the order's contact name that are the first name. */
  readonly firstNameLength?: number | undefined;
  /** Characters of the order's remark that are the booking's notes; the contact's are behind them. */
  readonly notesLength?: number | undefined;
}
