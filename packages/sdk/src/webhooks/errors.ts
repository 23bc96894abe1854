import { GuidepostError } from '../errors.ts';

const REASONS = {
  body_parsed: 'the body must be the text or bytes as they arrived, not an object made of them',
  body_not_json: 'the body is signed, but no JSON',
  header_missing: 'webhook-id, webhook-timestamp or webhook-signature is missing',
  secret_missing: 'no secret was given',
  secret_malformed: 'a secret must be whsec_ and base64 of 24 bytes or more, or whpk_ and base64 of 32',
  signature_unknown: 'webhook-signature has no signature of the kind that the secrets are for',
  signature_wrong: 'no signature matches: another secret, or the body is not what was sent',
  timestamp_malformed: 'webhook-timestamp is not a number of seconds',
  timestamp_too_new: 'webhook-timestamp is ahead of this clock by more than is tolerated',
  timestamp_too_old: 'webhook-timestamp is older than is tolerated: a repetition, or this clock is ahead',
} as const;

export type WebhookReason = keyof typeof REASONS;

/** What arrived can't be trusted, or can't be checked: `reason` says why. Answer it with 400. */
export class WebhookVerificationError extends GuidepostError {
  static {
    WebhookVerificationError.prototype.name = 'WebhookVerificationError';
  }
  readonly reason: WebhookReason;

  constructor(reason: WebhookReason, cause?: unknown) {
    super({ msg: REASONS[reason], cause });
    this.reason = reason;
  }
}
