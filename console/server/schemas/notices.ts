/** Bodies and answers of the notices' routes (docs/console.md, "Notices"). */
import { type Static, Type } from 'typebox';
import {
  CalendarDate,
  CurrencyCode,
  Instant,
  nullable,
  oneOf,
  TimeZone,
} from '../../../contract/schemas/common.ts';
import { Amount } from '../../../contract/schemas/guide-terms.ts';
import { OrderId, OrderStatus } from '../../../contract/schemas/orders.ts';
import { MAX_CALLBACK_URL_LENGTH } from '../../../domain/callback-url.ts';
import { COMPANY_ROLES } from '../../../domain/console-roles.ts';
import { NOTICE_KINDS, NOTICE_TOPICS, type NoticeKind } from '../../../domain/notices.ts';
import { DEVICE_KINDS } from '../../../domain/push-message.ts';

const closed = { additionalProperties: false } as const;
const NoticeId = Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1 });
const Topics = Type.Array(oneOf(NOTICE_TOPICS), { maxItems: NOTICE_TOPICS.length, uniqueItems: true });
const Hour = Type.Integer({ minimum: 0, maximum: 23 });
const choice = {
  /** Null: those of the role. */
  topics: nullable(Topics),
  mail: Type.Boolean(),
  /** On the person's devices. */
  push: Type.Boolean(),
  sandbox: Type.Boolean(),
  timeZone: nullable(TimeZone),
  quiet: nullable(Type.Object({ from: Hour, until: Hour }, closed)),
  /** Of one mail a day with all but requests; null: mails as it comes. */
  dailyAt: nullable(Hour),
};

export const NoticesQuery = Type.Object({ before: Type.Optional(NoticeId) }, closed);
export const NoticeParams = Type.Object({ noticeId: NoticeId });
/** All up to one, or all about an order or a statement. */
export const ReadBody = Type.Object(
  {
    upTo: Type.Optional(NoticeId),
    subjectId: Type.Optional(Type.String({ pattern: '^[A-Z]{1,3}[0-9]{1,24}$', maxLength: 27 })),
  },
  { ...closed, minProperties: 1, maxProperties: 1 },
);
export const CompanyParams = Type.Object({
  companyId: Type.String({ pattern: '^CO[0-9]{1,15}$', maxLength: 17 }),
});
export const UnsubscribeParams = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) });
export const ChoiceBody = Type.Object(choice, closed);

/** The token of a mail's link. */
const Token = Type.String({ pattern: '^[\\w.-]{1,110}$', maxLength: 110 });
export const LookBody = Type.Object({ token: Token }, closed);
export const AnswerBody = Type.Object({ token: Token, answer: oneOf(['confirm', 'reject']) }, closed);

export const UnreadAnswer = Type.Object({ unread: Type.Integer() });
export const NoticesAnswer = Type.Object({
  /** 1,000 stands for as many and more. */
  unread: Type.Integer(),
  hasMore: Type.Boolean(),
  list: Type.Array(
    Type.Object({
      id: NoticeId,
      kind: oneOf(Object.keys(NOTICE_KINDS) as NoticeKind[]),
      topic: oneOf(NOTICE_TOPICS),
      companyId: Type.String(),
      sandbox: Type.Boolean(),
      subjectId: Type.String(),
      /** The page of the console that shows what it is about. */
      path: Type.String(),
      guideName: nullable(Type.String()),
      clientReference: nullable(Type.String()),
      tripDate: nullable(CalendarDate),
      /** Until then the studio has to answer; null where nothing waits for it. */
      answerBy: nullable(Instant),
      /** Until then the guide is held for the company's turn on a waitlist. */
      heldUntil: nullable(Instant),
      timeZone: nullable(Type.String()),
      createdAt: Instant,
      isRead: Type.Boolean(),
    }),
  ),
});
export const ChoicesAnswer = Type.Object({
  /** False: the platform sends no mails. */
  mail: Type.Boolean(),
  /** The person's address. */
  email: Type.String(),
  /** A mail to it came back then, and none is written until it works again; null: it takes mails. */
  mailFailingSince: nullable(Instant),
  companies: Type.Array(
    Type.Object({
      companyId: Type.String(),
      companyName: Type.String(),
      role: oneOf(COMPANY_ROLES),
      /** What the role suggests. */
      defaultTopics: Topics,
      ...choice,
    }),
  ),
});
const base64url = (maxLength: number) => Type.String({ pattern: '^[\\w-]+$', maxLength });
const Endpoint = Type.String({ minLength: 1, maxLength: 1_500 });
export const DeviceParams = Type.Object({ deviceId: Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1 }) });
/** What a browser subscribed with at its push service (Push API). */
export const DeviceBody = Type.Object(
  {
    endpoint: Endpoint,
    p256dh: base64url(100),
    auth: base64url(50),
    /** The platform's key that it was made with. */
    serverKey: base64url(100),
  },
  closed,
);
/** The address of a chat's incoming webhook: whoever has it can write there, so it is never shown again. */
export const ChatBody = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: MAX_CALLBACK_URL_LENGTH }) },
  closed,
);
export const ResumeBody = Type.Object({ endpoint: Endpoint }, closed);
export const DeviceAnswer = Type.Object({ deviceId: Type.Integer() });
/** Browsers subscribe with it, base64url. */
const ServerKey = Type.String();
export const ResumeAnswer = Type.Object({
  /** Null: the browser shows nothing of the person's. */
  deviceId: nullable(Type.Integer()),
  serverKey: ServerKey,
});
export const DevicesAnswer = Type.Object({
  serverKey: ServerKey,
  devices: Type.Array(
    Type.Object({
      id: Type.Integer(),
      kind: oneOf(DEVICE_KINDS),
      /** Of a chat the host of its address. */
      userAgent: nullable(Type.String()),
      createdAt: Instant,
    }),
  ),
});

/** What became of a mail that came in. */
export const InboundAnswer = Type.Object({ outcome: oneOf(['message', 'refused', 'returned', 'ignored']) });

/** A request that a mail asked for an answer to. */
export const RequestAnswer = Type.Object({
  /** The order's page, for who signs in. */
  path: Type.String(),
  companyName: Type.String(),
  sandbox: Type.Boolean(),
  orderId: OrderId,
  status: OrderStatus,
  clientReference: nullable(Type.String()),
  guideName: Type.String(),
  tripDate: CalendarDate,
  tripDays: Type.Integer(),
  startTime: nullable(Type.String()),
  guestCount: Type.Integer(),
  totalAmount: Amount,
  currency: CurrencyCode,
  timeZone: Type.String(),
  answerBy: Instant,
  isWaiting: Type.Boolean(),
});
export type RequestAnswer = Static<typeof RequestAnswer>;
export type NoticesAnswer = Static<typeof NoticesAnswer>;
export type ChoicesAnswer = Static<typeof ChoicesAnswer>;
