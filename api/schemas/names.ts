/** What schemas are called in the OpenAPI document, and so in generated clients. Whatever has no name here stands in its place. */
import type { TSchema } from 'typebox';
import { CallbackConfig } from './callback.ts';
import { EndpointView, EndpointWithSecret } from './callback-endpoints.ts';
import { ChangeSchema, ToldChange } from './changes.ts';
import { ErrorDataSchema, ErrorDetailSchema } from './envelope.ts';
import { EVENT_BODIES, OrderSnapshot } from './event-bodies.ts';
import { CancellationPolicyInput, CancellationPolicySchema, PriceLineSchema } from './guide-terms.ts';
import { GuideCreateBody, GuideDetail, GuideListItem, GuideUpdateBody } from './guides.ts';
import { HoldCreateBody, HoldDetailData } from './holds.ts';
import { MessageData } from './messages.ts';
import { NotificationDetail, NotificationItem } from './notifications.ts';
import { ChangeQuote } from './order-changes.ts';
import { HistoryEntry, OrderCreateBody, OrderCreatedData, OrderDetailData, OrderSummary } from './orders.ts';
import { CancelQuote, OrderQuote, QuoteBody } from './quotes.ts';
import { Recovery } from './recoveries.ts';
import { SettlementLine, SettlementSummary } from './settlements.ts';
import { MeetingPoint } from './trips.ts';

/** `order.status_changed` → `OrderStatusChangedEvent`. */
function eventName(type: string): string {
  const words = type.split(/[._]/).map((word) => word[0]?.toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

export const SCHEMA_NAMES: Readonly<Record<string, TSchema>> = {
  CallbackConfig,
  CallbackEndpoint: EndpointView,
  CallbackEndpointWithSecret: EndpointWithSecret,
  CancellationPolicy: CancellationPolicySchema,
  CancellationPolicyInput,
  CancelQuote,
  ChangeQuote,
  ErrorData: ErrorDataSchema,
  ErrorDetail: ErrorDetailSchema,
  Guide: GuideDetail,
  GuideCreate: GuideCreateBody,
  GuideSummary: GuideListItem,
  GuideUpdate: GuideUpdateBody,
  Hold: HoldDetailData,
  HoldCreate: HoldCreateBody,
  MeetingPoint,
  Message: MessageData,
  Notification: NotificationDetail,
  NotificationSummary: NotificationItem,
  Order: OrderDetailData,
  OrderChange: ChangeSchema,
  OrderCreate: OrderCreateBody,
  OrderCreated: OrderCreatedData,
  OrderHistoryEntry: HistoryEntry,
  OrderQuote,
  OrderQuoteRequest: QuoteBody,
  OrderSnapshot,
  OrderSummary,
  PriceLine: PriceLineSchema,
  Recovery,
  SettlementLine,
  SettlementSummary,
  ToldChange,
  ...Object.fromEntries(Object.entries(EVENT_BODIES).map(([type, schema]) => [eventName(type), schema])),
};
