export type { RawRequest } from './api.ts';
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type ErrorDetail,
  GuidepostError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from './errors.ts';
export { Guidepost, type GuidepostResources } from './guidepost.ts';
export type { List } from './list.ts';
export type { Fetch, GuidepostOptions, GuideWriteOptions, RequestOptions, WriteOptions } from './options.ts';
export type { EventPage } from './resources/events.ts';
export type { Body, Data, EventOf, EventType, GuidepostEvent, OperationId, Query, Schema } from './types.ts';
export { VERSION } from './version.ts';
export { WebhookVerificationError } from './webhooks/errors.ts';
export * as webhooks from './webhooks/index.ts';
