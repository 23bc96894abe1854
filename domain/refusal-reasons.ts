/**
 * Every word that a detail of a refusal may have as its `reason`, with what it means: the only table of them. The documentation's
 * error catalogue is made from it. A word keeps its meaning for ever; new ones may come, so that callers take any.
 */
export const REFUSAL_REASONS = {
  // For any part of a request
  missing: 'It is required and was not sent.',
  unknown_parameter: 'This endpoint does not know this parameter or member.',
  wrong_type: 'It has the wrong JSON type.',
  wrong_format: 'It has the wrong format; the sentence says which one it should have.',
  wrong_characters: 'It has characters that are not allowed, such as control characters, or no visible ones.',
  not_one_of: 'It is not one of the possible values.',
  too_short: 'The text is too short.',
  too_long: 'The text is too long.',
  too_common: 'It is one of the first that anyone would guess.',
  too_small: 'The number is too small.',
  too_large: 'The number or the amount is too large.',
  out_of_range: 'The value is out of range.',
  too_few: 'The list has too few items.',
  too_many: 'The list has too many items, or more were requested than are possible.',
  too_many_decimals: 'The number has too many decimals; an amount has at most those of its currency.',
  too_deep: 'Objects and lists are nested too deeply.',
  duplicate: 'The same value occurs twice.',
  invalid: 'It does not match its schema.',
  needs_another_parameter: 'It is only possible together with another parameter, or another value of one.',
  conflicting_parameters: 'It is not possible together with another parameter.',
  inconsistent: 'It contradicts another part of the same request or of the guide.',
  nothing_to_change: 'The request does not change anything.',
  unknown_cursor: 'The cursor was not issued by this list for this caller and filter.',
  cursor_too_old:
    'Some events after the cursor were too old and have been removed: start again without a cursor.',
  unknown_reference: 'It refers to something that does not exist or is of another kind.',
  unknown_placeholder: 'The name in braces is unknown; the sentence lists the known ones.',
  limit_reached: 'The limit is reached; one of them has to end first.',
  too_soon: 'It was refused recently; the sentence says when it can be requested again.',
  not_permitted: 'This is never possible for the item in question.',

  // Of HTTP
  malformed_http: "The request's framing is not well-formed HTTP.",
  headers_too_large: 'The headers together are too large.',
  malformed_encoding: 'It is not well-formed percent-encoding, or not UTF-8.',
  body_too_large: 'The body has too many bytes.',
  wrong_length: 'Content-Length is not the length of the body.',
  malformed_json: 'The body is not well-formed JSON.',
  unsupported_media_type: "The body's content type is not one that this endpoint accepts.",
  not_acceptable: 'The Accept header includes none of the types that this endpoint returns.',

  // For well-known formats
  not_a_phone_number: 'It is not a phone number in E.164 or national format.',
  not_a_calendar_date: 'It is not a calendar date in the form YYYY-MM-DD.',
  not_a_time_zone: 'It is not a name of the IANA time zone database.',
  not_a_currency: 'It is not the ISO 4217 code of a currency in circulation.',
  not_a_language_tag: 'It is not a BCP 47 language tag.',
  url_not_allowed:
    'The address cannot be used here: it must be absolute, https, public and without a user name or password.',
  header_not_allowed: 'A header with this name or value cannot be sent with notifications.',

  // Of dates
  past_date: 'The date or time has passed.',
  too_far_back: 'The date is too far in the past.',
  too_far_ahead: 'The date or time is too far in the future, or lies ahead where it must not.',
  ends_before_start: 'The end is before the start.',
  range_too_long: 'There are too many days from the start to the end.',
  overlaps: 'Two of the ranges have days in common.',

  // For trips, orders and holds
  guide_inactive: 'The guide does not take bookings at present.',
  already_begun: 'The trip would have begun already.',
  skipped_by_clocks: 'Clocks go forward on that day and skip this time, so it does not exist.',
  needs_instant_confirmation:
    'A trip that starts today can only be booked with guides that confirm instantly, and changed if the studio does not have to agree.',
  too_little_notice: 'The guide has to be booked more hours ahead.',
  day_off: 'The guide is off on one of the days.',
  not_on_sale:
    'The studio does not sell the guide on one of the days, either to anyone or to the agency that asks.',
  already_booked: 'Some of the time is taken by orders or holds.',
  too_few_places: 'Too few places are left at this start.',
  guide_days_held: 'The agency would keep more days of the guide without a confirmed order than it may.',
  held_too_long:
    'The agency has already held this time of the guide without booking it for as long as it may.',
  not_offered: 'The guide does not offer it.',
  too_many_guests: 'The guide does not take this many guests on this trip.',
  too_few_guests: 'The guide does not take so few guests on this trip.',
  too_few_days: 'The trip has fewer days than the guide accepts.',
  too_many_days: 'The trip has more days than the guide accepts.',
  unanswered_question: 'A required question of the guide was not answered.',
  differs_from_hold: 'It differs from the hold.',
  differs_from_quote: 'It differs from the quote.',
  unknown_quote: 'There is no such quote.',
  quote_expired: 'The quote has expired.',
  order_state: 'This is not possible in the current state of the order.',
  currency_changed: "The guide's prices are in another currency than the order's.",

  // For credentials and signatures
  wrong_signature: 'The signature does not match this request.',
  signed_otherwise: 'The signed text differs from the one that we compute.',
  clock_skew: 'The timestamp is too far off our clock.',
  already_used: 'It was used before, and can be used only once.',
  version_retired: 'This version is no longer accepted.',
  unknown_token: 'It is not a token that this platform accepts.',
  not_granted: 'The credential does not have it.',
  version_differs: 'It has changed since: it has a different version now.',
} as const satisfies Readonly<Record<string, string>>;

export type RefusalReason = keyof typeof REFUSAL_REASONS;
