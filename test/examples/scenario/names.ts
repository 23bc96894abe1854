/** What the scenario's examples call things: made up, and plainly so. */

/** The day on which the scenario takes place, and its hour. */
export const TODAY = '2027-04-05';
export const NOW = `${TODAY}T09:30:00.000Z`;

export const AGENCY = 'mk_sandbox_agency';
export const STUDIO = 'mk_sandbox_studio';
export const PROVIDER = 'mk_example_provider';
export const AGENCY_SECRET = 'sk_made-up-for-this-example';

/** The first guide that a studio adds to a fresh sandbox, and the next. */
export const GUIDE = 'G1038';
export const LEAVING_GUIDE = 'G1039';

export const ORDER = 'ORD1806917400000000001';
export const REJECTED = 'ORD1806917400000000002';
export const CANCELLED = 'ORD1806917400000000003';
export const INBOX = 'ORD1806917400000000004';
export const ADVANCED = 'ORD1806917400000000005';
export const DECLINED = 'ORD1806917400000000007';
export const WITHDRAWN = 'ORD1806917400000000008';
export const REFUNDED = 'ORD1806917400000000009';
/** Its studio does not answer what is asked of it. */
export const UNANSWERED = 'ORD1806917400000000010';
/** Of its review. */
export const NOTIFICATION = 'NTF1806917400000000001-6r';

export const CALLBACKS = 'https://agency.example/guidepost';
export const STUDIOS_CALLBACKS = 'https://studio.example/guidepost';
export const ACCOUNTING = 'https://agency.example/accounting';

/** A request whose signature is explained. */
export const SIGNED = {
  method: 'PUT',
  path: '/open/v1/callback/config',
  timestamp: '1806917403',
  nonce: '5f3c0a9e7b1d4826',
  idempotencyKey: 'callback-1',
  body: '{"url":null}',
  signature: 'v2=9b0f4d2c81aa6e537fd0b3164c92e85a07d1f6b3942ce8750a1bd4f69e3c7f28',
};
