/** Texts of the area reports. */
import { plural } from '../format.ts';

const orders = (count: number) => plural('en', count, { one: '# order', other: '# orders' });
const answers = (count: number) => plural('en', count, { one: '# answer', other: '# answers' });
const trips = (count: number) => plural('en', count, { one: '# trip', other: '# trips' });
const days = (count: number) => plural('en', count, { one: '# day', other: '# days' });

export const reports = {
  title: 'Reports',
  lead: 'Your own orders in figures. Without a choice of days they are those of the last twelve weeks.',
  csv: 'Download as CSV',
  cut: 'Only those with the most orders are shown. Filters or a shorter period show the others.',
  nothing: 'Nothing in this period',
  nothingText: 'Choose other days, or clear the filters.',
  empty: 'No orders to report on yet',
  emptyText:
    'Here you will see what came in, how many requests were confirmed and how fast, what was cancelled, and which days are booked. All of it is worked out from orders of the last twelve weeks; choose other days for earlier ones.',
  filters: {
    from: 'From',
    to: 'Until',
    step: 'Over time',
    steps: { week: 'Week', month: 'Month' },
    guide: 'Guide',
    area: 'Area',
    agency: 'Agency',
    studio: 'Studio',
    any: 'All',
  },
  group: {
    label: (of: string) => `${of} by`,
    lead: 'Before the trip',
  },
  booked: {
    title: 'What came in',
    lead: (timeZone: string) =>
      `Orders count on the day they were booked (time zone ${timeZone}), by what has become of them since.`,
    picture: (count: number) => `${orders(count)} by day of booking`,
    sums: 'Amounts of the period',
    kept: (currency: string) => `Completed and open, ${currency}`,
    orders: 'Orders',
    outcomes: {
      completed: 'Completed',
      open: 'Still open',
      refused: 'Rejected or expired',
      cancelled: 'Cancelled',
    },
    amount: 'Amount of all',
    keptAmount: 'Completed and open',
  },
  requests: {
    title: 'Requests',
    lead: 'Orders that had to wait for the studio’s answer. Times are those until the studio confirmed or rejected. Orders with instant confirmation are no requests.',
    picture: (count: number) => plural('en', count, { one: '# request', other: '# requests' }),
    requests: 'Requests',
    confirmed: 'Confirmed',
    rejected: 'Rejected',
    expired: 'Expired',
    withdrawn: 'Withdrawn',
    otherwise: 'By operator',
    waiting: 'Waiting',
    share: (count: number, percent: string) => `${count} (${percent})`,
    median: 'Median time',
    p90: '90% within',
    ofAnswers: (time: string, count: number) => `${time} (${answers(count)})`,
    instant: 'Instant',
  },
  cancellations: {
    title: 'Cancellations',
    lead: 'Orders that were cancelled after they were confirmed: by whom, and how long before the trip.',
    none: 'No cancellations',
    picture: (count: number) => plural('en', count, { one: '# cancellation', other: '# cancellations' }),
    confirmed: 'Ever confirmed',
    cancelled: 'Cancelled',
    share: (count: number, percent: string) => `${count} (${percent})`,
    byAgency: 'By the agency',
    byStudio: 'By the studio',
    byOperator: 'By an operator',
    median: 'Median before the trip',
    after: (time: string) => `${time} after its begin`,
    leads: {
      begun: 'After it began',
      day: 'Less than a day',
      threeDays: '1 to 3 days',
      week: '3 to 7 days',
      month: '7 to 30 days',
      longer: '30 days or more',
    },
  },
  days: {
    title: 'Booked days',
    lead: 'Days of the period on which a guide has a trip that was confirmed and not cancelled, in the guide’s own calendar. A day with several trips counts once. Without a choice of days, those of the coming twelve weeks are here too.',
    picture: (count: number) => `${days(count)} with a trip`,
    days: 'Booked days',
    guide: 'Guide',
    byMonth: 'By month',
    month: (month: string, count: number, of: number) => `${month}: ${days(count)}, ${trips(of)}`,
  },
};
