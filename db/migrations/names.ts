/** Names of migrations, for who must not load them. */

/** The last step of 0.2.0, whose data is the oldest that is read. */
export const RELEASE_0_2 = 'Migration20261121214500_append_only';
/** The last step of 0.3.0 that is one with those before it: who has a part of them has what no release wrote. */
export const RELEASE_0_3 = 'Migration20261124221000_recoveries';
export const HEARTBEATS = 'Migration20261124230000_heartbeats';
export const PERSONAL_STATISTICS = 'Migration20261124233000_personal_statistics';
export const TRANSPARENCY = 'Migration20261125001000_transparency';
export const RELEASE_RAMP = 'Migration20261125003000_release_ramp';
export const PERSONAL_REQUESTS = 'Migration20261125004000_personal_requests';
export const NOTICES = 'Migration20261126010000_notices';
export const NOTICE_INDEX = 'Migration20261126011000_notice_index';
export const NOTICE_MAILS = 'Migration20261126060000_notice_mails';
export const PUSH_DEVICES = 'Migration20261126090000_push_devices';
export const INBOUND_MAILS = 'Migration20261126140000_inbound_mails';
export const CHATS = 'Migration20261126150000_chats';
export const JAPANESE = 'Migration20261126160000_japanese';
export const SHARED_SHORTLISTS = 'Migration20261126203000_shared_shortlists';
export const ORDER_NOTES = 'Migration20261126204000_order_notes';
export const ORDER_ASSIGNMENTS = 'Migration20261126205000_order_assignments';
export const SAVED_ANSWERS = 'Migration20261126206000_saved_answers';
export const SAVED_VIEWS = 'Migration20261126231000_saved_views';
export const STUDIO_CALENDARS = 'Migration20261126232000_studio_calendars';
export const EXAMPLE_ORDERS = 'Migration20261127010000_example_orders';
export const ORDER_ATTACHMENTS = 'Migration20261127030000_order_attachments';
export const DEPARTURES = 'Migration20261127060000_departures';
export const HOURS_OF_POLICIES = 'Migration20261127061000_hours_of_policies';
export const DAY_RATES = 'Migration20261127190000_day_rates';
export const DAYS_OF_TRIPS = 'Migration20261127191000_days_of_trips';
export const LEAST_PRICE = 'Migration20261127201000_least_price';
export const LEAST_GUESTS = 'Migration20261127202000_least_guests';
export const OFFERS = 'Migration20261127222000_offers';
export const WAITLIST_WINDOWS = 'Migration20261127230000_waitlist_windows';
export const DEPARTURES_THAT_GO = 'Migration20261127235000_departures_that_go';
export const STOP_SALES = 'Migration20261128020000_stop_sales';
export const PARTIES_OF_SEARCH = 'Migration20261128021000_parties_of_search';
export const ALLOTMENTS = 'Migration20261128080000_allotments';
export const GUIDES_OF_PARTNERS = 'Migration20261128120000_guides_of_partners';
export const BUSY_WEEKS = 'Migration20261129030500_busy_weeks';

/** What this program needs; the last of MIGRATIONS. */
export const SCHEMA_NEEDED = 'Migration20261129061000_starts_without_least';
