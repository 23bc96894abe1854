import { Migration20261121214500_release_0_2 } from './Migration20261121214500_release_0_2.ts';
import { Migration20261124221000_release_0_3 } from './Migration20261124221000_release_0_3.ts';
import { Migration20261124230000_heartbeats } from './Migration20261124230000_heartbeats.ts';
import { Migration20261124233000_personal_statistics } from './Migration20261124233000_personal_statistics.ts';
import { Migration20261125001000_transparency } from './Migration20261125001000_transparency.ts';
import { Migration20261125003000_release_ramp } from './Migration20261125003000_release_ramp.ts';
import { Migration20261125004000_personal_requests } from './Migration20261125004000_personal_requests.ts';
import { Migration20261126010000_notices } from './Migration20261126010000_notices.ts';
import { Migration20261126011000_notice_index } from './Migration20261126011000_notice_index.ts';
import { Migration20261126060000_notice_mails } from './Migration20261126060000_notice_mails.ts';
import { Migration20261126090000_push_devices } from './Migration20261126090000_push_devices.ts';
import { Migration20261126140000_inbound_mails } from './Migration20261126140000_inbound_mails.ts';
import { Migration20261126150000_chats } from './Migration20261126150000_chats.ts';
import { Migration20261126160000_japanese } from './Migration20261126160000_japanese.ts';
import { Migration20261126203000_shared_shortlists } from './Migration20261126203000_shared_shortlists.ts';
import { Migration20261126204000_order_notes } from './Migration20261126204000_order_notes.ts';
import { Migration20261126205000_order_assignments } from './Migration20261126205000_order_assignments.ts';
import { Migration20261126206000_saved_answers } from './Migration20261126206000_saved_answers.ts';
import { Migration20261126231000_saved_views } from './Migration20261126231000_saved_views.ts';
import { Migration20261126232000_studio_calendars } from './Migration20261126232000_studio_calendars.ts';
import { Migration20261127010000_example_orders } from './Migration20261127010000_example_orders.ts';
import { Migration20261127030000_order_attachments } from './Migration20261127030000_order_attachments.ts';
import { Migration20261127060000_departures } from './Migration20261127060000_departures.ts';
import { Migration20261127061000_hours_of_policies } from './Migration20261127061000_hours_of_policies.ts';
import { Migration20261127190000_day_rates } from './Migration20261127190000_day_rates.ts';
import { Migration20261127191000_days_of_trips } from './Migration20261127191000_days_of_trips.ts';
import { Migration20261127201000_least_price } from './Migration20261127201000_least_price.ts';
import { Migration20261127202000_least_guests } from './Migration20261127202000_least_guests.ts';
import { Migration20261127222000_offers } from './Migration20261127222000_offers.ts';
import { Migration20261127230000_waitlist_windows } from './Migration20261127230000_waitlist_windows.ts';
import { Migration20261127235000_departures_that_go } from './Migration20261127235000_departures_that_go.ts';
import { Migration20261128020000_stop_sales } from './Migration20261128020000_stop_sales.ts';
import { Migration20261128021000_parties_of_search } from './Migration20261128021000_parties_of_search.ts';
import { Migration20261128080000_allotments } from './Migration20261128080000_allotments.ts';
import { Migration20261128120000_guides_of_partners } from './Migration20261128120000_guides_of_partners.ts';
import { Migration20261129030500_busy_weeks } from './Migration20261129030500_busy_weeks.ts';
import { Migration20261129061000_starts_without_least } from './Migration20261129061000_starts_without_least.ts';
import {
  ALLOTMENTS,
  BUSY_WEEKS,
  CHATS,
  DAY_RATES,
  DAYS_OF_TRIPS,
  DEPARTURES,
  DEPARTURES_THAT_GO,
  EXAMPLE_ORDERS,
  GUIDES_OF_PARTNERS,
  HEARTBEATS,
  HOURS_OF_POLICIES,
  INBOUND_MAILS,
  JAPANESE,
  LEAST_GUESTS,
  LEAST_PRICE,
  NOTICE_INDEX,
  NOTICE_MAILS,
  NOTICES,
  OFFERS,
  ORDER_ASSIGNMENTS,
  ORDER_ATTACHMENTS,
  ORDER_NOTES,
  PARTIES_OF_SEARCH,
  PERSONAL_REQUESTS,
  PERSONAL_STATISTICS,
  PUSH_DEVICES,
  RELEASE_0_2,
  RELEASE_0_3,
  RELEASE_RAMP,
  SAVED_ANSWERS,
  SAVED_VIEWS,
  SCHEMA_NEEDED,
  SHARED_SHORTLISTS,
  STOP_SALES,
  STUDIO_CALENDARS,
  TRANSPARENCY,
  WAITLIST_WINDOWS,
} from './names.ts';

/**
 * In order. A migration that has landed is never edited; nothing runs one backwards (docs/upgrades.md), so none has a `down`.
 * `servesFrom` is what a program must need at least to go on with the schema that comes out: the migration before, where this one
 * only expands; itself, where it takes away what the programs before it use.
 */
export const MIGRATIONS = [
  { name: RELEASE_0_2, class: Migration20261121214500_release_0_2, servesFrom: RELEASE_0_2 },
  { name: RELEASE_0_3, class: Migration20261124221000_release_0_3, servesFrom: RELEASE_0_3 },
  { name: HEARTBEATS, class: Migration20261124230000_heartbeats, servesFrom: RELEASE_0_3 },
  { name: PERSONAL_STATISTICS, class: Migration20261124233000_personal_statistics, servesFrom: RELEASE_0_3 },
  { name: TRANSPARENCY, class: Migration20261125001000_transparency, servesFrom: RELEASE_0_3 },
  { name: RELEASE_RAMP, class: Migration20261125003000_release_ramp, servesFrom: RELEASE_0_3 },
  { name: PERSONAL_REQUESTS, class: Migration20261125004000_personal_requests, servesFrom: RELEASE_0_3 },
  { name: NOTICES, class: Migration20261126010000_notices, servesFrom: RELEASE_0_3 },
  { name: NOTICE_INDEX, class: Migration20261126011000_notice_index, servesFrom: RELEASE_0_3 },
  { name: NOTICE_MAILS, class: Migration20261126060000_notice_mails, servesFrom: RELEASE_0_3 },
  { name: PUSH_DEVICES, class: Migration20261126090000_push_devices, servesFrom: RELEASE_0_3 },
  { name: INBOUND_MAILS, class: Migration20261126140000_inbound_mails, servesFrom: RELEASE_0_3 },
  { name: CHATS, class: Migration20261126150000_chats, servesFrom: RELEASE_0_3 },
  { name: JAPANESE, class: Migration20261126160000_japanese, servesFrom: RELEASE_0_3 },
  { name: SHARED_SHORTLISTS, class: Migration20261126203000_shared_shortlists, servesFrom: RELEASE_0_3 },
  { name: ORDER_NOTES, class: Migration20261126204000_order_notes, servesFrom: RELEASE_0_3 },
  { name: ORDER_ASSIGNMENTS, class: Migration20261126205000_order_assignments, servesFrom: RELEASE_0_3 },
  { name: SAVED_ANSWERS, class: Migration20261126206000_saved_answers, servesFrom: RELEASE_0_3 },
  { name: SAVED_VIEWS, class: Migration20261126231000_saved_views, servesFrom: RELEASE_0_3 },
  { name: STUDIO_CALENDARS, class: Migration20261126232000_studio_calendars, servesFrom: RELEASE_0_3 },
  { name: EXAMPLE_ORDERS, class: Migration20261127010000_example_orders, servesFrom: RELEASE_0_3 },
  { name: ORDER_ATTACHMENTS, class: Migration20261127030000_order_attachments, servesFrom: RELEASE_0_3 },
  { name: DEPARTURES, class: Migration20261127060000_departures, servesFrom: RELEASE_0_3 },
  { name: HOURS_OF_POLICIES, class: Migration20261127061000_hours_of_policies, servesFrom: RELEASE_0_3 },
  { name: DAY_RATES, class: Migration20261127190000_day_rates, servesFrom: RELEASE_0_3 },
  { name: DAYS_OF_TRIPS, class: Migration20261127191000_days_of_trips, servesFrom: RELEASE_0_3 },
  { name: LEAST_PRICE, class: Migration20261127201000_least_price, servesFrom: RELEASE_0_3 },
  { name: LEAST_GUESTS, class: Migration20261127202000_least_guests, servesFrom: RELEASE_0_3 },
  { name: OFFERS, class: Migration20261127222000_offers, servesFrom: RELEASE_0_3 },
  { name: WAITLIST_WINDOWS, class: Migration20261127230000_waitlist_windows, servesFrom: RELEASE_0_3 },
  { name: DEPARTURES_THAT_GO, class: Migration20261127235000_departures_that_go, servesFrom: RELEASE_0_3 },
  { name: STOP_SALES, class: Migration20261128020000_stop_sales, servesFrom: RELEASE_0_3 },
  { name: PARTIES_OF_SEARCH, class: Migration20261128021000_parties_of_search, servesFrom: RELEASE_0_3 },
  { name: ALLOTMENTS, class: Migration20261128080000_allotments, servesFrom: RELEASE_0_3 },
  { name: GUIDES_OF_PARTNERS, class: Migration20261128120000_guides_of_partners, servesFrom: RELEASE_0_3 },
  { name: BUSY_WEEKS, class: Migration20261129030500_busy_weeks, servesFrom: RELEASE_0_3 },
  { name: SCHEMA_NEEDED, class: Migration20261129061000_starts_without_least, servesFrom: RELEASE_0_3 },
];
