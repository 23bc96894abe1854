import {
  ENDPOINT_ID_PATTERN,
  GUIDE_ID_PATTERN,
  isOrderId,
  NOTIFICATION_ID_PATTERN,
} from '../../domain/ids.ts';

/** What a text in the operators' search box may be; one text may be several. */
export interface SearchTerms {
  readonly orderId?: string;
  readonly notificationId?: string;
  readonly guideId?: string;
  readonly endpointId?: string;
  readonly companyId?: string;
  readonly requestId?: string;
  readonly email?: string;
  /** The last digits of a phone number. */
  readonly phoneEnding?: string;
  /** Exactly this client reference. */
  readonly reference?: string;
  /** A part of a name or a key. */
  readonly words?: string;
}

/** Nothing that is searched for is longer. */
const MAX_SEARCH_LENGTH = 128;
/** Fewer digits are half of all phones. */
const PHONE_DIGITS = { min: 4, max: 15 };
/** No index finds fewer letters. */
const MIN_WORDS = 3;
const MAX_REFERENCE = 64;

const NOTIFICATION = new RegExp(NOTIFICATION_ID_PATTERN);
const GUIDE = new RegExp(GUIDE_ID_PATTERN);
const ENDPOINT = new RegExp(ENDPOINT_ID_PATTERN);
const COMPANY = /^CO[0-9]{1,18}$/;
const REQUEST = /^[\w.:-]{8,128}$/;
const PHONE = /^\+?[0-9 ()./-]+$/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Reads what was typed. An id of ours is that and nothing else. */
export function readTerms(typed: string): SearchTerms {
  const text = typed.trim().slice(0, MAX_SEARCH_LENGTH);
  const id = text.toUpperCase();
  if (isOrderId(id)) return { orderId: id };
  if (NOTIFICATION.test(text)) return { notificationId: text };
  if (GUIDE.test(id)) return { guideId: id };
  if (ENDPOINT.test(id)) return { endpointId: id };
  if (COMPANY.test(id)) return { companyId: id };
  if (EMAIL.test(text)) return { email: text, ...(text.length <= MAX_REFERENCE && { reference: text }) };
  return {
    ...(phoneEnding(text) !== undefined && { phoneEnding: phoneEnding(text)! }),
    ...(REQUEST.test(text) && { requestId: text }),
    ...(text !== '' && text.length <= MAX_REFERENCE && { reference: text }),
    ...(text.length >= MIN_WORDS && { words: text }),
  };
}

/** The digits of what may be the end of a phone number; undefined for anything else. */
function phoneEnding(text: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  const isLong = digits.length >= PHONE_DIGITS.min && digits.length <= PHONE_DIGITS.max;
  return PHONE.test(text) && isLong ? digits : undefined;
}
