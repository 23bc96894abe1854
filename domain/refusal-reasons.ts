/**
 * Every word that a detail of a refusal may have as its `reason`, with what it means: the only table of them. The documentation's
 * error catalogue is made from it. A word keeps its meaning for ever; new ones may come, so that callers take any.
 */
export const REFUSAL_REASONS = {
  // For any part of a request
  missing: 'It is required and was not sent.',
  unknown_parameter: 'This endpoint knows no such parameter or member.',
  wrong_type: 'It has another JSON type than it should.',
  wrong_format: 'It is not written as it should be; the sentence says how.',
  wrong_characters: 'It has characters that it may not have, such as controls, or nothing to see.',
  not_one_of: 'It is none of the values that are possible.',
  too_short: 'The text is too short.',
  too_long: 'The text is too long.',
  too_common: 'It is one of those that are guessed first.',
  too_small: 'The number is too small.',
  too_large: 'The number or the amount is too large.',
  out_of_range: 'The value lies outside what is possible.',
  too_few: 'The list has too few items.',
  too_many: 'The list has too many items, or more are asked for than are possible.',
  too_many_decimals: 'The number has more decimals than are possible, for an amount those of its currency.',
  too_deep: 'Objects and lists are nested too deeply.',
  duplicate: 'The same is there twice.',
  invalid: 'It does not match its schema.',
  needs_another_parameter: 'It is only possible together with another parameter, or another value of one.',
  conflicting_parameters: 'It is not possible together with another parameter.',
  inconsistent: 'It contradicts another part of the same request or of the guide.',
  nothing_to_change: 'The request asks for nothing.',
  unknown_cursor: 'The cursor was not issued by this list for this caller and filter.',
  cursor_too_old:
    'Some events behind the cursor were removed for their age: begin reading again without a cursor.',
  unknown_reference: 'It names something that does not exist, or that is not of this kind.',
  unknown_placeholder: 'What is in braces stands for nothing; the sentence names what there is.',
  limit_reached: 'There are as many as there may be; one has to end first.',
  too_soon: 'It was refused lately; it may be asked for again after the time that the sentence names.',
  not_permitted: 'What is asked for is never possible with this one.',

  // Of HTTP
  malformed_http: "The request's framing is not well-formed HTTP.",
  headers_too_large: 'The headers are too large together.',
  malformed_encoding: 'It is not well-formed percent-encoding, or not UTF-8.',
  body_too_large: 'The body has too many bytes.',
  wrong_length: 'Content-Length is not the length of the body.',
  malformed_json: 'The body is not well-formed JSON.',
  unsupported_media_type: "The body's content type is none that this endpoint reads.",
  not_acceptable: 'The Accept header takes none of the types that this endpoint answers with.',

  // For well-known formats
  not_a_phone_number: 'It is not a phone number, in E.164 or the national form.',
  not_a_calendar_date: 'It is not a date of the calendar, written YYYY-MM-DD.',
  not_a_time_zone: 'It is not a name of the IANA time zone database.',
  not_a_currency: 'It is not the ISO 4217 code of a currency in circulation.',
  not_a_language_tag: 'It is not a language tag of BCP 47.',
  url_not_allowed:
    'The address cannot be used here: it must be absolute, https, public and without a user name or password.',
  header_not_allowed: 'A header of this name or value cannot be sent with notifications.',

  // Of dates
  past_date: 'The date or time has passed.',
  too_far_back: 'The date lies too far in the past.',
  too_far_ahead: 'The date or time lies too far in the future, or has not begun where it must have.',
  ends_before_start: 'The end lies before the start.',
  range_too_long: 'There are too many days from the start to the end.',
  overlaps: 'Two of the ranges have days in common.',

  // For trips, orders and holds
  guide_inactive: 'The guide does not take bookings at present.',
  already_begun: 'The trip would have begun already.',
  skipped_by_clocks: 'Clocks are put forward on that day, and skip this time: nobody reads it.',
  needs_instant_confirmation: 'A trip that starts today is only for guides with instant confirmation.',
  too_little_notice: 'The guide has to be booked more hours ahead.',
  day_off: 'The guide does not work on a day of the trip.',
  not_on_sale: 'The studio does not sell the guide for a day of the trip, to all or to the agency that asks.',
  already_booked: 'Orders or holds have some of the time.',
  too_few_places: 'Other parties have too many places of the departure.',
  guide_days_held:
    'The agency would keep more days of the guide at once without a confirmed order than it may.',
  held_too_long:
    'Holds of the agency that came to nothing have kept this time of the guide for as long as they may.',
  not_offered: 'The guide does not offer it.',
  too_many_guests: 'The guide does not take so many guests on this trip.',
  too_few_guests: 'The guide does not go with so few guests on this trip.',
  too_few_days: 'The trip has fewer days than the guide goes for.',
  too_many_days: 'The trip has more days than the guide goes for.',
  unanswered_question: 'A question of the guide that must be answered was not.',
  differs_from_hold: 'It is not what the hold says.',
  order_state: 'The order is in a state in which this is not possible.',
  currency_changed: "The guide's prices are in another currency than the order's.",

  // For credentials and signatures
  wrong_signature: 'The signature is not of this request.',
  signed_otherwise: 'What was signed is not what we would have signed.',
  clock_skew: 'The timestamp is too far from our clock.',
  already_used: 'It was used before, and is good for one time.',
  version_retired: 'This version is not accepted any more.',
  unknown_token: 'It is not a token of this platform that is accepted.',
  not_granted: 'The credential does not have it.',
  version_differs: 'It has been changed since: the version is another one.',
} as const satisfies Readonly<Record<string, string>>;

export type RefusalReason = keyof typeof REFUSAL_REASONS;
