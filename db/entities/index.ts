import { CallbackEndpoint } from './callback-endpoint.ts';
import { Credential } from './credential.ts';
import { DeliveryAttempt } from './delivery-attempt.ts';
import { Guide } from './guide.ts';
import { IdempotencyKey } from './idempotency-key.ts';
import { Merchant } from './merchant.ts';
import { Notification } from './notification.ts';
import { Order } from './order.ts';
import { OrderCommand } from './order-command.ts';
import { OrderEvent } from './order-event.ts';
import { SigningKey } from './signing-key.ts';

export {
  CallbackEndpoint,
  Credential,
  DeliveryAttempt,
  Guide,
  IdempotencyKey,
  Merchant,
  Notification,
  Order,
  OrderCommand,
  OrderEvent,
  SigningKey,
};

export const ENTITIES = [
  Merchant,
  Credential,
  SigningKey,
  Guide,
  Order,
  OrderEvent,
  OrderCommand,
  CallbackEndpoint,
  Notification,
  DeliveryAttempt,
  IdempotencyKey,
];
