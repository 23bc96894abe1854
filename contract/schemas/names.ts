/**
 * The names of schemas in the OpenAPI document, and so in generated clients. A schema without a name here is written in its
 * place. A name, once released, stays: clients are written against it. It is long because it is one list.
 */
import type { TSchema } from 'typebox';
import * as auth from './auth.ts';
import * as callback from './callback.ts';
import * as endpoints from './callback-endpoints.ts';
import * as changes from './changes.ts';
import * as common from './common.ts';
import * as credentials from './credential.ts';
import * as envelope from './envelope.ts';
import * as bodies from './event-bodies.ts';
import * as events from './events.ts';
import * as allotments from './guide-allotments.ts';
import * as appearance from './guide-appearance.ts';
import * as calendar from './guide-calendar.ts';
import * as guideChanges from './guide-changes.ts';
import * as offer from './guide-offer.ts';
import * as rates from './guide-rates.ts';
import * as offers from './guide-special-offers.ts';
import * as stops from './guide-stop-sales.ts';
import * as terms from './guide-terms.ts';
import * as guides from './guides.ts';
import * as health from './health.ts';
import * as holds from './holds.ts';
import * as messages from './messages.ts';
import * as filters from './notification-filters.ts';
import * as notifications from './notifications.ts';
import * as orderChanges from './order-changes.ts';
import * as orders from './orders.ts';
import * as partners from './partners.ts';
import * as quotes from './quotes.ts';
import * as recoveries from './recoveries.ts';
import * as reviews from './reviews.ts';
import * as sandbox from './sandbox.ts';
import * as proofs from './settlement-proofs.ts';
import * as settlements from './settlements.ts';
import * as signature from './signature.ts';
import * as trips from './trips.ts';
import * as waitlist from './waitlist.ts';

type Names = Readonly<Record<string, TSchema>>;

/** What is one value: identifiers, words of a fixed set, times, text. */
const VALUES: Names = {
  ActorKind: orders.ActorKind,
  AgencyKeys: rates.AgencyKeys,
  Amount: terms.Amount,
  AttemptError: notifications.AttemptError,
  CallbackEndpointId: endpoints.EndpointId,
  CallbackStatus: endpoints.EndpointStatus,
  CancellationPreset: terms.CancellationPreset,
  ContactPhone: orders.ContactPhone,
  CredentialId: credentials.CredentialId,
  CredentialKind: credentials.CredentialKindName,
  CredentialStatus: credentials.CredentialStatus,
  Currency: common.CurrencyCode,
  CalendarDate: common.CalendarDate,
  DayState: calendar.DayState,
  DisputeOutcome: bodies.DisputeOutcome,
  DisputeStatus: settlements.DisputeStatus,
  DecideHoursBefore: offer.DecideHoursBefore,
  EventFilter: endpoints.EventFilter,
  EventType: endpoints.EventTypeName,
  ExpectedTotal: trips.ExpectedTotal,
  FreeText: common.FreeText,
  GivenInstant: filters.GivenInstant('Instant, RFC 3339'),
  GuaranteedStarts: offer.GuaranteedStarts,
  GuestKind: trips.GuestKindSchema,
  GuideId: common.GuideId,
  GuideStatus: guides.GuideStatus,
  GuideVisibility: guides.GuideVisibility,
  GuestCounts: trips.GuestCounts,
  GoesIf: trips.GoesIf,
  HoldId: trips.HoldId,
  HoldStatus: holds.HoldStatus,
  Instant: common.Instant,
  LeastGuestsToGo: offer.LeastGuestsToGo,
  LineOfText: common.LineOfText,
  MessageId: messages.MessageId,
  MessageSender: messages.Sender,
  NotificationId: notifications.NotificationId,
  NotificationStatus: notifications.Status,
  OfferCode: trips.OfferCode,
  OrderAction: orders.OrderActionName,
  OrderChangeId: changes.ChangeId,
  OrderChangeRule: offer.ChangeRule,
  OrderChangeStatus: changes.ChangeStatus,
  OrderId: orders.OrderId,
  OrderReason: orders.OrderReason,
  OrderStatus: orders.OrderStatus,
  OwnId: trips.OwnId('A name of your own', ['diet']),
  PartySize: rates.PartySize,
  Payer: settlements.Payer,
  PlacesOfStart: offer.Capacity,
  PriceLineKind: terms.PriceLineKind,
  RateWeekdays: rates.RateWeekdays,
  RecoverableStatus: notifications.RecoverableStatus,
  RecoveryId: recoveries.RecoveryId,
  RecoveryState: recoveries.RecoveryState,
  Scope: credentials.ScopeName,
  SettlementId: settlements.SettlementId,
  SettlementLineId: settlements.LineId,
  SettlementLineKind: settlements.SettlementLineKind,
  SettlementMonth: settlements.Month,
  SettlementStatus: settlements.SettlementStatus,
  SignatureScheme: endpoints.SignatureScheme,
  TimeOfDay: trips.StartTime,
  TimeZone: common.TimeZone,
  TripKindIds: offers.TripKindIds,
  TripLength: rates.TripLength,
  UnmovedReason: bodies.UnmovedReason,
  VisibleText: common.VisibleText,
  WaitlistEntryId: waitlist.EntryId,
  Weekday: terms.Weekday,
  WholeDays: offers.WholeDays,
};

/** What requests say. */
const REQUESTS: Names = {
  AnswerInput: trips.AnswerInput,
  AnswerInputs: trips.Answers,
  CallbackConfigUpdate: callback.CallbackConfigBody,
  CallbackEndpointCreate: endpoints.EndpointCreateBody,
  CallbackEndpointTestRequest: endpoints.EndpointTestBody,
  CallbackEndpointUpdate: endpoints.EndpointUpdateBody,
  CallbackSecretRotateRequest: callback.RotateSecretBody,
  CancellationPolicyInput: terms.CancellationPolicyInput,
  CredentialRevokeRequest: credentials.CredentialRevokeBody,
  CredentialRotateRequest: credentials.CredentialRotateBody,
  DayRateInput: rates.DayRateInput,
  GuestCountInput: trips.GuestCountInput,
  GuestCountInputs: trips.Guests,
  GuestNames: trips.GuestNames,
  GuideAvailabilityUpdate: terms.AvailabilityBody,
  GuideCreate: guides.GuideCreateBody,
  GuideUpdate: guides.GuideUpdateBody,
  HoldCreate: holds.HoldCreateBody,
  HoldChangeRequest: holds.HoldChangeBody,
  HoldExtendRequest: holds.HoldExtendBody,
  MeetingPointInput: trips.MeetingPointInput,
  MessageCreate: messages.MessageBody,
  OctoKeyCreate: credentials.OctoKeyCreateBody,
  OrderActionRequest: orders.OrderMoveBody,
  OrderChangeAnswerRequest: orderChanges.ChangeAnswerBody,
  OrderChangeQuoteRequest: orderChanges.ChangeQuoteBody,
  OrderChangeRequest: orderChanges.OrderChangeBody,
  OrderCreate: orders.OrderCreateBody,
  OrderQuoteRequest: quotes.QuoteBody,
  OrderRefundRequest: orderChanges.RefundBody,
  PhotoInput: appearance.PhotoInput,
  QuestionInput: offer.QuestionInput,
  RecoveryCreate: recoveries.RecoverBody,
  ReviewCreate: reviews.ReviewBody,
  SandboxClockAdvanceRequest: sandbox.ClockAdvanceBody,
  SettlementDisputeRequest: settlements.DisputeBody,
  SettlementIssueRequest: sandbox.StatementIssueBody,
  SignatureVerifyRequest: signature.SignatureQuestionBody,
  TestOrderCreate: sandbox.TestOrderBody,
  TokenRequest: auth.TokenRequest,
  TripKindInput: offer.TripKindInput,
  SpecialOfferInput: offers.SpecialOfferInput,
  StopSaleInput: stops.StopSaleInput,
  AllotmentInput: allotments.AllotmentInput,
  TripRateInput: rates.TripRateInput,
  WaitlistEntryCreate: waitlist.WaitlistBody,
};

/** What answers show. */
const ANSWERS: Names = {
  Answer: trips.Answer,
  CalendarDay: calendar.Day,
  CallbackConfig: callback.CallbackConfig,
  CallbackEndpoint: endpoints.EndpointView,
  CallbackEndpointDeleted: endpoints.EndpointDeleted,
  CallbackEndpointList: endpoints.EndpointList,
  CallbackEndpointWithSecret: endpoints.EndpointWithSecret,
  CallbackTestResult: callback.CallbackTestData,
  CancellationPolicy: terms.CancellationPolicySchema,
  CancellationTerm: quotes.CancellationTerm,
  CancellationTier: terms.Tier,
  CancellationTierInput: terms.TierInput,
  CancelQuote: quotes.CancelQuote,
  Counterparty: settlements.Counterparty,
  Credential: credentials.CredentialItem,
  CredentialList: credentials.CredentialListData,
  CredentialRevoked: credentials.CredentialRevokedData,
  CredentialRotated: credentials.CredentialRotatedData,
  DateRange: terms.BlockBody,
  DayRate: rates.DayRate,
  ErrorBody: envelope.ErrorBody,
  ErrorData: envelope.ErrorDataSchema,
  ErrorDetail: envelope.ErrorDetailSchema,
  EventList: events.EventList,
  GuestCount: trips.GuestCount,
  GuaranteedStart: offer.GuaranteedStart,
  GuestKindOffer: offer.GuestKindOffer,
  GuestPrice: rates.GuestPrice,
  GuestSurcharge: terms.GuestSurcharge,
  Guide: guides.GuideDetail,
  GuideAvailability: terms.AvailabilityData,
  GuideCalendar: calendar.GuideCalendar,
  GuideCalendarList: calendar.GuideCalendars,
  GuideChange: guideChanges.GuideChange,
  GuideChangeList: guideChanges.GuideChanges,
  GuideDeleted: guides.GuideDeleted,
  GuideList: guides.GuideList,
  GuideReview: guideChanges.GuideReview,
  GuideReviewList: guideChanges.GuideReviews,
  GuideSummary: guides.GuideListItem,
  Health: health.Health,
  Hold: holds.HoldDetailData,
  HoldList: holds.HoldListData,
  Holidays: terms.HolidaysOf,
  JsonWebKey: auth.JsonWebKey,
  JsonWebKeySet: auth.JsonWebKeySet,
  EgressAddresses: auth.EgressAddresses,
  GuideLocation: appearance.Location,
  MeetingPoint: trips.MeetingPoint,
  Message: messages.MessageData,
  MessageAttachment: messages.MessageAttachment,
  MessageList: messages.MessageList,
  Money: terms.Money,
  Notification: notifications.NotificationDetail,
  NotificationAttempt: notifications.Attempt,
  NotificationList: notifications.NotificationList,
  NotificationSummary: notifications.NotificationItem,
  OctoKeyCreated: credentials.OctoKeyCreatedData,
  Order: orders.OrderDetailData,
  OrderChange: changes.ChangeSchema,
  OrderChangeList: orderChanges.ChangeListData,
  OrderChangeMembers: changes.ChangedMembers,
  OrderChangeQuote: orderChanges.ChangeQuote,
  OrderChangeResult: orderChanges.ChangedData,
  OrderCommission: orders.OrderCommission,
  OrderDeadline: orders.OrderDeadline,
  OrderHistoryEntry: orders.HistoryEntry,
  OrderList: orders.OrderListData,
  OrderQuote: quotes.OrderQuote,
  OrderRefund: orders.OrderRefund,
  OrderSummary: orders.OrderSummary,
  Partner: partners.Partner,
  PartnerList: partners.PartnerList,
  PartnerUnlinked: partners.PartnerUnlinked,
  Photo: appearance.Photo,
  PriceBreakdown: terms.PriceBreakdown,
  PriceLine: terms.PriceLineSchema,
  Question: offer.Question,
  RateConditions: rates.RateConditions,
  RatingDistribution: guides.RatingDistribution,
  Readiness: health.Readiness,
  Recovery: recoveries.Recovery,
  RecoveryFilter: recoveries.RecoveryFilter,
  RecoveryList: recoveries.RecoveryList,
  RecoveryStarted: recoveries.RecoverData,
  RefundChange: quotes.RefundChange,
  RefusedGuide: calendar.RefusedGuide,
  Review: reviews.ReviewData,
  ReviewStatistics: guides.ReviewStatistics,
  SandboxClock: sandbox.SandboxClock,
  SeasonalRate: terms.SeasonalRate,
  ServerMetadata: auth.ServerMetadata,
  Settlement: settlements.SettlementDetail,
  SettlementDispute: settlements.Dispute,
  SettlementLine: settlements.SettlementLine,
  SettlementList: settlements.SettlementList,
  SettlementProof: proofs.StatementProof,
  SettlementProofLine: proofs.StatementProofLine,
  SettlementsIssued: sandbox.IssuedStatements,
  SandboxExamples: sandbox.SandboxExamples,
  SettlementSummary: settlements.SettlementSummary,
  SignatureExplanation: signature.SignatureExplanationData,
  SpecialOffer: offers.SpecialOffer,
  StopSale: stops.StopSale,
  Allotment: allotments.Allotment,
  Success: envelope.Success,
  Token: auth.TokenData,
  TokenError: auth.TokenError,
  TripKind: offer.TripKind,
  TripRate: rates.TripRate,
  TripKindTimes: calendar.TripKindTimes,
  WaitlistEntry: waitlist.WaitlistData,
  WaitlistEntryDeleted: waitlist.WaitlistDeleted,
  WaitlistEntryList: waitlist.WaitlistList,
  WeekendRate: offer.WeekendRate,
};

/** `order.status_changed` → `OrderStatusChangedEvent`. */
function eventName(type: string): string {
  const words = type.split(/[._]/).map((word) => word[0]?.toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** What events bring. */
const EVENTS: Names = {
  ...Object.fromEntries(Object.entries(bodies.EVENT_BODIES).map(([type, body]) => [eventName(type), body])),
  Acknowledgement: bodies.Acknowledgement,
  DisputeSnapshot: bodies.DisputeSnapshot,
  GuidepostEvent: bodies.EventBody,
  EventHead: bodies.EventHead,
  OrderChangeSnapshot: changes.PublishedChange,
  OrderChangeSnapshotMembers: changes.PublishedMembers,
  OrderSnapshot: bodies.OrderSnapshot,
  SettlementSnapshot: bodies.SettlementSnapshot,
};

/**
 * On what others build in the document: what comes first is taken first. None has a member that may be null: generators of
 * clients forget that of members which are inherited.
 */
export const BASES = ['EventHead', 'Token', 'Success', 'RateConditions'] as const;

export const SCHEMA_NAMES: Names = { ...VALUES, ...REQUESTS, ...ANSWERS, ...EVENTS };
