/** What a merchant's reports are cut and grouped by. */

/** What a bar of a report over time stands for. Weeks begin on Monday. */
export const REPORT_STEPS = ['week', 'month'] as const;
export type ReportStep = (typeof REPORT_STEPS)[number];

/** `partner` is the other side: a studio's agencies, an agency's studios. */
export const REPORT_GROUPS = ['period', 'guide', 'area', 'partner'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** How long before its trip an order was cancelled: the first whose `below` (hours) is more than that. */
export const CANCELLATION_LEADS = [
  { lead: 'begun', below: 0 },
  { lead: 'day', below: 24 },
  { lead: 'threeDays', below: 72 },
  { lead: 'week', below: 168 },
  { lead: 'month', below: 720 },
  { lead: 'longer', below: Number.POSITIVE_INFINITY },
] as const;

export const CANCELLATION_GROUPS = ['lead', ...REPORT_GROUPS] as const;
export type CancellationGroup = (typeof CANCELLATION_GROUPS)[number];

/** The longest period of a report. */
export const MAX_REPORT_MONTHS = 24;
/** Weeks of the usual period, the running one among them. */
export const REPORT_WEEKS = 12;
/** Rows of a report by guide, area or partner: those with the most orders. */
export const MAX_REPORT_GROUPS = 500;
