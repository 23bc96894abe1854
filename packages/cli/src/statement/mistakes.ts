const AGAIN =
  'Get the proof again, and keep the answer as it is. If it is the same, ask the operator: the books were changed.';
const KEY =
  'Compare the key with the one that you kept. If yours is right, the file is not from the platform, or its log was replaced.';
const LATER = 'The log is some seconds behind the ledger: ask for the proof again.';

/** What can be wrong with a proof, and what to do about it. The words are stable. */
export const MISTAKES = {
  nothing_logged: LATER,
  checkpoint_not_signed: KEY,
  line_malformed: AGAIN,
  line_repeated: AGAIN,
  line_of_other_row: AGAIN,
  line_not_logged: LATER,
  line_not_in_log: AGAIN,
  line_of_other_account: AGAIN,
  line_of_other_merchant: AGAIN,
  line_of_other_currency: AGAIN,
  line_of_other_world: AGAIN,
  line_is_payment: AGAIN,
  line_does_not_add_up: AGAIN,
  lines_missing: AGAIN,
  sums_differ: AGAIN,
} as const;
export type StatementMistakeWord = keyof typeof MISTAKES;
