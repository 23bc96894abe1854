import { AuditEntry } from './audit-entry.ts';
import { CallbackEndpoint } from './callback-endpoint.ts';
import { CommissionRule } from './commission-rule.ts';
import { Company } from './company.ts';
import { ConsoleSession } from './console-session.ts';
import { Credential } from './credential.ts';
import { DeliveryAttempt } from './delivery-attempt.ts';
import { DisputeFile } from './dispute-file.ts';
import { DisputeMessage } from './dispute-message.ts';
import { FeedStart } from './feed-start.ts';
import { Guide } from './guide.ts';
import { GuideBits } from './guide-bits.ts';
import { GuideCalendar } from './guide-calendar.ts';
import { GuideChange } from './guide-change.ts';
import { GuidePhoto } from './guide-photo.ts';
import { Hold } from './hold.ts';
import { IdempotencyKey } from './idempotency-key.ts';
import { Installation } from './installation.ts';
import { Invitation } from './invitation.ts';
import { Job } from './job.ts';
import { KnownDevice } from './known-device.ts';
import { LedgerAccount } from './ledger-account.ts';
import { LedgerEntry } from './ledger-entry.ts';
import { LedgerPosting } from './ledger-posting.ts';
import { LinkRequest } from './link-request.ts';
import { Mail } from './mail.ts';
import { MailLink, type MailLinkPurpose, type Registration } from './mail-link.ts';
import { Membership } from './membership.ts';
import { Merchant } from './merchant.ts';
import { Notification } from './notification.ts';
import { OctoBooking } from './octo-booking.ts';
import { OperatorProposal } from './operator-proposal.ts';
import { Order } from './order.ts';
import { OrderChange } from './order-change.ts';
import { OrderCommand } from './order-command.ts';
import { OrderEvent } from './order-event.ts';
import { OrderMessage } from './order-message.ts';
import { Partnership } from './partnership.ts';
import { Passkey } from './passkey.ts';
import { Person } from './person.ts';
import { ProviderLink } from './provider-link.ts';
import { Pruning } from './pruning.ts';
import { PublicHoliday } from './public-holiday.ts';
import { RecoveryCode } from './recovery-code.ts';
import { RequestLogEntry } from './request-log-entry.ts';
import { RequestNonce } from './request-nonce.ts';
import { Reservation } from './reservation.ts';
import { RetryRequest } from './retry-request.ts';
import { Review } from './review.ts';
import { Settlement } from './settlement.ts';
import { SettlementCommand } from './settlement-command.ts';
import { SettlementDispute } from './settlement-dispute.ts';
import { SettlementLine } from './settlement-line.ts';
import { SignInCeremony, type SignInCeremonyPurpose } from './sign-in-ceremony.ts';
import { SigningKey } from './signing-key.ts';
import { StoredFile } from './stored-file.ts';
import { StoredFilePart } from './stored-file-part.ts';
import { UploadPart } from './upload-part.ts';
import { VerificationAttachment } from './verification-attachment.ts';
import { VerificationDocument } from './verification-document.ts';
import { VerificationSubmission } from './verification-submission.ts';
import { WaitlistEntry } from './waitlist-entry.ts';

export type { MailLinkPurpose, Registration, SignInCeremonyPurpose };
export {
  AuditEntry,
  CallbackEndpoint,
  CommissionRule,
  Company,
  ConsoleSession,
  Credential,
  DeliveryAttempt,
  DisputeFile,
  DisputeMessage,
  Guide,
  GuideCalendar,
  GuidePhoto,
  Hold,
  IdempotencyKey,
  Installation,
  Invitation,
  Job,
  KnownDevice,
  LedgerAccount,
  LedgerEntry,
  LedgerPosting,
  LinkRequest,
  Mail,
  MailLink,
  Membership,
  Merchant,
  Notification,
  OctoBooking,
  OperatorProposal,
  Order,
  OrderChange,
  OrderCommand,
  OrderEvent,
  OrderMessage,
  Partnership,
  Passkey,
  Person,
  ProviderLink,
  RecoveryCode,
  Reservation,
  RetryRequest,
  Settlement,
  SettlementCommand,
  SettlementDispute,
  SettlementLine,
  SignInCeremony,
  SigningKey,
  StoredFile,
  StoredFilePart,
  UploadPart,
  VerificationAttachment,
  VerificationDocument,
  VerificationSubmission,
  WaitlistEntry,
};

export const ENTITIES = [
  Merchant,
  Credential,
  SigningKey,
  WaitlistEntry,
  Guide,
  GuideBits,
  GuideCalendar,
  GuideChange,
  GuidePhoto,
  Order,
  OrderEvent,
  OrderChange,
  OrderCommand,
  OrderMessage,
  Partnership,
  PublicHoliday,
  Review,
  CallbackEndpoint,
  Notification,
  Reservation,
  RetryRequest,
  DeliveryAttempt,
  FeedStart,
  Pruning,
  Mail,
  Hold,
  OctoBooking,
  IdempotencyKey,
  ProviderLink,
  RequestLogEntry,
  RequestNonce,
  AuditEntry,
  CommissionRule,
  LedgerAccount,
  LedgerPosting,
  LedgerEntry,
  Settlement,
  SettlementLine,
  SettlementDispute,
  SettlementCommand,
  DisputeMessage,
  DisputeFile,
  StoredFile,
  StoredFilePart,
  UploadPart,
  Installation,
  Person,
  Passkey,
  SignInCeremony,
  RecoveryCode,
  ConsoleSession,
  KnownDevice,
  MailLink,
  Company,
  Membership,
  Invitation,
  Job,
  VerificationSubmission,
  VerificationDocument,
  VerificationAttachment,
  LinkRequest,
  OperatorProposal,
];
