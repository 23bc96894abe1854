import { Migration20261121051122_initial } from './Migration20261121051122_initial.ts';
import { Migration20261121204123_credential_parent } from './Migration20261121204123_credential_parent.ts';
import { Migration20261121204800_settlement_parts } from './Migration20261121204800_settlement_parts.ts';
import { Migration20261121205729_guide_folding } from './Migration20261121205729_guide_folding.ts';
import { Migration20261121211400_currencies_in_capitals } from './Migration20261121211400_currencies_in_capitals.ts';
import { Migration20261121211500_installation } from './Migration20261121211500_installation.ts';
import { Migration20261121213000_notification_leases } from './Migration20261121213000_notification_leases.ts';
import { Migration20261121214500_append_only } from './Migration20261121214500_append_only.ts';
import { Migration20261122030000_endpoints } from './Migration20261122030000_endpoints.ts';
import { Migration20261122064051_bookings } from './Migration20261122064051_bookings.ts';
import { Migration20261122065811_guide_search } from './Migration20261122065811_guide_search.ts';
import { Migration20261122124207_console_accounts } from './Migration20261122124207_console_accounts.ts';
import { Migration20261122125719_request_log } from './Migration20261122125719_request_log.ts';
import { Migration20261122125850_accounts } from './Migration20261122125850_accounts.ts';
import { Migration20261122132604_guide_calendars } from './Migration20261122132604_guide_calendars.ts';
import { Migration20261122135453_operators_desk } from './Migration20261122135453_operators_desk.ts';
import { Migration20261122142104_verification } from './Migration20261122142104_verification.ts';
import { Migration20261122142657_dispute_talk } from './Migration20261122142657_dispute_talk.ts';
import { Migration20261122160529_dispute_told } from './Migration20261122160529_dispute_told.ts';
import { Migration20261122160647_one_file_store } from './Migration20261122160647_one_file_store.ts';
import { Migration20261122162548_request_ids } from './Migration20261122162548_request_ids.ts';
import { Migration20261122164719_order_text } from './Migration20261122164719_order_text.ts';
import { Migration20261122165900_erasure } from './Migration20261122165900_erasure.ts';
import { Migration20261122170604_feed_epoch } from './Migration20261122170604_feed_epoch.ts';
import { Migration20261122193155_retention } from './Migration20261122193155_retention.ts';
import { Migration20261124100000_change_ends } from './Migration20261124100000_change_ends.ts';
import { Migration20261124110000_commands } from './Migration20261124110000_commands.ts';
import { Migration20261124130000_upload_parts } from './Migration20261124130000_upload_parts.ts';
import { Migration20261124140000_mailbox_proof } from './Migration20261124140000_mailbox_proof.ts';
import { Migration20261124150000_operators_have_no_company } from './Migration20261124150000_operators_have_no_company.ts';
import { Migration20261124150100_operator_proposals } from './Migration20261124150100_operator_proposals.ts';
import { Migration20261124150200_who_may_what } from './Migration20261124150200_who_may_what.ts';
import { Migration20261124160000_octo_keys } from './Migration20261124160000_octo_keys.ts';
import { Migration20261124180000_unconfirmed_days } from './Migration20261124180000_unconfirmed_days.ts';
import { Migration20261124190000_jobs } from './Migration20261124190000_jobs.ts';
import { Migration20261124190100_job_kinds } from './Migration20261124190100_job_kinds.ts';
import { Migration20261124190200_give_back } from './Migration20261124190200_give_back.ts';
import { Migration20261124201000_deliveries } from './Migration20261124201000_deliveries.ts';

/** In order; a migration that has landed is never edited. */
export const MIGRATIONS = [
  { name: 'Migration20261121051122_initial', class: Migration20261121051122_initial },
  { name: 'Migration20261121204123_credential_parent', class: Migration20261121204123_credential_parent },
  { name: 'Migration20261121204800_settlement_parts', class: Migration20261121204800_settlement_parts },
  { name: 'Migration20261121205729_guide_folding', class: Migration20261121205729_guide_folding },
  {
    name: 'Migration20261121211400_currencies_in_capitals',
    class: Migration20261121211400_currencies_in_capitals,
  },
  { name: 'Migration20261121211500_installation', class: Migration20261121211500_installation },
  {
    name: 'Migration20261121213000_notification_leases',
    class: Migration20261121213000_notification_leases,
  },
  { name: 'Migration20261121214500_append_only', class: Migration20261121214500_append_only },
  { name: 'Migration20261122030000_endpoints', class: Migration20261122030000_endpoints },
  { name: 'Migration20261122064051_bookings', class: Migration20261122064051_bookings },
  { name: 'Migration20261122065811_guide_search', class: Migration20261122065811_guide_search },
  { name: 'Migration20261122124207_console_accounts', class: Migration20261122124207_console_accounts },
  { name: 'Migration20261122125719_request_log', class: Migration20261122125719_request_log },
  { name: 'Migration20261122125850_accounts', class: Migration20261122125850_accounts },
  { name: 'Migration20261122132604_guide_calendars', class: Migration20261122132604_guide_calendars },
  { name: 'Migration20261122135453_operators_desk', class: Migration20261122135453_operators_desk },
  { name: 'Migration20261122142104_verification', class: Migration20261122142104_verification },
  { name: 'Migration20261122142657_dispute_talk', class: Migration20261122142657_dispute_talk },
  { name: 'Migration20261122160529_dispute_told', class: Migration20261122160529_dispute_told },
  { name: 'Migration20261122160647_one_file_store', class: Migration20261122160647_one_file_store },
  { name: 'Migration20261122162548_request_ids', class: Migration20261122162548_request_ids },
  { name: 'Migration20261122164719_order_text', class: Migration20261122164719_order_text },
  { name: 'Migration20261122165900_erasure', class: Migration20261122165900_erasure },
  { name: 'Migration20261122170604_feed_epoch', class: Migration20261122170604_feed_epoch },
  { name: 'Migration20261122193155_retention', class: Migration20261122193155_retention },
  { name: 'Migration20261124100000_change_ends', class: Migration20261124100000_change_ends },
  { name: 'Migration20261124110000_commands', class: Migration20261124110000_commands },
  { name: 'Migration20261124130000_upload_parts', class: Migration20261124130000_upload_parts },
  { name: 'Migration20261124140000_mailbox_proof', class: Migration20261124140000_mailbox_proof },
  {
    name: 'Migration20261124150000_operators_have_no_company',
    class: Migration20261124150000_operators_have_no_company,
  },
  { name: 'Migration20261124150100_operator_proposals', class: Migration20261124150100_operator_proposals },
  { name: 'Migration20261124150200_who_may_what', class: Migration20261124150200_who_may_what },
  { name: 'Migration20261124160000_octo_keys', class: Migration20261124160000_octo_keys },
  { name: 'Migration20261124180000_unconfirmed_days', class: Migration20261124180000_unconfirmed_days },
  { name: 'Migration20261124190000_jobs', class: Migration20261124190000_jobs },
  { name: 'Migration20261124190100_job_kinds', class: Migration20261124190100_job_kinds },
  { name: 'Migration20261124190200_give_back', class: Migration20261124190200_give_back },
  { name: 'Migration20261124201000_deliveries', class: Migration20261124201000_deliveries },
];
