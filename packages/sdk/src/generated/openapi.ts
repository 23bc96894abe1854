/** Generated from the OpenAPI document by `npm run sdk:types`; do not edit. */
// document: d9aa93ee12073b9a


export interface webhooks {
  "callback.failing": {
    /** One of your other endpoints has acknowledged nothing for an hour */
    post: operations["receive_callback_failing"];
  };
  "callback.paused": {
    /** One of your other endpoints was paused */
    post: operations["receive_callback_paused"];
  };
  "callback.recovered": {
    /** One of your other endpoints works again */
    post: operations["receive_callback_recovered"];
  };
  "guide.available": {
    /** The time that you are waiting for has become free: it is held for you (`holdId`), or the first to book gets it */
    post: operations["receive_guide_available"];
  };
  "merchant.refused": {
    /** An operator refused you */
    post: operations["receive_merchant_refused"];
  };
  "merchant.verified": {
    /** An operator approved you */
    post: operations["receive_merchant_verified"];
  };
  "message.received": {
    /** The other side of an order wrote to you */
    post: operations["receive_message_received"];
  };
  "order.change_declined": {
    /** The studio declined a change */
    post: operations["receive_order_change_declined"];
  };
  "order.change_expired": {
    /** The studio did not answer a change in time */
    post: operations["receive_order_change_expired"];
  };
  "order.change_requested": {
    /** The merchant has asked for a change that needs the studio's consent */
    post: operations["receive_order_change_requested"];
  };
  "order.change_withdrawn": {
    /** The merchant withdrew a change */
    post: operations["receive_order_change_withdrawn"];
  };
  "order.changed": {
    /** An order was changed */
    post: operations["receive_order_changed"];
  };
  "order.confirmation_due": {
    /** To the studio: an order is still waiting for its confirmation */
    post: operations["receive_order_confirmation_due"];
  };
  "order.refunded": {
    /** The studio refunded part of the price */
    post: operations["receive_order_refunded"];
  };
  "order.status_changed": {
    /** An order was created, or its status changed */
    post: operations["receive_order_status_changed"];
  };
  "review.created": {
    /** The ordering merchant rated a trip */
    post: operations["receive_review_created"];
  };
  "settlement.adjusted": {
    /** An operator posted an amount because of a dispute */
    post: operations["receive_settlement_adjusted"];
  };
  "settlement.dispute_resolved": {
    /** An operator answered */
    post: operations["receive_settlement_dispute_resolved"];
  };
  "settlement.disputed": {
    /** You objected to a line */
    post: operations["receive_settlement_disputed"];
  };
  "settlement.issued": {
    /** A statement was issued and is to be paid */
    post: operations["receive_settlement_issued"];
  };
  "settlement.paid": {
    /** A statement was paid */
    post: operations["receive_settlement_paid"];
  };
}
export interface components {
  schemas: {
    /** Who did it */
    ActorKind: "merchant" | "studio" | "operator" | "platform";
    /** Merchant keys of the agencies that it is for */
    AgencyKeys: string[];
    /** Trips, or places of shared trips, that are kept for some agencies until they are released */
    Allotment: {
      /** The agencies it is kept for */
      agencies: string[];
      /** Calendar day, `YYYY-MM-DD` */
      endDate?: string;
      /** For yourself only */
      note?: string;
      /** Places at each start of a shared trip, for these agencies together */
      places?: number;
      /** How many days before the trip's day everyone can book what is left */
      releaseDaysBefore: number;
      /** Calendar day, `YYYY-MM-DD` */
      startDate?: string;
      /** Absent: all */
      tripKindIds?: string[];
      weekdays?: components["schemas"]["RateWeekdays"];
      wholeDays?: components["schemas"]["WholeDays"];
    };
    /** Trips, or places of shared trips, that are kept for some agencies until they are released */
    AllotmentInput: {
      agencies: components["schemas"]["AgencyKeys"];
      /** Calendar day, `YYYY-MM-DD` */
      endDate?: string;
      /** For yourself only */
      note?: string;
      /** Places at each start of a shared trip, for these agencies together */
      places?: number;
      /** How many days before the trip's day everyone can book what is left */
      releaseDaysBefore: number;
      /** Calendar day, `YYYY-MM-DD` */
      startDate?: string;
      tripKindIds?: components["schemas"]["TripKindIds"];
      weekdays?: components["schemas"]["RateWeekdays"];
      wholeDays?: components["schemas"]["WholeDays"];
    };
    /** An answer to a question of the guide */
    Answer: {
      /** What the guests say */
      answer: string;
      /** As it was when booked */
      question: string;
      /** The guide's own name for the question */
      questionId: string;
    };
    /** An answer to a question of the guide */
    AnswerInput: {
      /** What the guests say */
      answer: string;
      /** One of the guide's `questions` */
      questionId: string;
    };
    /** Answers to the guide's `questions` */
    AnswerInputs: components["schemas"]["AnswerInput"][];
    /** Why it was not acknowledged: docs, "When it fails" */
    AttemptError: "address_refused" | "dns_failed" | "connect_failed" | "connect_timeout" | "tls_failed" | "timeout" | "connection_lost" | "redirect" | "http_status" | "answer_too_large" | "answer_not_json" | "not_acknowledged" | "endpoint_paused";
    /** A day of a guide */
    CalendarDay: {
      /** Calendar day, `YYYY-MM-DD` */
      date: string;
      /** Decimal, without what guests add: what the day costs the smallest party that books a trip of `minDays` days now */
      dayPrice: number;
      /** The public holiday that the guide takes off */
      holiday?: string;
      state: components["schemas"]["DayState"];
      /** With `withTimes`, if the guide has trips of hours */
      times?: components["schemas"]["TripKindTimes"][];
    };
    /** Your first endpoint's address and state */
    CallbackConfig: {
      failingSince: string | null;
      /** Nothing is sent until then, since your endpoint asked for it with `Retry-After` */
      heldUntil: string | null;
      previousSecretUntil: string | null;
      /** The callback secret (Standard Webhooks): shown once, by the request that created it */
      secret?: string;
      /** The last four characters of the callback secret */
      secretHint: string | null;
      /** `none`: no address */
      status: components["schemas"]["CallbackStatus"];
      /** Where notifications are sent */
      url: string | null;
    };
    /** Where notifications are to be sent */
    CallbackConfigUpdate: {
      /** Where notifications are sent, https only */
      url: string | null;
    };
    /** One of your addresses that gets events */
    CallbackEndpoint: {
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** Your name for it */
      description: string;
      /** Endpoint identifier: `EP` and digits */
      endpointId: string;
      /** Which events it gets */
      eventTypes: components["schemas"]["EventFilter"][];
      failingSince: string | null;
      /** Names in lower case */
      headers: {
        [key: string]: string;
      };
      /** Nothing is sent until then, since your endpoint asked for it with `Retry-After` */
      heldUntil: string | null;
      /** It is the endpoint of `callback/config`, and can't be deleted */
      isFirst: boolean;
      /** Maximum notifications per second */
      maxPerSecond: number | null;
      previousSecretUntil: string | null;
      /** `v1a`: the key that verifies its signatures */
      publicKey: string | null;
      /** `v1`: the last four characters of the secret */
      secretHint: string | null;
      signatureScheme: components["schemas"]["SignatureScheme"];
      status: components["schemas"]["CallbackStatus"];
      /** Where its notifications are sent */
      url: string | null;
    };
    /** A new address for events */
    CallbackEndpointCreate: {
      /** For your own use */
      description?: string;
      /**
       * Which events it gets: `*` for all, families such as `order.*`, single types
       *       "order.*",
       *       "settlement.issued"
       *     ]
       */
      eventTypes?: components["schemas"]["EventFilter"][];
      /**
       * Additional headers for its notifications, for example for a gateway; replaces all of them, `{}` for none
       *       "x-gateway-key": "k7J2"
       *     }
       */
      headers?: {
        [key: string]: string;
      };
      /** Notifications per second */
      maxPerSecond?: number | null;
      /** A different scheme creates a new secret or key pair */
      signatureScheme?: components["schemas"]["SignatureScheme"];
      /** Where its notifications are sent, https only */
      url: string;
    };
    /** The endpoint was deleted */
    CallbackEndpointDeleted: {
      deleted: true;
      /** Endpoint identifier: `EP` and digits */
      endpointId: string;
    };
    /** All your endpoints */
    CallbackEndpointList: {
      list: components["schemas"]["CallbackEndpoint"][];
    };
    /** What to send as a test */
    CallbackEndpointTestRequest: {
      /** What the test sends: an example of such an event */
      type?: components["schemas"]["EventType"];
    };
    /** What to change about an endpoint */
    CallbackEndpointUpdate: {
      /** For your own use */
      description?: string;
      /**
       * Which events it gets: `*` for all, families such as `order.*`, single types
       *       "order.*",
       *       "settlement.issued"
       *     ]
       */
      eventTypes?: components["schemas"]["EventFilter"][];
      /**
       * Additional headers for its notifications, for example for a gateway; replaces all of them, `{}` for none
       *       "x-gateway-key": "k7J2"
       *     }
       */
      headers?: {
        [key: string]: string;
      };
      /** Notifications per second */
      maxPerSecond?: number | null;
      /** A different scheme creates a new secret or key pair */
      signatureScheme?: components["schemas"]["SignatureScheme"];
      /** Where its notifications are sent, https only */
      url?: string;
    };
    /** An endpoint, with its secret if the request created one */
    CallbackEndpointWithSecret: {
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** Your name for it */
      description: string;
      /** Endpoint identifier: `EP` and digits */
      endpointId: string;
      /** Which events it gets */
      eventTypes: components["schemas"]["EventFilter"][];
      failingSince: string | null;
      /** Names in lower case */
      headers: {
        [key: string]: string;
      };
      /** Nothing is sent until then, since your endpoint asked for it with `Retry-After` */
      heldUntil: string | null;
      /** It is the endpoint of `callback/config`, and can't be deleted */
      isFirst: boolean;
      /** Maximum notifications per second */
      maxPerSecond: number | null;
      previousSecretUntil: string | null;
      /** `v1a`: the key that verifies its signatures */
      publicKey: string | null;
      /** `v1`: the secret (Standard Webhooks), shown once, by the request that created it */
      secret?: string;
      /** `v1`: the last four characters of the secret */
      secretHint: string | null;
      signatureScheme: components["schemas"]["SignatureScheme"];
      status: components["schemas"]["CallbackStatus"];
      /** Where its notifications are sent */
      url: string | null;
    };
    /** One of your other endpoints has acknowledged nothing for an hour */
    CallbackFailingEvent: components["schemas"]["EventHead"] & {
      /** Endpoint identifier: `EP` and digits */
      endpointId: string;
      /** Host name of its address */
      host: string;
      /** Of the last answer */
      httpStatus: number | null;
      lastError: components["schemas"]["AttemptError"] | null;
      /** Instant, RFC 3339 in UTC */
      since: string;
      type: "callback.failing";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "callback.failing";
    };
    /** One of your other endpoints was paused */
    CallbackPausedEvent: components["schemas"]["EventHead"] & {
      /** Endpoint identifier: `EP` and digits */
      endpointId: string;
      /** Host name of its address */
      host: string;
      /** Of the last answer */
      httpStatus: number | null;
      lastError: components["schemas"]["AttemptError"] | null;
      /** Instant, RFC 3339 in UTC */
      since: string;
      type: "callback.paused";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "callback.paused";
    };
    /** One of your other endpoints works again */
    CallbackRecoveredEvent: components["schemas"]["EventHead"] & {
      /** Endpoint identifier: `EP` and digits */
      endpointId: string;
      /** Host name of its address */
      host: string;
      /** Of the last answer */
      httpStatus: number | null;
      lastError: components["schemas"]["AttemptError"] | null;
      /** Instant, RFC 3339 in UTC */
      since: string;
      type: "callback.recovered";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "callback.recovered";
    };
    /** How long the old secret stays valid */
    CallbackSecretRotateRequest: {
      /** Seconds for which both secrets sign */
      overlapSeconds?: number;
    };
    /** `none`: no address */
    CallbackStatus: "none" | "healthy" | "failing" | "paused";
    /** The result of a test */
    CallbackTestResult: {
      /** Your endpoint acknowledged it */
      acknowledged: boolean;
      /** Milliseconds until the answer */
      durationMs: number;
      error: components["schemas"]["AttemptError"] | null;
      /** Null if no answer arrived */
      httpStatus: number | null;
      /** The `webhook-id` of the test */
      notificationId: string;
      /** The first 1 KiB of the answer */
      responseExcerpt: string | null;
    };
    /** What cancelling refunds */
    CancellationPolicy: {
      preset: components["schemas"]["CancellationPreset"];
      /** The most generous first */
      tiers: components["schemas"]["CancellationTier"][];
    };
    /** What cancelling refunds */
    CancellationPolicyInput: {
      preset: components["schemas"]["CancellationPreset"];
      /** For `custom` only, all in days or all in hours: `daysBefore` or `hoursBefore`, and `refundPercent` decrease from tier to tier */
      tiers?: components["schemas"]["CancellationTierInput"][];
    };
    /** `flexible`: everything until 1 day before */
    CancellationPreset: "flexible" | "moderate" | "strict" | "custom";
    /** What cancelling refunds until then */
    CancellationTerm: {
      /** Decimal amount in `currency` */
      fee: number;
      /** Decimal amount in `currency` */
      refund: number;
      /** Null: no end */
      until: string | null;
    };
    /** One tier: what is refunded until when */
    CancellationTier: {
      /** Until 00:00, this many days before the trip's first day … */
      daysBefore: number;
      /** … or, if present, until this many hours before the trip begins … */
      hoursBefore?: number;
      /** … this percentage of the total is refunded */
      refundPercent: number;
    };
    /** What is refunded until when: in days, or in hours */
    CancellationTierInput: {
      /** Until 00:00, this many days before the trip's first day … */
      daysBefore?: number;
      /** … or, if present, until this many hours before the trip begins … */
      hoursBefore?: number;
      /** … this percentage of the total is refunded */
      refundPercent: number;
    };
    /** What cancelling an order would refund */
    CancelQuote: {
      /** Whether you can cancel the order now */
      cancellable: boolean;
      /** ISO 4217 */
      currency: string;
      fee: number | null;
      nextChange: components["schemas"]["RefundChange"] | null;
      /** Order identifier: `ORD` and digits */
      orderId: string;
      /** Instant, RFC 3339 in UTC */
      quotedAt: string;
      refund: number | null;
      /** Percentage of the total that is refunded */
      refundPercent: number | null;
      status: components["schemas"]["OrderStatus"];
      /** Decimal amount in `currency` */
      totalAmount: number;
    };
    /** The other side of the order: the studio, or the merchant that ordered */
    Counterparty: {
      /** Its key */
      merchantKey: string;
      /** Its name */
      name: string;
    };
    /** An app_secret, without the secret */
    Credential: {
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** Number of an app_secret, as credential/list shows it */
      credentialId: string;
      /** This request's token was issued for it */
      isCurrent: boolean;
      kind: components["schemas"]["CredentialKind"];
      /** What an operator calls it */
      label: string | null;
      lastUsedAt: string | null;
      /** The only products that an OCTO key sees */
      products: string[] | null;
      /** Requests with its tokens must be signed */
      requireSignature: boolean;
      revokedAt: string | null;
      rotatedFrom: string | null;
      /** The scopes that it can be used for */
      scopes: components["schemas"]["Scope"][];
      status: components["schemas"]["CredentialStatus"];
      validUntil: string | null;
    };
    /** `app_secret` gets tokens */
    CredentialKind: "app_secret" | "octo_key";
    /** Your app_secrets */
    CredentialList: {
      /** The valid ones, then the latest hundred others */
      list: components["schemas"]["Credential"][];
    };
    /** What was revoked */
    CredentialRevoked: {
      /** The ones that this request revoked */
      revoked: string[];
    };
    /** Why it is revoked */
    CredentialRevokeRequest: {
      /** It has leaked: all app_secrets rotated from it, directly or indirectly, are revoked too */
      compromised?: boolean;
    };
    /** The new app_secret, shown once */
    CredentialRotated: {
      /** Merchant key */
      clientId: string;
      /** The new app_secret */
      clientSecret: string;
      /** Number of an app_secret, as credential/list shows it */
      credentialId: string;
      previousValidUntil: string | null;
      validUntil: string | null;
    };
    /** How the app_secret in use is replaced */
    CredentialRotateRequest: {
      /** The app_secret that the token was issued for */
      clientSecret?: string;
      /** The app_secret in use has leaked: all app_secrets rotated from it are revoked too */
      compromised?: boolean;
      /** Seconds for which the app_secret in use stays valid */
      overlapSeconds: number;
    };
    /** Whether it can be used */
    CredentialStatus: "valid" | "expired" | "revoked";
    /** Both days included */
    DateRange: {
      /** Calendar day, `YYYY-MM-DD` */
      endDate: string;
      /** Calendar day, `YYYY-MM-DD` */
      startDate: string;
    };
    /** Another price of a whole day, if all of its conditions are met: dates and weekdays by each day, the others by the trip */
    DayRate: components["schemas"]["RateConditions"] & {
      /** Number of days of a trip */
      maxDays?: number;
      /** Number of days of a trip */
      minDays?: number;
      /** Shown with the price */
      name: string;
      /** Price of the day, decimal */
      price: number;
    };
    /** Another price of a whole day, if all of its conditions are met: dates and weekdays by each day, the others by the trip */
    DayRateInput: {
      agencies?: components["schemas"]["AgencyKeys"];
      /** Calendar day, `YYYY-MM-DD` */
      bookedFrom?: string;
      /** Calendar day, `YYYY-MM-DD` */
      bookedUntil?: string;
      /** Calendar day, `YYYY-MM-DD` */
      endDate?: string;
      /** Number of days of a trip */
      maxDays?: number;
      /** Booked at most this many days ahead */
      maxDaysBefore?: number;
      /** Number of guests in one party */
      maxGuests?: number;
      /** Number of days of a trip */
      minDays?: number;
      /** Booked at least this many days ahead */
      minDaysBefore?: number;
      /** Number of guests in one party */
      minGuests?: number;
      /** Shown with the price */
      name: string;
      /** Price of the day, decimal */
      price: number;
      /** Calendar day, `YYYY-MM-DD` */
      startDate?: string;
      weekdays?: components["schemas"]["RateWeekdays"];
    };
    /** `available`: the whole day is free */
    DayState: "available" | "partly" | "booked" | "closed" | "past";
    /** `adjusted`: corrected by a line of a later statement */
    DisputeOutcome: "rejected" | "adjusted";
    /** The objection as it was then */
    DisputeSnapshot: {
      /** Decimal, in your favour, if one was posted */
      amount: number | null;
      /** ISO 4217 */
      currency: string;
      /** Line identifier: `LIN` and digits */
      lineId: string;
      outcome: components["schemas"]["DisputeOutcome"] | null;
      /** The merchant's reason, or the operator's answer */
      reason: string;
    };
    /** `adjusted`: corrected by a line of a later statement */
    DisputeStatus: "open" | "rejected" | "adjusted";
    /** Addresses that notifications come from */
    EgressAddresses: {
      /** IP addresses and ranges (CIDR) */
      addresses: string[];
    };
    /** One thing that is wrong with a request */
    ErrorDetail: {
      /** With `already_booked`, `day_off` and `not_on_sale`: the days in question */
      days?: string[];
      /** Why, for people: a sentence, which may change */
      msg: string;
      /** Where: `body.tripDays`, `query.size`, `path.guideId`, `header.…` */
      path: string;
      /** Why, for programs: a word from the table of reasons in the error catalogue */
      reason: string;
      /** With `already_booked`, for a trip of hours: the times in question */
      times?: {
        /** Instant, RFC 3339 in UTC */
        endAt: string;
        /** Instant, RFC 3339 in UTC */
        startAt: string;
      }[];
    };
    /** `*`, a family such as `order.*`, or a type of event */
    EventFilter: "*" | "order.*" | "review.*" | "message.*" | "guide.*" | "settlement.*" | "callback.*" | "merchant.*" | "order.status_changed" | "order.confirmation_due" | "order.changed" | "order.change_requested" | "order.change_declined" | "order.change_withdrawn" | "order.change_expired" | "order.refunded" | "review.created" | "message.received" | "guide.available" | "settlement.issued" | "settlement.disputed" | "settlement.dispute_resolved" | "settlement.adjusted" | "settlement.paid" | "callback.failing" | "callback.paused" | "callback.recovered" | "merchant.verified" | "merchant.refused";
    /** What every event has */
    EventHead: {
      /** The same as `webhook-id` */
      notificationId: string;
      /** Instant, RFC 3339 in UTC */
      occurredAt: string;
      /** Number of the event in the history of its subject */
      sequence: number;
    };
    /** A page of the event feed */
    EventList: {
      /** False: ask again later with `nextCursor` */
      hasMore: boolean;
      list: components["schemas"]["GuidepostEvent"][];
      /** Cursor for the next request */
      nextCursor: string | null;
    };
    /** Type of an event */
    EventType: "order.status_changed" | "order.confirmation_due" | "order.changed" | "order.change_requested" | "order.change_declined" | "order.change_withdrawn" | "order.change_expired" | "order.refunded" | "review.created" | "message.received" | "guide.available" | "settlement.issued" | "settlement.disputed" | "settlement.dispute_resolved" | "settlement.adjusted" | "settlement.paid" | "callback.failing" | "callback.paused" | "callback.recovered" | "merchant.verified" | "merchant.refused";
    /** With fewer guests at `decidedAt`, the start is called off */
    GoesIf: {
      /** Instant, RFC 3339 in UTC */
      decidedAt: string;
      /** Guests of all parties together */
      leastGuests: number;
    };
    /** A start, where the guide is */
    GuaranteedStart: {
      /** Time of the day, `HH:MM`, in the guide's time zone */
      startTime: string;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate: string;
    };
    /** Starts that go ahead however few guests come: `leastGuestsToGo` doesn't apply to them */
    GuaranteedStarts: components["schemas"]["GuaranteedStart"][];
    /** How many guests of one kind come */
    GuestCount: {
      /** How many */
      count: number;
      kind: components["schemas"]["GuestKind"];
    };
    /** How many guests of one kind come */
    GuestCountInput: {
      /** How many */
      count: number;
      kind: components["schemas"]["GuestKind"];
    };
    /** By kind, as in `guestKinds` */
    GuestCountInputs: components["schemas"]["GuestCountInput"][];
    /** By kind */
    GuestCounts: components["schemas"]["GuestCount"][];
    /** Kind of guest */
    GuestKind: "adult" | "youth" | "child" | "infant" | "senior" | "student" | "military";
    /** A kind of guest, and what each of them adds to the price */
    GuestKindOffer: {
      /** What each of these guests adds */
      amount: number;
      kind: components["schemas"]["GuestKind"];
      /** Oldest, in years */
      maxAge?: number;
      /** Youngest, in years */
      minAge?: number;
    };
    /** At most one per guest */
    GuestNames: string[];
    /** What each guest of a kind adds to the price */
    GuestPrice: {
      /** What each of these guests adds */
      amount: number;
      kind: components["schemas"]["GuestKind"];
    };
    /** Null: the number of guests does not change the price */
    GuestSurcharge: {
      /** What this guest and each further one add, per day */
      amountPerDay: number;
      /** The first guest who costs more */
      fromGuest: number;
    };
    /** A guide with all its details */
    Guide: {
      /** What is kept for some agencies */
      allotments?: components["schemas"]["Allotment"][];
      /** Service area */
      area: string;
      /** Days that the studio has blocked */
      blocked: components["schemas"]["DateRange"][];
      cancellationPolicy: components["schemas"]["CancellationPolicy"];
      changeRule: components["schemas"]["OrderChangeRule"];
      /** Hours that the studio has to confirm a new order */
      confirmationHours: number;
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** ISO 4217 */
      currency: string;
      /** Price of a day, decimal */
      dayRate: number;
      /** Other prices of whole days: the first one that applies, otherwise the season's, the weekend's or `dayRate` */
      dayRates?: components["schemas"]["DayRate"][];
      /** What a guest of each kind adds to the price: per day for whole days, otherwise per trip */
      guestKinds: components["schemas"]["GuestKindOffer"][];
      guestSurcharge: components["schemas"]["GuestSurcharge"] | null;
      /** Guide identifier: `G` and digits */
      guideId: string;
      holidays: components["schemas"]["Holidays"] | null;
      /** Orders are confirmed at once */
      instantConfirmation: boolean;
      /**
       * Languages, BCP 47
       *       "pt",
       *       "en"
       *     ]
       */
      languages: string[];
      /** Minimum price of a trip of whole days, decimal */
      leastPrice?: number;
      location: components["schemas"]["GuideLocation"] | null;
      /** Maximum days of a trip of whole days */
      maxDays?: number;
      /** Maximum number of guests */
      maxGuests: number;
      /** Hours that one agency may hold the same time within 30 days without booking it */
      maxHeldHours: number;
      /** Days of the guide that one agency may keep at the same time without a confirmed order */
      maxUnconfirmedDays: number;
      meetingPoint: components["schemas"]["MeetingPoint"] | null;
      /** Minimum days of a trip of whole days */
      minDays?: number;
      /** Minimum guests for whole days */
      minGuests?: number;
      /** Minimum hours between booking and trip */
      minimumNoticeHours: number;
      /** Guide's display name */
      name: string;
      /** A trip gets the one with its `offerCode`, otherwise the first one without a code that applies */
      offers?: components["schemas"]["SpecialOffer"][];
      /** False: only `tripKinds` can be booked */
      offersWholeDays: boolean;
      /** Pictures, the cover first */
      photos: components["schemas"]["Photo"][];
      /** Description of the guide */
      profile: string;
      /** What guests are asked when they book */
      questions: components["schemas"]["Question"][];
      /** Average of all reviews, 1 to 5 */
      rating: number;
      /** Weekdays on which the guide is always off */
      restDays: components["schemas"]["Weekday"][];
      /** Number of all reviews */
      reviewCount: number;
      reviewStatistics: components["schemas"]["ReviewStatistics"];
      /** Seasons with a day rate of their own, both days included */
      seasonalRates: components["schemas"]["SeasonalRate"][];
      /**
       * Every area that the guide serves
       *       "Lisbon",
       *       "Lisbon region"
       *     ]
       */
      serviceAreas: string[];
      /**
       * Services
       *       "city_walk",
       *       "museum"
       *     ]
       */
      serviceTypes: string[];
      status: components["schemas"]["GuideStatus"];
      /** Trips that are no longer sold */
      stopSales?: components["schemas"]["StopSale"][];
      /** Bookable days of the next 90 days in the guide's time zone */
      timeSlots: components["schemas"]["DateRange"][];
      /** IANA time zone */
      timeZone: string;
      /** Trips of hours that can be booked by their `tripKindId` */
      tripKinds: components["schemas"]["TripKind"][];
      /** Instant, RFC 3339 in UTC */
      updatedAt: string;
      /** Counts the studio's changes of the guide */
      version: number;
      visibility: components["schemas"]["GuideVisibility"];
      /** Minutes for which time that becomes free is held for the first agency on the waitlist */
      waitlistWindowMinutes?: number;
      weekendRate: components["schemas"]["WeekendRate"] | null;
    };
    /** When a guide works */
    GuideAvailability: {
      /** Days that the studio has blocked */
      blocked: components["schemas"]["DateRange"][];
      holidays: components["schemas"]["Holidays"] | null;
      /** Weekdays on which the guide is always off */
      restDays: components["schemas"]["Weekday"][];
      /** Bookable days of the next 90 days in the guide's time zone */
      timeSlots: components["schemas"]["DateRange"][];
      /** Counts the studio's changes of the guide */
      version: number;
    };
    /** When the guide works */
    GuideAvailabilityUpdate: {
      /** Replaces every blocked range */
      blocked?: components["schemas"]["DateRange"][];
      holidays?: components["schemas"]["Holidays"] | null;
      /**
       * Weekdays on which the guide is always off
       *       "monday"
       *     ]
       */
      restDays?: components["schemas"]["Weekday"][];
    };
    /** The time that you are waiting for has become free: it is held for you (`holdId`), or the first to book gets it */
    GuideAvailableEvent: components["schemas"]["EventHead"] & {
      /** Entry identifier: `WTL` and digits */
      entryId: string;
      /** Instant, RFC 3339 in UTC */
      expiresAt?: string;
      /** Number of guests */
      guestCount: number;
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** Hold identifier: `HLD` and digits */
      holdId?: string;
      /** `HH:MM` in the guide's time zone */
      startTime: string | null;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate: string;
      /** Number of days */
      tripDays: number;
      /** Null for whole days */
      tripKindId: string | null;
      type: "guide.available";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "guide.available";
    };
    /** The days of a guide */
    GuideCalendar: {
      /** ISO 4217 */
      currency: string;
      /** Every day of the range, in order */
      days: components["schemas"]["CalendarDay"][];
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** IANA time zone */
      timeZone: string;
    };
    /** The days of several guides */
    GuideCalendarList: {
      /** In the order of `guideIds` */
      list: components["schemas"]["GuideCalendar"][];
      /** The guides that guide/detail would refuse, with its code */
      refused: components["schemas"]["RefusedGuide"][];
    };
    /** A guide that has changed */
    GuideChange: {
      /** True: it was deleted, or you may no longer see it */
      deleted: boolean;
      /** The guide as it is now */
      guide?: components["schemas"]["GuideSummary"];
      /** Guide identifier: `G` and digits */
      guideId: string;
    };
    /** A page of changed guides */
    GuideChangeList: {
      /** True: ask again at once */
      hasMore: boolean;
      /** Each guide once, however often it changed */
      list: components["schemas"]["GuideChange"][];
      /** Cursor for the next request */
      nextCursor: string;
    };
    /** A new guide */
    GuideCreate: {
      /** What is kept for some agencies */
      allotments?: components["schemas"]["AllotmentInput"][];
      /** Main service area */
      area: string;
      /**
       *       "preset": "moderate"
       *     }
       */
      cancellationPolicy?: components["schemas"]["CancellationPolicyInput"];
      /** @default consent */
      changeRule?: components["schemas"]["OrderChangeRule"];
      /** Hours that you have to confirm an order */
      confirmationHours?: number;
      /** ISO 4217 */
      currency: string;
      /** Price of a day, decimal */
      dayRate: number;
      /** Other prices of whole days: the first one that applies, otherwise the season's, the weekend's or `dayRate` */
      dayRates?: components["schemas"]["DayRateInput"][];
      /** What a guest of each kind adds to the price: per day for whole days, otherwise per trip */
      guestKinds?: components["schemas"]["GuestKindOffer"][];
      /** @default null */
      guestSurcharge?: components["schemas"]["GuestSurcharge"] | null;
      /** Orders are confirmed at once */
      instantConfirmation?: boolean;
      /**
       * Registered languages, BCP 47
       *       "pt",
       *       "en"
       *     ]
       */
      languages: string[];
      /** Minimum price of a trip of whole days, decimal */
      leastPrice?: number | null;
      /** @default null */
      location?: components["schemas"]["GuideLocation"] | null;
      /** Maximum days of a trip of whole days */
      maxDays?: number | null;
      /** Maximum number of guests */
      maxGuests: number;
      /** Hours that one agency may hold the same time within 30 days without booking it */
      maxHeldHours?: number;
      /** Days of the guide that one agency may keep at the same time without a confirmed order */
      maxUnconfirmedDays?: number;
      /** @default null */
      meetingPoint?: components["schemas"]["MeetingPointInput"] | null;
      /** Minimum days of a trip of whole days */
      minDays?: number | null;
      /** Minimum guests for whole days */
      minGuests?: number | null;
      /** Minimum hours between booking and trip */
      minimumNoticeHours?: number;
      /** Guide's display name */
      name: string;
      /** A trip gets the one with its `offerCode`, otherwise the first one without a code that applies */
      offers?: components["schemas"]["SpecialOfferInput"][];
      /** False: only `tripKinds` can be booked */
      offersWholeDays?: boolean;
      /** Pictures, the cover first */
      photos?: components["schemas"]["PhotoInput"][];
      /** Description of the guide */
      profile?: string;
      /** What guests are asked when they book */
      questions?: components["schemas"]["QuestionInput"][];
      /** Seasons with a day rate of their own, both days included */
      seasonalRates?: components["schemas"]["SeasonalRate"][];
      /** Every area that the guide serves */
      serviceAreas?: string[];
      /**
       * Services: accessible, archaeology, architecture, art, beach, birdwatching, boat, business, city_walk, climbing, cooking, cycling, day_trip, diving, driver_guide, family, fishing, food, gardens, hiking, history, horse_riding, interpreting, kayaking, literature, market, museum, music, nature, nightlife, photography, religious_sites, school_groups, shopping, shore_excursion, skiing, surfing, transfer, walking, wildlife, wine
       *       "city_walk",
       *       "museum"
       *     ]
       */
      serviceTypes: string[];
      /** @default active */
      status?: components["schemas"]["GuideStatus"];
      /** Trips that are no longer sold */
      stopSales?: components["schemas"]["StopSaleInput"][];
      /** IANA time zone */
      timeZone: string;
      /** Trips of hours that can be booked by their `tripKindId` */
      tripKinds?: components["schemas"]["TripKindInput"][];
      /** @default public */
      visibility?: components["schemas"]["GuideVisibility"];
      /** Minutes for which time that becomes free is held for the first agency on the waitlist */
      waitlistWindowMinutes?: number | null;
      /** @default null */
      weekendRate?: components["schemas"]["WeekendRate"] | null;
    };
    /** The guide was deleted */
    GuideDeleted: {
      deleted: true;
      /** Guide identifier: `G` and digits */
      guideId: string;
    };
    /** A page of guides */
    GuideList: {
      list: components["schemas"]["GuideSummary"][];
      /** Number of matching guides */
      total: number;
    };
    /** The guide's location on a map */
    GuideLocation: {
      /** Degrees north */
      latitude: number;
      /** Degrees east */
      longitude: number;
    };
    /** The same JSON as the event's notification */
    GuidepostEvent: components["schemas"]["OrderStatusChangedEvent"] | components["schemas"]["OrderConfirmationDueEvent"] | components["schemas"]["OrderChangedEvent"] | components["schemas"]["OrderChangeRequestedEvent"] | components["schemas"]["OrderChangeDeclinedEvent"] | components["schemas"]["OrderChangeWithdrawnEvent"] | components["schemas"]["OrderChangeExpiredEvent"] | components["schemas"]["OrderRefundedEvent"] | components["schemas"]["ReviewCreatedEvent"] | components["schemas"]["MessageReceivedEvent"] | components["schemas"]["GuideAvailableEvent"] | components["schemas"]["SettlementIssuedEvent"] | components["schemas"]["SettlementDisputedEvent"] | components["schemas"]["SettlementDisputeResolvedEvent"] | components["schemas"]["SettlementAdjustedEvent"] | components["schemas"]["SettlementPaidEvent"] | components["schemas"]["CallbackFailingEvent"] | components["schemas"]["CallbackPausedEvent"] | components["schemas"]["CallbackRecoveredEvent"] | components["schemas"]["MerchantVerifiedEvent"] | components["schemas"]["MerchantRefusedEvent"];
    /** What guests say about a guide */
    GuideReview: {
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** 5 is best */
      rating: number;
      /** What the guests say */
      text: string;
    };
    /** A page of reviews */
    GuideReviewList: {
      /** The newest first */
      list: components["schemas"]["GuideReview"][];
      /** Cursor of the next page */
      nextCursor: string | null;
    };
    /** Only an `active` guide can be booked */
    GuideStatus: "active" | "paused" | "retired";
    /** A guide, as lists show it */
    GuideSummary: {
      /** Service area */
      area: string;
      coverPhoto: components["schemas"]["Photo"] | null;
      /** ISO 4217 */
      currency: string;
      /** Price of a day, decimal */
      dayRate: number;
      /** Distance from `near`, if given */
      distanceKm?: number;
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** Orders are confirmed at once */
      instantConfirmation: boolean;
      /**
       * Languages, BCP 47
       *       "pt",
       *       "en"
       *     ]
       */
      languages: string[];
      location: components["schemas"]["GuideLocation"] | null;
      /** Maximum number of guests */
      maxGuests: number;
      /** Guide's display name */
      name: string;
      /** Average of all reviews, 1 to 5 */
      rating: number;
      /** Number of all reviews */
      reviewCount: number;
      status: components["schemas"]["GuideStatus"];
      /** IANA time zone */
      timeZone: string;
      /** Instant, RFC 3339 in UTC */
      updatedAt: string;
    };
    /** What to change about a guide */
    GuideUpdate: {
      /** What is kept for some agencies */
      allotments?: components["schemas"]["AllotmentInput"][];
      /** Main service area */
      area?: string;
      cancellationPolicy?: components["schemas"]["CancellationPolicyInput"];
      changeRule?: components["schemas"]["OrderChangeRule"];
      /** Hours that you have to confirm an order */
      confirmationHours?: number;
      /** ISO 4217 */
      currency?: string;
      /** Price of a day, decimal */
      dayRate?: number;
      /** Other prices of whole days: the first one that applies, otherwise the season's, the weekend's or `dayRate` */
      dayRates?: components["schemas"]["DayRateInput"][];
      /** What a guest of each kind adds to the price: per day for whole days, otherwise per trip */
      guestKinds?: components["schemas"]["GuestKindOffer"][];
      guestSurcharge?: components["schemas"]["GuestSurcharge"] | null;
      /** Orders are confirmed at once */
      instantConfirmation?: boolean;
      /**
       * Registered languages, BCP 47
       *       "pt",
       *       "en"
       *     ]
       */
      languages?: string[];
      /** Minimum price of a trip of whole days, decimal */
      leastPrice?: number | null;
      location?: components["schemas"]["GuideLocation"] | null;
      /** Maximum days of a trip of whole days */
      maxDays?: number | null;
      /** Maximum number of guests */
      maxGuests?: number;
      /** Hours that one agency may hold the same time within 30 days without booking it */
      maxHeldHours?: number;
      /** Days of the guide that one agency may keep at the same time without a confirmed order */
      maxUnconfirmedDays?: number;
      meetingPoint?: components["schemas"]["MeetingPointInput"] | null;
      /** Minimum days of a trip of whole days */
      minDays?: number | null;
      /** Minimum guests for whole days */
      minGuests?: number | null;
      /** Minimum hours between booking and trip */
      minimumNoticeHours?: number;
      /** Guide's display name */
      name?: string;
      /** A trip gets the one with its `offerCode`, otherwise the first one without a code that applies */
      offers?: components["schemas"]["SpecialOfferInput"][];
      /** False: only `tripKinds` can be booked */
      offersWholeDays?: boolean;
      /** Pictures, the cover first */
      photos?: components["schemas"]["PhotoInput"][];
      /** Description of the guide */
      profile?: string;
      /** What guests are asked when they book */
      questions?: components["schemas"]["QuestionInput"][];
      /** Seasons with a day rate of their own, both days included */
      seasonalRates?: components["schemas"]["SeasonalRate"][];
      /** Every area that the guide serves */
      serviceAreas?: string[];
      /**
       * Services, as in `GuideCreate`
       *       "city_walk",
       *       "museum"
       *     ]
       */
      serviceTypes?: string[];
      status?: components["schemas"]["GuideStatus"];
      /** Trips that are no longer sold */
      stopSales?: components["schemas"]["StopSaleInput"][];
      /** IANA time zone */
      timeZone?: string;
      /** Trips of hours that can be booked by their `tripKindId` */
      tripKinds?: components["schemas"]["TripKindInput"][];
      visibility?: components["schemas"]["GuideVisibility"];
      /** Minutes for which time that becomes free is held for the first agency on the waitlist */
      waitlistWindowMinutes?: number | null;
      weekendRate?: components["schemas"]["WeekendRate"] | null;
    };
    /** `partners`: only the owning studio and its partners see the guide */
    GuideVisibility: "public" | "partners";
    /** The process is alive */
    Health: {
      /** The process answers */
      status: "alive";
    };
    /** A guide's time that is held for you, at its price */
    Hold: {
      cancellationPolicy: components["schemas"]["CancellationPolicy"];
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** ISO 4217 */
      currency: string;
      /** Null for whole days */
      durationMinutes: number | null;
      /** Entry identifier: `WTL` and digits */
      entryId?: string;
      /** Instant, RFC 3339 in UTC */
      expiresAt: string;
      goesIf?: components["schemas"]["GoesIf"];
      /** Number of guests */
      guestCount: number;
      guests: components["schemas"]["GuestCounts"];
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** Hold identifier: `HLD` and digits */
      holdId: string;
      /** An order from it is confirmed at once */
      instantConfirmation: boolean;
      /** Language tag, BCP 47 */
      language: string | null;
      meetingPoint: components["schemas"]["MeetingPoint"] | null;
      /** Code of an offer of the guide */
      offerCode?: string;
      /** The order that was placed from it */
      orderId: string | null;
      priceBreakdown: components["schemas"]["PriceBreakdown"];
      /** `HH:MM` where the guide is */
      startTime: string | null;
      status: components["schemas"]["HoldStatus"];
      /** IANA time zone */
      timeZone: string;
      /** Decimal amount in `currency` */
      totalAmount: number;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate: string;
      /** Number of days */
      tripDays: number;
      /** Instant, RFC 3339 in UTC */
      tripEndAt: string;
      /** Null for whole days */
      tripKindId: string | null;
      /** As it was when booked */
      tripKindName: string | null;
      /** Instant, RFC 3339 in UTC */
      tripStartAt: string;
    };
    /** What to change about a hold */
    HoldChangeRequest: {
      /** What you expect to pay, in the guide's currency */
      expectedTotal?: number;
      /** Number of guests */
      guestCount?: number;
      guests?: components["schemas"]["GuestCountInputs"];
      /** Language tag, BCP 47 */
      language?: string | null;
      offerCode?: string | null;
      /** Time of the day, `HH:MM`, in the guide's time zone */
      startTime?: string;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate?: string;
      /** Number of days */
      tripDays?: number;
      /** One of `tripKinds`: a trip of hours */
      tripKindId?: string | null;
    };
    /** What to hold, and for how long */
    HoldCreate: {
      /** What you expect to pay, in the guide's currency */
      expectedTotal?: number;
      /** Required unless `guests` is there */
      guestCount?: number;
      guests?: components["schemas"]["GuestCountInputs"];
      /** Guide identifier: `G` and digits */
      guideId?: string;
      /** Seconds from now */
      holdSeconds?: number;
      /** One of the guide's `languages` */
      language?: string;
      /** Code of an offer of the guide */
      offerCode?: string;
      /** Holds the trip of this quote, at its price */
      quoteId?: string;
      /** Time of the day, `HH:MM`, in the guide's time zone */
      startTime?: string;
      /** First day, in the guide's time zone */
      tripDate?: string;
      /** Required unless `tripKindId` is there */
      tripDays?: number;
      /** One of `tripKinds`: a trip of hours */
      tripKindId?: string;
    };
    /** How long to extend it */
    HoldExtendRequest: {
      /** Seconds from now */
      holdSeconds?: number;
    };
    /** A page of holds */
    HoldList: {
      list: components["schemas"]["Hold"][];
      /** Null on the last page */
      nextCursor: string | null;
    };
    /** `held` until it is `booked` (an order was placed from it), `released`, or `expired` */
    HoldStatus: "held" | "booked" | "released" | "expired";
    /** Country whose public holidays the guide takes off */
    Holidays: {
      /** ISO 3166-1 alpha-2 */
      country: string;
      /** The part of the ISO 3166-2 code after the hyphen */
      region?: string;
    };
    /** A public key */
    JsonWebKey: {
      /** Algorithm, `EdDSA` */
      alg: string;
      /** Curve, `Ed25519` */
      crv: string;
      /** Key id: the `kid` of the tokens that it signed */
      kid: string;
      /** Key type, `OKP` */
      kty: string;
      /** `sig` */
      use: string;
      /** The public key, base64url */
      x: string;
    };
    /** Public keys (RFC 7517) */
    JsonWebKeySet: {
      keys: components["schemas"]["JsonWebKey"][];
    };
    /** Where guide and guests meet */
    MeetingPoint: {
      /** WGS 84 */
      latitude?: number;
      /** WGS 84 */
      longitude?: number;
      /** Where guide and guests meet */
      text: string;
    };
    /** Where guide and guests meet */
    MeetingPointInput: {
      /** WGS 84 */
      latitude?: number;
      /** WGS 84 */
      longitude?: number;
      /** Where guide and guests meet */
      text: string;
    };
    /** An operator refused you */
    MerchantRefusedEvent: components["schemas"]["EventHead"] & {
      /** Yours */
      merchantKey: string;
      /** The operator's reason */
      reason: string | null;
      type: "merchant.refused";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "merchant.refused";
    };
    /** An operator approved you */
    MerchantVerifiedEvent: components["schemas"]["EventHead"] & {
      /** Yours */
      merchantKey: string;
      /** The operator's reason */
      reason: string | null;
      type: "merchant.verified";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "merchant.verified";
    };
    /** A message between the two sides of an order */
    Message: {
      /** The provider that wrote it for you (`On-Behalf-Of`) */
      actedBy: string | null;
      /** Files that came with it */
      attachments: components["schemas"]["MessageAttachment"][];
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** Message identifier: `MSG` and digits */
      messageId: string;
      /** When it was first returned to the other side */
      readAt: string | null;
      sender: components["schemas"]["MessageSender"];
      /** The text */
      text: string;
    };
    /** A file that came with a message */
    MessageAttachment: {
      /** File identifier: `FIL` and digits */
      fileId: string;
      /** The sender's name for it, without characters that file systems don't allow */
      name: string;
      /** Bytes */
      size: number;
      /** Determined by its content */
      type: "application/pdf" | "image/png" | "image/jpeg" | "text/csv";
    };
    /** A new message */
    MessageCreate: {
      /** For the other side */
      text: string;
    };
    /** A page of messages */
    MessageList: {
      list: components["schemas"]["Message"][];
      /** Null on the last page */
      nextCursor: string | null;
    };
    /** The other side of an order wrote to you */
    MessageReceivedEvent: components["schemas"]["EventHead"] & {
      /** Where to read it: a path under the platform's address */
      link: string;
      /** Message identifier: `MSG` and digits */
      messageId: string;
      /** Order identifier: `ORD` and digits */
      orderId: string;
      sender: components["schemas"]["MessageSender"];
      type: "message.received";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "message.received";
    };
    /** The side that wrote it: the merchant that ordered, or the studio */
    MessageSender: "merchant" | "studio";
    /** An amount of money */
    Money: {
      /** Decimal amount in `currency` */
      amount: number;
      /** ISO 4217 */
      currency: string;
    };
    /** A notification, with every attempt to deliver it */
    Notification: {
      acknowledgedAt: string | null;
      /** Every attempt, oldest first */
      attemptLog: components["schemas"]["NotificationAttempt"][];
      /** How often it was sent */
      attempts: number;
      /** Exactly what is sent, byte for byte */
      body: string;
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** Endpoint identifier: `EP` and digits */
      endpointId: string;
      /** Status of the last answer */
      httpStatus: number | null;
      nextAttemptAt: string | null;
      /** The same as `webhook-id` */
      notificationId: string;
      orderId: string | null;
      /** Number of the event in the order's history, or the settlement's */
      sequence: number;
      /** For notifications of a settlement */
      settlementId: string | null;
      status: components["schemas"]["NotificationStatus"];
      type: components["schemas"]["EventType"];
    };
    /** One attempt to deliver a notification */
    NotificationAttempt: {
      /** Milliseconds until the answer */
      durationMs: number;
      error: components["schemas"]["AttemptError"] | null;
      /** Of the answer */
      httpStatus: number | null;
      /** From 1 */
      number: number;
      /** Headers that were sent, your own without their values */
      requestHeaders: {
        [key: string]: string;
      } | null;
      /** The first 1 KiB of the answer */
      responseExcerpt: string | null;
      /** Headers of the answer, long ones cut */
      responseHeaders: {
        [key: string]: string;
      } | null;
      /** The value of `webhook-timestamp` */
      signedAt: string | null;
      /** Instant, RFC 3339 in UTC */
      startedAt: string;
    };
    /** A page of notifications */
    NotificationList: {
      list: components["schemas"]["NotificationSummary"][];
      /** Null on the last page */
      nextCursor: string | null;
    };
    /** `pending`: not acknowledged yet */
    NotificationStatus: "pending" | "acknowledged" | "skipped" | "abandoned" | "unsubscribed";
    /** A notification, as lists show it */
    NotificationSummary: {
      acknowledgedAt: string | null;
      /** How often it was sent */
      attempts: number;
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** Endpoint identifier: `EP` and digits */
      endpointId: string;
      /** Status of the last answer */
      httpStatus: number | null;
      nextAttemptAt: string | null;
      /** The same as `webhook-id` */
      notificationId: string;
      orderId: string | null;
      /** Number of the event in the order's history, or the settlement's */
      sequence: number;
      /** For notifications of a settlement */
      settlementId: string | null;
      status: components["schemas"]["NotificationStatus"];
      type: components["schemas"]["EventType"];
    };
    /** An OCTO key's name, and what it can be used for */
    OctoKeyCreate: {
      /** The app_secret that the token was issued for */
      clientSecret?: string;
      /** Where it is used */
      label: string;
      /** The only products that it sees */
      products?: string[];
      /** Default: all of these that the app_secret has */
      scopes?: ("guide:read" | "order:read" | "order:write")[];
    };
    /** The new OCTO key, shown once */
    OctoKeyCreated: {
      /** Number of an app_secret, as credential/list shows it */
      credentialId: string;
      /** The key */
      octoKey: string;
      /** The only products that it sees */
      products: string[] | null;
      /** What it can be used for */
      scopes: components["schemas"]["Scope"][];
    };
    /** An order, with everything that you can see */
    Order: {
      /** For the studio: null until confirmed */
      answers: components["schemas"]["Answer"][] | null;
      /** The operations that the caller can use on the order in its current state */
      availableActions: components["schemas"]["OrderAction"][];
      cancellationPolicy: components["schemas"]["CancellationPolicy"];
      /** The merchant's own reference */
      clientReference: string | null;
      commission: components["schemas"]["OrderCommission"];
      /** For the studio: null until confirmed */
      contactEmail: string | null;
      /** For the studio: null until the order is confirmed */
      contactName: string | null;
      /** E.164 */
      contactPhone: string | null;
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** ISO 4217 */
      currency: string;
      /** Null for whole days */
      durationMinutes: number | null;
      goesIf?: components["schemas"]["GoesIf"];
      /** Number of guests */
      guestCount: number;
      /** For the studio: null until confirmed */
      guestNames: string[] | null;
      guests: components["schemas"]["GuestCounts"];
      /** Guide identifier: `G` and digits */
      guideId: string;
      history: components["schemas"]["OrderHistoryEntry"][];
      /** Language tag, BCP 47 */
      language: string | null;
      meetingPoint: components["schemas"]["MeetingPoint"] | null;
      nextDeadline: components["schemas"]["OrderDeadline"] | null;
      /** Code of an offer of the guide */
      offerCode?: string;
      /** The change that is waiting for the studio */
      openChange: components["schemas"]["OrderChange"] | null;
      /** Order identifier: `ORD` and digits */
      orderId: string;
      priceBreakdown: components["schemas"]["PriceBreakdown"];
      refund: components["schemas"]["OrderRefund"] | null;
      /** For the studio */
      remark: string | null;
      /** `HH:MM` where the guide is */
      startTime: string | null;
      status: components["schemas"]["OrderStatus"];
      /** The guide's time zone (IANA) */
      timeZone: string;
      /** Decimal amount in `currency` */
      totalAmount: number;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate: string;
      /** Number of days */
      tripDays: number;
      /** Instant, RFC 3339 in UTC */
      tripEndAt: string;
      /** Null for whole days */
      tripKindId: string | null;
      /** As it was when booked */
      tripKindName: string | null;
      /** Instant, RFC 3339 in UTC */
      tripStartAt: string;
    };
    /** An operation that moves the order */
    OrderAction: "confirm" | "reject" | "start" | "complete" | "cancel";
    /** Your reason */
    OrderActionRequest: {
      /** Free text for the other side */
      reason?: string;
    };
    /** A change of an order */
    OrderChange: {
      /** As they are afterwards */
      after: components["schemas"]["OrderChangeMembers"];
      /** The studio's reason for declining */
      answer: string | null;
      /** Until when the studio can accept it */
      answerBy: string | null;
      /** As they were */
      before: components["schemas"]["OrderChangeMembers"];
      /** The part of the price reduction that the cancellation policy doesn't refund */
      changeFee: number;
      /** Identifier of a change: `CHG` and digits */
      changeId: string;
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** ISO 4217 */
      currency: string;
      decidedAt: string | null;
      /** Of `totalAmount` */
      difference: number;
      /** Why it ended without an answer: nobody answered in time, the trip began, the order was cancelled, or a new request replaced it */
      endReason?: ("unanswered" | "trip_started" | "order_cancelled" | "replaced") | null;
      /** Names of all members that it changes */
      fields: string[];
      /** The merchant's reason */
      reason: string | null;
      /** Number of the change's last event in the history */
      sequence: number | null;
      status: components["schemas"]["OrderChangeStatus"];
    };
    /** Which change, and why */
    OrderChangeAnswerRequest: {
      /** Only this change */
      changeId?: string;
      /** Free text for the other side */
      reason?: string;
    };
    /** The studio declined a change */
    OrderChangeDeclinedEvent: components["schemas"]["EventHead"] & {
      change: components["schemas"]["OrderChangeSnapshot"];
      /** The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      /** Order identifier: `ORD` and digits */
      orderId: string;
      reason: components["schemas"]["UnmovedReason"];
      status: components["schemas"]["OrderStatus"];
      type: "order.change_declined";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "order.change_declined";
    };
    /** An order was changed */
    OrderChangedEvent: components["schemas"]["EventHead"] & {
      change: components["schemas"]["OrderChangeSnapshot"];
      /** The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      /** Order identifier: `ORD` and digits */
      orderId: string;
      reason: components["schemas"]["UnmovedReason"];
      status: components["schemas"]["OrderStatus"];
      type: "order.changed";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "order.changed";
    };
    /** The studio did not answer a change in time */
    OrderChangeExpiredEvent: components["schemas"]["EventHead"] & {
      change: components["schemas"]["OrderChangeSnapshot"];
      /** The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      /** Order identifier: `ORD` and digits */
      orderId: string;
      reason: components["schemas"]["UnmovedReason"];
      status: components["schemas"]["OrderStatus"];
      type: "order.change_expired";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "order.change_expired";
    };
    /** All changes of an order */
    OrderChangeList: {
      /** Newest first */
      list: components["schemas"]["OrderChange"][];
    };
    /** Members of the order that the change affects */
    OrderChangeMembers: {
      answers?: components["schemas"]["Answer"][];
      /** The contact person's e-mail address */
      contactEmail?: string | null;
      /** The contact person */
      contactName?: string;
      /** E.164 */
      contactPhone?: string;
      /** Null for whole days */
      durationMinutes?: number | null;
      goesIf?: components["schemas"]["GoesIf"] | null;
      /** Number of guests */
      guestCount?: number;
      /** Names of the guests */
      guestNames?: string[];
      guests?: components["schemas"]["GuestCounts"];
      /** Language tag, BCP 47 */
      language?: string | null;
      meetingPoint?: components["schemas"]["MeetingPoint"] | null;
      /** Code of an offer of the guide */
      offerCode?: string;
      priceBreakdown?: components["schemas"]["PriceBreakdown"];
      /** For the studio */
      remark?: string | null;
      /** `HH:MM` where the guide is */
      startTime?: string | null;
      /** Decimal amount in `currency` */
      totalAmount?: number;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate?: string;
      /** Number of days */
      tripDays?: number;
      /** Instant, RFC 3339 in UTC */
      tripEndAt?: string;
      /** Null for whole days */
      tripKindId?: string | null;
      /** As it was when booked */
      tripKindName?: string | null;
      /** Instant, RFC 3339 in UTC */
      tripStartAt?: string;
    };
    /** What a change would cost */
    OrderChangeQuote: {
      /** Until when the studio could answer a change requested now */
      answerBy: string | null;
      /** The part of the price reduction that the cancellation policy doesn't refund */
      changeFee: number;
      /** For a pending order: by when the studio would have to confirm it */
      confirmBy: string | null;
      /** ISO 4217 */
      currency: string;
      /** Positive: the trip costs more */
      difference: number;
      /** Names of the members that would change */
      fields: string[];
      goesIf?: components["schemas"]["GoesIf"];
      /** Whether the studio has to agree */
      needsConsent: boolean;
      /** The same for programs, as `data.details` of a refusal has it */
      obstacleDetails: components["schemas"]["ErrorDetail"][];
      /** Why not */
      obstacles: string[];
      /** Order identifier: `ORD` and digits */
      orderId: string;
      /** The day from which the cancellation policy counts afterwards */
      policyDate: string;
      /** Whether order/change would take it now */
      possible: boolean;
      /** Decimal amount in `currency` */
      previousTotal: number;
      priceBreakdown: components["schemas"]["PriceBreakdown"];
      /** Instant, RFC 3339 in UTC */
      quotedAt: string;
      /** Percentage of the price reduction that is refunded, as if the order were cancelled now */
      refundPercent: number;
      status: components["schemas"]["OrderStatus"];
      /** Decimal amount in `currency` */
      totalAmount: number;
      /** Instant, RFC 3339 in UTC */
      tripEndAt: string;
      /** Instant, RFC 3339 in UTC */
      tripStartAt: string;
    };
    /** What would change */
    OrderChangeQuoteRequest: {
      answers?: components["schemas"]["AnswerInputs"];
      /** The contact person's e-mail address */
      contactEmail?: string | null;
      /** One line with visible text */
      contactName?: string;
      /** E.164, or the national format of the merchant's country */
      contactPhone?: string;
      /** Number of guests */
      guestCount?: number;
      guestNames?: components["schemas"]["GuestNames"];
      guests?: components["schemas"]["GuestCountInputs"];
      /** Language tag, BCP 47 */
      language?: string | null;
      /** For the studio */
      remark?: string | null;
      /** Time of the day, `HH:MM`, in the guide's time zone */
      startTime?: string;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate?: string;
      /** Number of days */
      tripDays?: number;
      /** One of `tripKinds`: a trip of hours */
      tripKindId?: string | null;
    };
    /** What to change */
    OrderChangeRequest: {
      answers?: components["schemas"]["AnswerInputs"];
      /** The contact person's e-mail address */
      contactEmail?: string | null;
      /** One line with visible text */
      contactName?: string;
      /** E.164, or the national format of the merchant's country */
      contactPhone?: string;
      /** The quote's `totalAmount`: a different price is refused with 40908 */
      expectedTotal?: number;
      /** Number of guests */
      guestCount?: number;
      guestNames?: components["schemas"]["GuestNames"];
      guests?: components["schemas"]["GuestCountInputs"];
      /** Language tag, BCP 47 */
      language?: string | null;
      /** For the studio */
      reason?: string;
      /** For the studio */
      remark?: string | null;
      /** Time of the day, `HH:MM`, in the guide's time zone */
      startTime?: string;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate?: string;
      /** Number of days */
      tripDays?: number;
      /** One of `tripKinds`: a trip of hours */
      tripKindId?: string | null;
    };
    /** The merchant has asked for a change that needs the studio's consent */
    OrderChangeRequestedEvent: components["schemas"]["EventHead"] & {
      change: components["schemas"]["OrderChangeSnapshot"];
      /** The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      /** Order identifier: `ORD` and digits */
      orderId: string;
      reason: components["schemas"]["UnmovedReason"];
      status: components["schemas"]["OrderStatus"];
      type: "order.change_requested";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "order.change_requested";
    };
    /** The change, and the order after it */
    OrderChangeResult: {
      change: components["schemas"]["OrderChange"];
      /** The order as it is now */
      order: components["schemas"]["Order"];
    };
    /** How a confirmed order is changed: by the studio's consent, or at once */
    OrderChangeRule: "consent" | "instant";
    /** A change as it was then, without contact details */
    OrderChangeSnapshot: {
      /** As they are afterwards */
      after: components["schemas"]["OrderChangeSnapshotMembers"];
      /** The studio's reason for declining */
      answer: string | null;
      /** Until when the studio can accept it */
      answerBy: string | null;
      /** As they were */
      before: components["schemas"]["OrderChangeSnapshotMembers"];
      /** The part of the price reduction that the cancellation policy doesn't refund */
      changeFee: number;
      /** Identifier of a change: `CHG` and digits */
      changeId: string;
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** ISO 4217 */
      currency: string;
      decidedAt: string | null;
      /** Of `totalAmount` */
      difference: number;
      /** Why it ended without an answer: nobody answered in time, the trip began, the order was cancelled, or a new request replaced it */
      endReason?: ("unanswered" | "trip_started" | "order_cancelled" | "replaced") | null;
      /** Names of all members that it changes */
      fields: string[];
      /** The merchant's reason */
      reason: string | null;
      /** Number of the change's last event in the history */
      sequence: number | null;
      status: components["schemas"]["OrderChangeStatus"];
    };
    /** Members of the order that the change affects, without contact details */
    OrderChangeSnapshotMembers: {
      /** Null for whole days */
      durationMinutes?: number | null;
      goesIf?: components["schemas"]["GoesIf"] | null;
      /** Number of guests */
      guestCount?: number;
      guests?: components["schemas"]["GuestCounts"];
      /** Language tag, BCP 47 */
      language?: string | null;
      meetingPoint?: components["schemas"]["MeetingPoint"] | null;
      /** Code of an offer of the guide */
      offerCode?: string;
      priceBreakdown?: components["schemas"]["PriceBreakdown"];
      /** `HH:MM` where the guide is */
      startTime?: string | null;
      /** Decimal amount in `currency` */
      totalAmount?: number;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate?: string;
      /** Number of days */
      tripDays?: number;
      /** Instant, RFC 3339 in UTC */
      tripEndAt?: string;
      /** Null for whole days */
      tripKindId?: string | null;
      /** As it was when booked */
      tripKindName?: string | null;
      /** Instant, RFC 3339 in UTC */
      tripStartAt?: string;
    };
    /** `requested`: the studio has to agree */
    OrderChangeStatus: "requested" | "applied" | "declined" | "withdrawn" | "expired";
    /** The merchant withdrew a change */
    OrderChangeWithdrawnEvent: components["schemas"]["EventHead"] & {
      change: components["schemas"]["OrderChangeSnapshot"];
      /** The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      /** Order identifier: `ORD` and digits */
      orderId: string;
      reason: components["schemas"]["UnmovedReason"];
      status: components["schemas"]["OrderStatus"];
      type: "order.change_withdrawn";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "order.change_withdrawn";
    };
    /** The platform's share */
    OrderCommission: {
      /** Decimal amount in `currency` */
      amount: number;
      /** ISO 4217 */
      currency: string;
      /** Basis points */
      rate: number;
    };
    /** To the studio: an order is still waiting for its confirmation */
    OrderConfirmationDueEvent: components["schemas"]["EventHead"] & {
      /** The ordering merchant's own reference */
      clientReference: string | null;
      /** Instant, RFC 3339 in UTC */
      confirmBy: string;
      order: components["schemas"]["OrderSnapshot"];
      /** Order identifier: `ORD` and digits */
      orderId: string;
      /** `half` of the time has passed */
      reminder: "half" | "late";
      type: "order.confirmation_due";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "order.confirmation_due";
    };
    /** A booking */
    OrderCreate: {
      answers?: components["schemas"]["AnswerInputs"];
      /** The merchant's own reference */
      clientReference?: string;
      /** The contact person's e-mail address */
      contactEmail?: string;
      /** One line with visible text */
      contactName: string;
      /** E.164, or the national format of the merchant's country */
      contactPhone: string;
      /** What you expect to pay, in the guide's currency */
      expectedTotal?: number;
      /** Required unless `guests` is there */
      guestCount?: number;
      guestNames?: components["schemas"]["GuestNames"];
      guests?: components["schemas"]["GuestCountInputs"];
      /** Guide identifier: `G` and digits */
      guideId?: string;
      /** Books what this hold keeps, at its price */
      holdId?: string;
      /** One of the guide's `languages` */
      language?: string;
      /** Code of an offer of the guide */
      offerCode?: string;
      /** Books the trip of this quote, at its price */
      quoteId?: string;
      /** For the studio */
      remark?: string;
      /** Time of the day, `HH:MM`, in the guide's time zone */
      startTime?: string;
      /** First day, in the guide's time zone */
      tripDate?: string;
      /** Required unless `tripKindId` is there */
      tripDays?: number;
      /** One of `tripKinds`: a trip of hours */
      tripKindId?: string;
      /** True: refused with 40909 if another of your orders has this `clientReference`, whatever its state */
      uniqueReference?: boolean;
    };
    /** When something happens to the order automatically, and its status then */
    OrderDeadline: {
      /** Instant, RFC 3339 in UTC */
      at: string;
      /** The change that is waiting for the studio, if it is the change that expires: the order stays as it is */
      changeId?: string | null;
      status: components["schemas"]["OrderStatus"];
    };
    /** What happened to an order */
    OrderHistoryEntry: {
      /** The provider that acted for you (`On-Behalf-Of`) */
      actedBy: string | null;
      actor: components["schemas"]["ActorKind"];
      /** Free text from whoever did it */
      note: string | null;
      /** Instant, RFC 3339 in UTC */
      occurredAt: string;
      previousStatus: components["schemas"]["OrderStatus"] | null;
      reason: components["schemas"]["OrderReason"];
      /** Number of the entry, from 1 */
      sequence: number;
      status: components["schemas"]["OrderStatus"];
    };
    /** A page of orders */
    OrderList: {
      list: components["schemas"]["OrderSummary"][];
      /** Null on the last page */
      nextCursor: string | null;
    };
    /** What a trip would cost, and whether it could be booked */
    OrderQuote: {
      /** Whether order/create would take it now */
      available: boolean;
      cancellationPolicy: components["schemas"]["CancellationPolicy"];
      /** What cancelling refunds once the order is confirmed, in chronological order */
      cancellationTerms: components["schemas"]["CancellationTerm"][];
      /** Places of the departure, which several parties share */
      capacity: number | null;
      /** When an order placed now would expire if it is not confirmed */
      confirmBy: string;
      /** ISO 4217 */
      currency: string;
      /** Null for whole days */
      durationMinutes: number | null;
      /** When the quote ends, 15 minutes from now */
      expiresAt: string;
      goesIf?: components["schemas"]["GoesIf"];
      /** Number of guests */
      guestCount: number;
      guests: components["schemas"]["GuestCounts"];
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** True: it would be confirmed at once */
      instantConfirmation: boolean;
      /** Language tag, BCP 47 */
      language: string | null;
      meetingPoint: components["schemas"]["MeetingPoint"] | null;
      /** The same for programs, as `data.details` of a refusal has it */
      obstacleDetails: components["schemas"]["ErrorDetail"][];
      /** Why not */
      obstacles: string[];
      /** Code of an offer of the guide */
      offerCode?: string;
      /** Places that are left */
      placesLeft: number | null;
      priceBreakdown: components["schemas"]["PriceBreakdown"];
      /** Instant, RFC 3339 in UTC */
      quotedAt: string;
      /** Keeps price and cancellation policy for order/create and order/hold until `expiresAt` */
      quoteId: string;
      /** `HH:MM` where the guide is */
      startTime: string | null;
      /** IANA time zone */
      timeZone: string;
      /** Decimal amount in `currency` */
      totalAmount: number;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate: string;
      /** Number of days */
      tripDays: number;
      /** Instant, RFC 3339 in UTC */
      tripEndAt: string;
      /** Null for whole days */
      tripKindId: string | null;
      /** As it was when booked */
      tripKindName: string | null;
      /** Instant, RFC 3339 in UTC */
      tripStartAt: string;
    };
    /** A trip */
    OrderQuoteRequest: {
      /** Required unless `guests` is there */
      guestCount?: number;
      guests?: components["schemas"]["GuestCountInputs"];
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** One of the guide's `languages` */
      language?: string;
      /** Code of an offer of the guide */
      offerCode?: string;
      /** Time of the day, `HH:MM`, in the guide's time zone */
      startTime?: string;
      /** First day, in the guide's time zone */
      tripDate: string;
      /** Required unless `tripKindId` is there */
      tripDays?: number;
      /** One of `tripKinds`: a trip of hours */
      tripKindId?: string;
    };
    /** Reason for what happened */
    OrderReason: "created" | "confirmed_by_studio" | "instant" | "cancelled_by_merchant" | "rejected_by_studio" | "confirmation_expired" | "trip_started" | "started_by_studio" | "withdrawn_by_studio" | "trip_ended" | "completed_by_studio" | "cancelled_by_operator" | "changed_by_merchant" | "change_requested_by_merchant" | "change_accepted_by_studio" | "change_declined_by_studio" | "change_withdrawn_by_merchant" | "change_expired" | "refunded_by_studio";
    /** What the ordering merchant gets back, and what it doesn't */
    OrderRefund: {
      /** Decimal amount in `currency` */
      amount: number;
      /** ISO 4217 */
      currency: string;
      /** Decimal amount in `currency` */
      fee: number;
    };
    /** The studio refunded part of the price */
    OrderRefundedEvent: components["schemas"]["EventHead"] & {
      /** The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      /** Order identifier: `ORD` and digits */
      orderId: string;
      reason: components["schemas"]["UnmovedReason"];
      /** The amount of this refund */
      refunded: components["schemas"]["Money"];
      status: components["schemas"]["OrderStatus"];
      type: "order.refunded";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "order.refunded";
    };
    /** What to refund, and why */
    OrderRefundRequest: {
      /** Decimal, in the order's currency */
      amount: number;
      /** For the merchant */
      reason: string;
    };
    /** The order as it was then, as your side sees it, without contact details and remark */
    OrderSnapshot: {
      /** The operations that the caller can use on the order in its current state */
      availableActions: components["schemas"]["OrderAction"][];
      cancellationPolicy: components["schemas"]["CancellationPolicy"];
      /** The merchant's own reference */
      clientReference: string | null;
      commission: components["schemas"]["OrderCommission"];
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** ISO 4217 */
      currency: string;
      /** Null for whole days */
      durationMinutes: number | null;
      goesIf?: components["schemas"]["GoesIf"];
      /** Number of guests */
      guestCount: number;
      guests: components["schemas"]["GuestCounts"];
      /** Guide identifier: `G` and digits */
      guideId: string;
      history: components["schemas"]["OrderHistoryEntry"][];
      /** Language tag, BCP 47 */
      language: string | null;
      meetingPoint: components["schemas"]["MeetingPoint"] | null;
      nextDeadline: components["schemas"]["OrderDeadline"] | null;
      /** Code of an offer of the guide */
      offerCode?: string;
      /** Order identifier: `ORD` and digits */
      orderId: string;
      priceBreakdown: components["schemas"]["PriceBreakdown"];
      refund: components["schemas"]["OrderRefund"] | null;
      /** `HH:MM` where the guide is */
      startTime: string | null;
      status: components["schemas"]["OrderStatus"];
      /** The guide's time zone (IANA) */
      timeZone: string;
      /** Decimal amount in `currency` */
      totalAmount: number;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate: string;
      /** Number of days */
      tripDays: number;
      /** Instant, RFC 3339 in UTC */
      tripEndAt: string;
      /** Null for whole days */
      tripKindId: string | null;
      /** As it was when booked */
      tripKindName: string | null;
      /** Instant, RFC 3339 in UTC */
      tripStartAt: string;
    };
    /** State of the order */
    OrderStatus: "pending" | "confirmed" | "in_progress" | "completed" | "cancelled";
    /** An order was created, or its status changed */
    OrderStatusChangedEvent: components["schemas"]["EventHead"] & {
      /** The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      /** Order identifier: `ORD` and digits */
      orderId: string;
      previousStatus: components["schemas"]["OrderStatus"] | null;
      reason: components["schemas"]["OrderReason"];
      status: components["schemas"]["OrderStatus"];
      type: "order.status_changed";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "order.status_changed";
    };
    /** An order, as lists show it */
    OrderSummary: {
      /** The merchant's own reference */
      clientReference: string | null;
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** ISO 4217 */
      currency: string;
      /** Number of guests */
      guestCount: number;
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** Order identifier: `ORD` and digits */
      orderId: string;
      status: components["schemas"]["OrderStatus"];
      /** Decimal amount in `currency` */
      totalAmount: number;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate: string;
      /** Number of days */
      tripDays: number;
      /** Time of its last change */
      updatedAt: string;
    };
    /** A merchant that can see your guides for partners */
    Partner: {
      /** Instant, RFC 3339 in UTC */
      linkedAt: string;
      /** The partner's merchant key */
      merchantKey: string;
      /** Its name */
      name: string;
    };
    /** All your partners */
    PartnerList: {
      list: components["schemas"]["Partner"][];
    };
    /** The merchant is no longer a partner */
    PartnerUnlinked: {
      linked: false;
      /** The partner's merchant key */
      merchantKey: string;
    };
    /** Who pays the balance */
    Payer: "platform" | "merchant" | "nobody";
    /** A picture of the guide */
    Photo: {
      /** What it shows */
      caption?: string;
      /** A picture on the web */
      url: string;
    };
    /** A picture of the guide */
    PhotoInput: {
      /** What it shows */
      caption?: string;
      /** A picture on the web */
      url: string;
    };
    /** The amounts sum to `totalAmount` */
    PriceBreakdown: components["schemas"]["PriceLine"][];
    /** A part of a price */
    PriceLine: {
      /** Decimal amount in `currency` */
      amount: number;
      /** Number of days */
      days: number;
      /** Calendar day, `YYYY-MM-DD` */
      endDate: string;
      /** Guest kind of a `guest_rate` */
      guestKind: components["schemas"]["GuestKind"] | null;
      /** Number of guests who pay a surcharge, or the rate of their kind */
      guests: number | null;
      kind: components["schemas"]["PriceLineKind"];
      /** Name of the offer, if this `trip_rate` is a discount */
      offerName?: string;
      /** Name of the rate: for a `trip_rate`, one of the trip kind's `rates` */
      rateName?: string;
      /** Calendar day, `YYYY-MM-DD` */
      startDate: string;
      /** True: this `trip_rate` brings the other lines up to the `leastPrice` */
      toLeastPrice?: boolean;
      /** Per day or per trip, and per guest for a surcharge or a `guest_rate` */
      unitAmount: number;
    };
    /** What the line is for */
    PriceLineKind: "day_rate" | "seasonal_rate" | "weekend_rate" | "trip_rate" | "guest_surcharge" | "guest_rate" | "change_fee";
    /** What guests are asked when they book */
    Question: {
      /** Your name for it */
      questionId: string;
      /** True: bookings without an answer are refused */
      required: boolean;
      /** What guests are asked */
      text: string;
    };
    /** What guests are asked when they book */
    QuestionInput: {
      /** Your name for it */
      questionId: string;
      /** True: bookings without an answer are refused */
      required: boolean;
      /** What guests are asked */
      text: string;
    };
    /** Conditions, all of which must be met */
    RateConditions: {
      /** Merchant keys of the agencies that it is for */
      agencies?: string[];
      /** Calendar day, `YYYY-MM-DD` */
      bookedFrom?: string;
      /** Calendar day, `YYYY-MM-DD` */
      bookedUntil?: string;
      /** Calendar day, `YYYY-MM-DD` */
      endDate?: string;
      /** Booked at most this many days ahead */
      maxDaysBefore?: number;
      /** Number of guests in one party */
      maxGuests?: number;
      /** Booked at least this many days ahead */
      minDaysBefore?: number;
      /** Number of guests in one party */
      minGuests?: number;
      /** Calendar day, `YYYY-MM-DD` */
      startDate?: string;
      weekdays?: components["schemas"]["RateWeekdays"];
    };
    /** Weekdays on which the trip begins */
    RateWeekdays: components["schemas"]["Weekday"][];
    /** Number of reviews for each rating */
    RatingDistribution: {
      /** Number of reviews with this rating */
      1: number;
      /** Number of reviews with this rating */
      2: number;
      /** Number of reviews with this rating */
      3: number;
      /** Number of reviews with this rating */
      4: number;
      /** Number of reviews with this rating */
      5: number;
    };
    /** The process can serve requests */
    Readiness: {
      /** A part that the platform depends on */
      components: {
        /** Whether it answers */
        database: "up" | "away" | "unknown";
        /** Whether it answers */
        temporal: "up" | "away" | "unknown";
      };
    };
    /** `pending`: not acknowledged yet */
    RecoverableStatus: "pending" | "acknowledged" | "skipped" | "abandoned";
    /** A recovery and its progress */
    Recovery: {
      filter: components["schemas"]["RecoveryFilter"];
      finishedAt: string | null;
      /** Recovery identifier: `RCV` and digits */
      recoveryId: string;
      /** Instant, RFC 3339 in UTC */
      requestedAt: string;
      state: components["schemas"]["RecoveryState"];
      /** Notifications that it has taken so far */
      taken: number;
      /** Notifications that were found when it was started */
      total: number;
    };
    /** What to send again */
    RecoveryCreate: {
      /** True: only count them */
      dryRun?: boolean;
      /** Endpoint identifier: `EP` and digits */
      endpointId?: string;
      /** HTTP status of the last answer */
      httpStatus?: number;
      /** Order identifier: `ORD` and digits */
      orderId?: string;
      /** Notifications of events since this instant */
      since: string;
      /** Only in these states */
      statuses?: components["schemas"]["RecoverableStatus"][];
      /** Only for these events */
      types?: components["schemas"]["EventType"][];
      /** Only for events before this instant */
      until?: string;
    };
    /** As it was asked for */
    RecoveryFilter: {
      /** Endpoint identifier: `EP` and digits */
      endpointId?: string;
      /** HTTP status of the last answer */
      httpStatus?: number;
      /** Order identifier: `ORD` and digits */
      orderId?: string;
      /** The earliest instant that was asked for */
      since: string;
      /** Only in these states */
      statuses?: components["schemas"]["RecoverableStatus"][];
      /** Only for these events */
      types?: components["schemas"]["EventType"][];
      /** Only for events before this instant */
      until?: string;
    };
    /** A page of recoveries */
    RecoveryList: {
      list: components["schemas"]["Recovery"][];
      /** Null on the last page */
      nextCursor: string | null;
    };
    /** What the recovery will send */
    RecoveryStarted: {
      /** Of them `abandoned` */
      abandoned: number;
      /** 0 unless `statuses` names them */
      acknowledged: number;
      /** Number of notifications that it takes */
      count: number;
      /** Only counted */
      dryRun: boolean;
      /** Of them `pending` */
      pending: number;
      /** Null if nothing is sent: a dry run, or nothing to send */
      recoveryId: string | null;
      /** Of them `skipped` */
      skipped: number;
    };
    /** `waiting`: not started yet */
    RecoveryState: "waiting" | "running" | "finished" | "cancelled";
    /** When the refund decreases next, and to what */
    RefundChange: {
      /** Instant, RFC 3339 in UTC */
      at: string;
      /** Decimal amount in `currency` */
      fee: number;
      /** Decimal amount in `currency` */
      refund: number;
    };
    /** A guide that guide/detail would refuse */
    RefusedGuide: {
      /** As guide/detail would answer */
      code: 40003 | 40004;
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** For people */
      msg: string;
    };
    /** What guests say about a trip */
    Review: {
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** Order identifier: `ORD` and digits */
      orderId: string;
      /** 5 is best */
      rating: number;
      /** What the guests say */
      text: string;
    };
    /** What the guests say */
    ReviewCreate: {
      /** 5 is best */
      rating: number;
      /** What the guests say */
      text?: string;
    };
    /** The ordering merchant rated a trip */
    ReviewCreatedEvent: components["schemas"]["EventHead"] & {
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** Order identifier: `ORD` and digits */
      orderId: string;
      /** 5 is best */
      rating: number;
      /** What the guests say */
      text: string;
      type: "review.created";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "review.created";
    };
    /** The guide's ratings */
    ReviewStatistics: {
      /** 0 before the first review */
      averageRating: number;
      /** Number of all reviews */
      count: number;
      distribution: components["schemas"]["RatingDistribution"];
    };
    /** The time by your clock */
    SandboxClock: {
      /** Seconds between the two */
      aheadSeconds: number;
      /** How far the clock can be moved now */
      latest: string;
      /** The time for you and for the orders that you placed */
      now: string;
      /** Open orders and holds that have yet to catch up with the clock: not all deadlines that have passed have taken effect */
      ordersBehind: number;
      /** The real time */
      realNow: string;
    };
    /** How far to move the clock: days, hours and minutes, or `until` */
    SandboxClockAdvanceRequest: {
      /** Days of 24 hours */
      days?: number;
      /** Hours */
      hours?: number;
      /** Minutes */
      minutes?: number;
      /** Instant, RFC 3339, later than your clock says */
      until?: string;
    };
    /** What the sandbox was filled with */
    SandboxExamples: {
      /** The last month that is over by the clock of the agency: most trips are in it */
      month: string;
      /** Including those that an earlier request created */
      orderIds: string[];
      /** Your issued statements of that month */
      settlementIds: string[];
    };
    /** What a token can be used for */
    Scope: "guide:read" | "guide:write" | "order:read" | "order:write" | "notification" | "settlement:read" | "settlement:write" | "credential:read" | "credential:rotate" | "credential:revoke";
    /** A season with a day rate of its own, both days included */
    SeasonalRate: {
      /** Price of each of these days */
      dayRate: number;
      /** Calendar day, `YYYY-MM-DD` */
      endDate: string;
      /** Calendar day, `YYYY-MM-DD` */
      startDate: string;
    };
    /** What OAuth 2.0 clients need to know (RFC 8414) */
    ServerMetadata: {
      /** `client_credentials` */
      grant_types_supported: string[];
      /** The platform's address */
      issuer: string;
      /** Where the keys are */
      jwks_uri: string;
      /** None */
      response_types_supported: string[];
      /** What tokens can be used for */
      scopes_supported: string[];
      /** Where the documentation is */
      service_documentation: string;
      /** Where tokens are requested */
      token_endpoint: string;
      /** How credentials are sent */
      token_endpoint_auth_methods_supported: string[];
    };
    /** A statement with its lines */
    Settlement: {
      /** gross − commission: positive is due to you, negative is due from you */
      balance: number;
      closedUntil: string | null;
      /** The platform's share of it */
      commission: number;
      /** ISO 4217 */
      currency: string;
      /** Sum of the lines' gross amounts: a studio's earnings, or, if negative, what the ordering merchant owes */
      gross: number;
      issuedAt: string | null;
      /** Number of lines */
      lineCount: number;
      /** In the order in which they were posted */
      lines: components["schemas"]["SettlementLine"][];
      /** Calendar month in the platform's time zone */
      month: string;
      /** Cursor for more lines */
      nextCursor: string | null;
      paidAt: string | null;
      /** 1, or more if the month was closed before its end, for what came after that */
      part: number;
      payer: components["schemas"]["Payer"];
      /** Reference of the payment */
      paymentReference: string | null;
      /** Statement identifier: `STL` and digits */
      settlementId: string;
      status: components["schemas"]["SettlementStatus"];
      /** The platform's time zone (IANA name), for `month` and `day` */
      timeZone: string;
    };
    /** An operator posted an amount because of a dispute */
    SettlementAdjustedEvent: components["schemas"]["EventHead"] & {
      dispute: components["schemas"]["DisputeSnapshot"];
      previousStatus: components["schemas"]["SettlementStatus"];
      settlement: components["schemas"]["SettlementSnapshot"];
      /** Statement identifier: `STL` and digits */
      settlementId: string;
      status: components["schemas"]["SettlementStatus"];
      type: "settlement.adjusted";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "settlement.adjusted";
    };
    /** A dispute about a line */
    SettlementDispute: {
      /** Instant, RFC 3339 in UTC */
      openedAt: string;
      /** The merchant's reason */
      reason: string;
      /** The operator's answer */
      resolution: string | null;
      resolvedAt: string | null;
      status: components["schemas"]["DisputeStatus"];
    };
    /** You objected to a line */
    SettlementDisputedEvent: components["schemas"]["EventHead"] & {
      dispute: components["schemas"]["DisputeSnapshot"];
      previousStatus: components["schemas"]["SettlementStatus"];
      settlement: components["schemas"]["SettlementSnapshot"];
      /** Statement identifier: `STL` and digits */
      settlementId: string;
      status: components["schemas"]["SettlementStatus"];
      type: "settlement.disputed";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "settlement.disputed";
    };
    /** Which line you object to, and why */
    SettlementDisputeRequest: {
      /** Line identifier: `LIN` and digits */
      lineId: string;
      /** What is wrong with it */
      reason: string;
    };
    /** An operator answered */
    SettlementDisputeResolvedEvent: components["schemas"]["EventHead"] & {
      dispute: components["schemas"]["DisputeSnapshot"];
      previousStatus: components["schemas"]["SettlementStatus"];
      settlement: components["schemas"]["SettlementSnapshot"];
      /** Statement identifier: `STL` and digits */
      settlementId: string;
      status: components["schemas"]["SettlementStatus"];
      type: "settlement.dispute_resolved";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "settlement.dispute_resolved";
    };
    /** A statement was issued and is to be paid */
    SettlementIssuedEvent: components["schemas"]["EventHead"] & {
      previousStatus: components["schemas"]["SettlementStatus"];
      settlement: components["schemas"]["SettlementSnapshot"];
      /** Statement identifier: `STL` and digits */
      settlementId: string;
      status: components["schemas"]["SettlementStatus"];
      type: "settlement.issued";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "settlement.issued";
    };
    /** For which month */
    SettlementIssueRequest: {
      /** Default: the first month with something to settle */
      month?: string;
    };
    /** A line of a statement */
    SettlementLine: {
      /** gross − commission */
      amount: number;
      /** Of the order */
      clientReference: string | null;
      /** The platform's commission */
      commission: number;
      /** Basis points, as agreed when the order was placed */
      commissionRate: number | null;
      counterparty: components["schemas"]["Counterparty"] | null;
      /** Day of `occurredAt` in the statement's time zone */
      day: string;
      dispute: components["schemas"]["SettlementDispute"] | null;
      /** Positive: earned */
      gross: number;
      /** Of the guide */
      guideId: string | null;
      kind: components["schemas"]["SettlementLineKind"];
      /** Line identifier: `LIN` and digits */
      lineId: string;
      /** Instant, RFC 3339 in UTC */
      occurredAt: string;
      /** Of the order */
      orderId: string | null;
      /** Reason of a manual correction */
      reason: string | null;
      /** First day of the trip */
      tripDate: string | null;
    };
    /** What the line is for */
    SettlementLineKind: "completed" | "cancellation_fee" | "refund" | "adjustment" | "reversal" | "payment";
    /** A page of statements */
    SettlementList: {
      list: components["schemas"]["SettlementSummary"][];
      /** Null on the last page */
      nextCursor: string | null;
    };
    /** A statement was paid */
    SettlementPaidEvent: components["schemas"]["EventHead"] & {
      previousStatus: components["schemas"]["SettlementStatus"];
      settlement: components["schemas"]["SettlementSnapshot"];
      /** Statement identifier: `STL` and digits */
      settlementId: string;
      status: components["schemas"]["SettlementStatus"];
      type: "settlement.paid";
    } & {
      /** discriminator enum property added by openapi-typescript */
      type: "settlement.paid";
    };
    /** The proof that the lines of a statement are in the transparency log */
    SettlementProof: {
      /** Signed (c2sp.org/tlog-checkpoint) */
      checkpoint: string | null;
      format: "guidepost-proof/1";
      /** The public key of the log, as at /log/key */
      key: string | null;
      /** All lines, in the order in which they were posted */
      lines: components["schemas"]["SettlementProofLine"][];
      /** What the lines sum to */
      statement: {
        /** gross − commission */
        balance: number;
        /** The platform's share of it */
        commission: number;
        /** ISO 4217 */
        currency: string;
        /** Sum of the lines' gross amounts */
        gross: number;
        /** Number of lines */
        lineCount: number;
        /** Whose statement it is */
        merchantKey: string;
        /** Calendar month in the platform's time zone */
        month: string;
        /** Part of the month, if it was closed before its end */
        part: number;
        /** True: its money is not real */
        sandbox: boolean;
        /** Statement identifier: `STL` and digits */
        settlementId: string;
        status: components["schemas"]["SettlementStatus"];
      };
    };
    /** A line with the leaf of its ledger entry */
    SettlementProofLine: {
      /** The leaf's content: JSON on one line, to be hashed as it is */
      facts: string;
      /** The table that the leaf is of */
      kind: "ledger_entry";
      /** Line identifier: `LIN` and digits */
      lineId: string;
      /** Null: the log has no leaf of the entry yet */
      proof: {
        /** Position of the leaf in the log */
        leafIndex: number;
        /** RFC 6962, 2.1.1, in the tree of the checkpoint */
        path: string[];
        /** 16 random bytes of the leaf */
        salt: string;
        /** The commitment to what merchants are not shown */
        withheld: string | null;
      } | null;
      /** The row's id: that of `lineId` */
      rowId: number;
    };
    /** The statements of a month */
    SettlementsIssued: {
      /** The end of the month, or your clock's time if the month isn't over */
      closedUntil: string;
      /** One for each currency */
      list: components["schemas"]["SettlementSummary"][];
      /** Calendar month in the platform's time zone */
      month: string;
    };
    /** The statement as it was then */
    SettlementSnapshot: {
      /** gross − commission: positive is due to you, negative is due from you */
      balance: number;
      closedUntil: string | null;
      /** The platform's share of it */
      commission: number;
      /** ISO 4217 */
      currency: string;
      /** Sum of the lines' gross amounts: a studio's earnings, or, if negative, what the ordering merchant owes */
      gross: number;
      issuedAt: string | null;
      /** Number of lines */
      lineCount: number;
      /** Calendar month in the platform's time zone */
      month: string;
      paidAt: string | null;
      /** 1, or more if the month was closed before its end, for what came after that */
      part: number;
      payer: components["schemas"]["Payer"];
      /** Reference of the payment */
      paymentReference: string | null;
      /** Statement identifier: `STL` and digits */
      settlementId: string;
      status: components["schemas"]["SettlementStatus"];
    };
    /** `open` collects the lines of the current month */
    SettlementStatus: "open" | "issued" | "disputed" | "paid";
    /** A statement, as lists show it */
    SettlementSummary: {
      /** gross − commission: positive is due to you, negative is due from you */
      balance: number;
      closedUntil: string | null;
      /** The platform's share of it */
      commission: number;
      /** ISO 4217 */
      currency: string;
      /** Sum of the lines' gross amounts: a studio's earnings, or, if negative, what the ordering merchant owes */
      gross: number;
      issuedAt: string | null;
      /** Number of lines */
      lineCount: number;
      /** Calendar month in the platform's time zone */
      month: string;
      paidAt: string | null;
      /** 1, or more if the month was closed before its end, for what came after that */
      part: number;
      payer: components["schemas"]["Payer"];
      /** Reference of the payment */
      paymentReference: string | null;
      /** Statement identifier: `STL` and digits */
      settlementId: string;
      status: components["schemas"]["SettlementStatus"];
      /** The platform's time zone (IANA name), for `month` and `day` */
      timeZone: string;
    };
    /** Whether the signature matches, and if not, why */
    SignatureExplanation: {
      /** What we would have signed */
      canonicalString: string;
      differences: components["schemas"]["ErrorDetail"][];
      /** One of your valid app_secrets made this signature */
      matches: boolean;
      /** It matches, its timestamp is fresh and its nonce unused */
      wouldBeAccepted: boolean;
    };
    /** As in Standard Webhooks */
    SignatureScheme: "v1" | "v1a";
    /** A request as you signed it */
    SignatureVerifyRequest: {
      /** The body as text, exactly as sent */
      body?: string;
      /** What you signed */
      canonicalString?: string;
      /** v2: the host that you signed */
      host?: string;
      /** v2: `Idempotency-Key` */
      idempotencyKey?: string;
      /** HTTP method */
      method: string;
      /** `X-Nonce` */
      nonce: string;
      /** v2: `On-Behalf-Of` */
      onBehalfOf?: string;
      /** Path with query, as in the request line */
      path: string;
      /** `X-Signature` */
      signature: string;
      /** `X-Timestamp` */
      timestamp: string;
    };
    /** A discount, if all conditions are met */
    SpecialOffer: components["schemas"]["RateConditions"] & {
      /** Amount off the price, decimal */
      amount?: number;
      /** For the studio only */
      code?: string;
      /** Number of days of a trip */
      maxDays?: number;
      /** Number of days of a trip */
      minDays?: number;
      /** Shown with the price */
      name: string;
      /** Percent off the price */
      percent?: number;
      /** Absent: all */
      tripKindIds?: string[];
      wholeDays?: components["schemas"]["WholeDays"];
    };
    /** A discount, if all conditions are met */
    SpecialOfferInput: {
      agencies?: components["schemas"]["AgencyKeys"];
      /** Amount off the price, decimal */
      amount?: number;
      /** Calendar day, `YYYY-MM-DD` */
      bookedFrom?: string;
      /** Calendar day, `YYYY-MM-DD` */
      bookedUntil?: string;
      /** Code of an offer of the guide */
      code?: string;
      /** Calendar day, `YYYY-MM-DD` */
      endDate?: string;
      /** Number of days of a trip */
      maxDays?: number;
      /** Booked at most this many days ahead */
      maxDaysBefore?: number;
      /** Number of guests in one party */
      maxGuests?: number;
      /** Number of days of a trip */
      minDays?: number;
      /** Booked at least this many days ahead */
      minDaysBefore?: number;
      /** Number of guests in one party */
      minGuests?: number;
      /** Shown with the price */
      name: string;
      /** Percent off the price */
      percent?: number;
      /** Calendar day, `YYYY-MM-DD` */
      startDate?: string;
      tripKindIds?: components["schemas"]["TripKindIds"];
      weekdays?: components["schemas"]["RateWeekdays"];
      wholeDays?: components["schemas"]["WholeDays"];
    };
    /** Trips that are no longer sold, if all conditions are met: dates and weekdays by any of their days */
    StopSale: {
      /** Absent: all */
      agencies?: string[];
      /** Calendar day, `YYYY-MM-DD` */
      endDate?: string;
      /** For yourself only */
      note?: string;
      /** Calendar day, `YYYY-MM-DD` */
      startDate?: string;
      /** Absent: all */
      tripKindIds?: string[];
      weekdays?: components["schemas"]["RateWeekdays"];
      wholeDays?: components["schemas"]["WholeDays"];
    };
    /** Trips that are no longer sold, if all conditions are met: dates and weekdays by any of their days */
    StopSaleInput: {
      agencies?: components["schemas"]["AgencyKeys"];
      /** Calendar day, `YYYY-MM-DD` */
      endDate?: string;
      /** For yourself only */
      note?: string;
      /** Calendar day, `YYYY-MM-DD` */
      startDate?: string;
      tripKindIds?: components["schemas"]["TripKindIds"];
      weekdays?: components["schemas"]["RateWeekdays"];
      wholeDays?: components["schemas"]["WholeDays"];
    };
    /** The request was carried out */
    Success: {
      /** Success */
      code: 200;
      /** For people: `success` */
      msg: string;
    };
    /** A booking for a test, without a hold */
    TestOrderCreate: {
      answers?: components["schemas"]["AnswerInputs"];
      /** The merchant's own reference */
      clientReference?: string;
      /** The contact person's e-mail address */
      contactEmail?: string;
      /** One line with visible text */
      contactName: string;
      /** E.164, or the national format of the merchant's country */
      contactPhone: string;
      /** What you expect to pay, in the guide's currency */
      expectedTotal?: number;
      /** Required unless `guests` is there */
      guestCount?: number;
      guestNames?: components["schemas"]["GuestNames"];
      guests?: components["schemas"]["GuestCountInputs"];
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** One of the guide's `languages` */
      language?: string;
      /** Code of an offer of the guide */
      offerCode?: string;
      /** For the studio */
      remark?: string;
      /** Time of the day, `HH:MM`, in the guide's time zone */
      startTime?: string;
      /** First day, in the guide's time zone */
      tripDate: string;
      /** Required unless `tripKindId` is there */
      tripDays?: number;
      /** One of `tripKinds`: a trip of hours */
      tripKindId?: string;
      /** True: refused with 40909 if another of your orders has this `clientReference`, whatever its state */
      uniqueReference?: boolean;
    };
    /** A token */
    Token: {
      /** Bearer token: a signed JWT (RFC 9068) */
      access_token: string;
      /** Lifetime in seconds */
      expires_in: number;
      token_type: "Bearer";
    };
    /** The token, in the envelope and as in RFC 6749 §5.1 */
    TokenResponse: components["schemas"]["Token"] & components["schemas"]["Success"] & {
      data: components["schemas"]["Token"];
      /** What the token can be used for */
      scope: string;
    };
    /** A trip of hours */
    TripKind: {
      /** Places at each start, which several parties share */
      capacity?: number;
      /** How many hours before a start `leastGuestsToGo` is checked */
      decideHoursBefore?: number;
      /** How long it takes */
      durationMinutes: number;
      guaranteedStarts?: components["schemas"]["GuaranteedStarts"];
      /** Where a kind of guest adds another amount than in the guide's `guestKinds` */
      guestPrices?: components["schemas"]["GuestPrice"][];
      /** Minimum guests of all parties of a start together */
      leastGuestsToGo?: number;
      /** Minimum price of the trip, decimal, whatever the rate and the guests */
      leastPrice?: number;
      /** Fewer than the guide's */
      maxGuests?: number;
      meetingPoint?: components["schemas"]["MeetingPoint"];
      /** Number of guests in one party */
      minGuests?: number;
      /** What merchants show */
      name: string;
      /** Price of the trip, decimal */
      price: number;
      /** Other prices: the first one that applies, otherwise `price` */
      rates?: components["schemas"]["TripRate"][];
      /**
       * Times at which it can begin
       *       "09:00",
       *       "14:00"
       *     ]
       */
      startTimes: string[];
      /** Your name for it */
      tripKindId: string;
    };
    /** Of `tripKinds` */
    TripKindIds: string[];
    /** A trip of hours */
    TripKindInput: {
      /** Places at each start, which several parties share */
      capacity?: number;
      /** How many hours before a start `leastGuestsToGo` is checked */
      decideHoursBefore?: number;
      /** How long it takes */
      durationMinutes: number;
      guaranteedStarts?: components["schemas"]["GuaranteedStarts"];
      /** Where a kind of guest adds another amount than in the guide's `guestKinds` */
      guestPrices?: components["schemas"]["GuestPrice"][];
      /** Minimum guests of all parties of a start together */
      leastGuestsToGo?: number;
      /** Minimum price of the trip, decimal, whatever the rate and the guests */
      leastPrice?: number;
      /** Fewer than the guide's */
      maxGuests?: number;
      meetingPoint?: components["schemas"]["MeetingPointInput"];
      /** Number of guests in one party */
      minGuests?: number;
      /** What merchants show */
      name: string;
      /** Price of the trip, decimal */
      price: number;
      /** Other prices: the first one that applies, otherwise `price` */
      rates?: components["schemas"]["TripRateInput"][];
      /**
       * Times at which it can begin
       *       "09:00",
       *       "14:00"
       *     ]
       */
      startTimes: string[];
      /** Your name for it */
      tripKindId: string;
    };
    /** When a trip of hours can begin */
    TripKindTimes: {
      /**
       * For a trip that several parties share: the places left at each of `startTimes`
       *       12,
       *       4
       *     ]
       */
      placesLeft?: number[];
      /** `HH:MM` */
      startTimes: string[];
      /** The guide's own name for the trip */
      tripKindId: string;
    };
    /** Another price of a trip kind, if all of its conditions are met */
    TripRate: components["schemas"]["RateConditions"] & {
      /** Where a kind of guest adds another amount */
      guestPrices?: components["schemas"]["GuestPrice"][];
      /** Shown with the price */
      name: string;
      /** Price of the trip instead of its own, decimal */
      price: number;
      /** Some of the trip kind's `startTimes` */
      startTimes?: string[];
    };
    /** Another price of a trip kind, if all of its conditions are met */
    TripRateInput: {
      agencies?: components["schemas"]["AgencyKeys"];
      /** Calendar day, `YYYY-MM-DD` */
      bookedFrom?: string;
      /** Calendar day, `YYYY-MM-DD` */
      bookedUntil?: string;
      /** Calendar day, `YYYY-MM-DD` */
      endDate?: string;
      /** Where a kind of guest adds another amount */
      guestPrices?: components["schemas"]["GuestPrice"][];
      /** Booked at most this many days ahead */
      maxDaysBefore?: number;
      /** Number of guests in one party */
      maxGuests?: number;
      /** Booked at least this many days ahead */
      minDaysBefore?: number;
      /** Number of guests in one party */
      minGuests?: number;
      /** Shown with the price */
      name: string;
      /** Price of the trip instead of its own, decimal */
      price: number;
      /** Calendar day, `YYYY-MM-DD` */
      startDate?: string;
      /** Some of the trip kind's `startTimes` */
      startTimes?: string[];
      weekdays?: components["schemas"]["RateWeekdays"];
    };
    /** What happened to it without a change of state */
    UnmovedReason: "changed_by_merchant" | "change_requested_by_merchant" | "change_accepted_by_studio" | "change_declined_by_studio" | "change_withdrawn_by_merchant" | "change_expired" | "refunded_by_studio";
    /** A guide's time that you are waiting for */
    WaitlistEntry: {
      /** Instant, RFC 3339 in UTC */
      createdAt: string;
      /** Entry identifier: `WTL` and digits */
      entryId: string;
      /** Number of guests */
      guestCount: number;
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** `HH:MM` in the guide's time zone */
      startTime: string | null;
      /** When you were last notified that the time is free */
      toldAt: string | null;
      /** Calendar day, `YYYY-MM-DD` */
      tripDate: string;
      /** Number of days */
      tripDays: number;
      /** Null for whole days */
      tripKindId: string | null;
    };
    /** What to wait for */
    WaitlistEntryCreate: {
      /** Guests */
      guestCount?: number;
      /** Guide identifier: `G` and digits */
      guideId: string;
      /** Time of the day, `HH:MM`, in the guide's time zone */
      startTime?: string;
      /** First day, in the guide's time zone */
      tripDate: string;
      /** Required unless `tripKindId` is there */
      tripDays?: number;
      /** One of `tripKinds`: a trip of hours */
      tripKindId?: string;
    };
    /** The entry was deleted */
    WaitlistEntryDeleted: {
      deleted: true;
      /** Entry identifier: `WTL` and digits */
      entryId: string;
    };
    /** A page of entries */
    WaitlistEntryList: {
      list: components["schemas"]["WaitlistEntry"][];
      /** Null on the last page */
      nextCursor: string | null;
    };
    /** Day of the week */
    Weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
    /** Another rate on some weekdays */
    WeekendRate: {
      /** Price of each of these days outside a season */
      dayRate: number;
      weekdays: components["schemas"]["Weekday"][];
    };
    /** True: for whole days, and for `tripKindIds` if there are any */
    WholeDays: boolean;
  };
}
export interface operations {
  getEgressAddresses: {
    responses: {
      /** Default Response */
      200: {
        content: {
          "application/json": components["schemas"]["EgressAddresses"];
        };
      };
    };
  };
  getSigningKeys: {
    responses: {
      /** Default Response */
      200: {
        content: {
          "application/json": components["schemas"]["JsonWebKeySet"];
        };
      };
    };
  };
  getAuthorizationServerMetadata: {
    responses: {
      /** Default Response */
      200: {
        content: {
          "application/json": components["schemas"]["ServerMetadata"];
        };
      };
    };
  };
  checkAlive: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Health"];
        };
      };
    };
  };
  issueToken: {
    responses: {
      /** The token, in the envelope and as in RFC 6749 §5.1 */
      200: {
        content: {
          "application/json": components["schemas"]["TokenResponse"];
        };
      };
    };
  };
  getCallbackConfig: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackConfig"];
        };
      };
    };
  };
  saveCallbackConfig: {
    requestBody: {
      content: {
        /**
         *       "url": "https://agency.example/guidepost"
         *     }
         */
        "application/json": components["schemas"]["CallbackConfigUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackConfig"];
        };
      };
    };
  };
  createCallbackEndpoint: {
    requestBody: {
      content: {
        /**
         *       "url": "https://agency.example/accounting",
         *       "description": "Accounting",
         *       "eventTypes": [
         *         "settlement.*"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["CallbackEndpointCreate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpointWithSecret"];
        };
      };
    };
  };
  deleteCallbackEndpoint: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpointDeleted"];
        };
      };
    };
  };
  getCallbackEndpoint: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpoint"];
        };
      };
    };
  };
  listCallbackEndpoints: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpointList"];
        };
      };
    };
  };
  pauseCallbackEndpoint: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpoint"];
        };
      };
    };
  };
  resumeCallbackEndpoint: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpoint"];
        };
      };
    };
  };
  rotateCallbackEndpointSecret: {
    requestBody?: {
      content: {
        /**
         *       "overlapSeconds": 3600
         *     }
         */
        "application/json": components["schemas"]["CallbackSecretRotateRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpointWithSecret"];
        };
      };
    };
  };
  testCallbackEndpoint: {
    requestBody?: {
      content: {
        /**
         *       "type": "settlement.issued"
         *     }
         */
        "application/json": components["schemas"]["CallbackEndpointTestRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackTestResult"];
        };
      };
    };
  };
  updateCallbackEndpoint: {
    requestBody: {
      content: {
        /**
         *       "eventTypes": [
         *         "settlement.*",
         *         "order.refunded"
         *       ],
         *       "maxPerSecond": 5
         *     }
         */
        "application/json": components["schemas"]["CallbackEndpointUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpointWithSecret"];
        };
      };
    };
  };
  rotateCallbackSecret: {
    requestBody?: {
      content: {
        /**
         *       "overlapSeconds": 3600
         *     }
         */
        "application/json": components["schemas"]["CallbackSecretRotateRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackConfig"];
        };
      };
    };
  };
  testCallback: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CallbackTestResult"];
        };
      };
    };
  };
  listCredentials: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CredentialList"];
        };
      };
    };
  };
  createOctoKey: {
    requestBody: {
      content: {
        /**
         *       "clientSecret": "sk_made-up-for-this-example",
         *       "label": "Reseller X",
         *       "products": [
         *         "G1001",
         *         "G1002"
         *       ]
         *     }
         */
        "application/json": components["schemas"]["OctoKeyCreate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OctoKeyCreated"];
        };
      };
    };
  };
  revokeCredential: {
    requestBody?: {
      content: {
        /**
         *       "compromised": false
         *     }
         */
        "application/json": components["schemas"]["CredentialRevokeRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CredentialRevoked"];
        };
      };
    };
  };
  rotateCredential: {
    requestBody: {
      content: {
        /**
         *       "clientSecret": "sk_made-up-for-this-example",
         *       "overlapSeconds": 3600
         *     }
         */
        "application/json": components["schemas"]["CredentialRotateRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CredentialRotated"];
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** `nextCursor` of the previous answer */
        cursor?: string;
        /** `now`: nothing from the past, only the cursor to continue from */
        from?: "now";
        /** Order identifier: `ORD` and digits */
        orderId?: string;
        /** Only events that happened from this instant on */
        since?: string;
        /** Items per page */
        size?: number;
        /** Only events of these types or families, separated by commas */
        types?: string;
        /** If there is nothing yet, the answer waits up to this long */
        waitSeconds?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["EventList"];
        };
      };
    };
  };
  setGuideAvailability: {
    requestBody: {
      content: {
        /**
         *       "blocked": [
         *         {
         *           "startDate": "2027-06-14",
         *           "endDate": "2027-06-20"
         *         }
         *       ]
         *     }
         */
        "application/json": components["schemas"]["GuideAvailabilityUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["GuideAvailability"];
        };
      };
    };
  };
  blockGuideDays: {
    /** Both days included */
    requestBody: {
      content: {
        /**
         *       "startDate": "2027-07-01",
         *       "endDate": "2027-07-03"
         *     }
         */
        "application/json": components["schemas"]["DateRange"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["GuideAvailability"];
        };
      };
    };
  };
  getGuideCalendars: {
    parameters: {
      query: {
        /** First day, in each guide's time zone */
        from: string;
        /** Guide identifiers, separated by commas */
        guideIds: string;
        /** Last day */
        to: string;
        /** Include the times at which trips of hours can begin */
        withTimes?: boolean;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["GuideCalendarList"];
        };
      };
    };
  };
  listGuideChanges: {
    parameters: {
      query?: {
        /** `nextCursor` of the previous answer */
        cursor?: string;
        /** Maximum number of guides */
        size?: number;
        /** Only what has changed since this instant */
        updatedSince?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["GuideChangeList"];
        };
      };
    };
  };
  createGuide: {
    requestBody: {
      content: {
        /**
         *       "name": "Katla Björnsdóttir",
         *       "area": "Reykjavik",
         *       "languages": [
         *         "is",
         *         "en"
         *       ],
         *       "serviceTypes": [
         *         "hiking",
         *         "nature"
         *       ],
         *       "dayRate": 240,
         *       "currency": "EUR",
         *       "timeZone": "Atlantic/Reykjavik",
         *       "maxGuests": 6,
         *       "cancellationPolicy": {
         *         "preset": "moderate"
         *       }
         *     }
         */
        "application/json": components["schemas"]["GuideCreate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Guide"];
        };
      };
    };
  };
  deleteGuide: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["GuideDeleted"];
        };
      };
    };
  };
  getGuide: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Guide"];
        };
      };
    };
  };
  listGuides: {
    parameters: {
      query?: {
        /** Guides that serve this area */
        area?: string;
        /** Calendar day, `YYYY-MM-DD` */
        availableFrom?: string;
        /** Calendar day, `YYYY-MM-DD` */
        availableTo?: string;
        /** ISO 4217 */
        currency?: string;
        /** Guides with a trip for a party of this size */
        guests?: number;
        /** Guides with instant confirmation, or without */
        instantConfirmation?: boolean;
        /** Guides that speak this language, BCP 47 */
        language?: string;
        /** Guides whose `dayRate` is at most this */
        maxPrice?: number;
        /** Guides whose `dayRate` is at least this */
        minPrice?: number;
        /** Guides with at least this rating */
        minRating?: number;
        /** Guides around this place: latitude and longitude in degrees, WGS 84 */
        near?: string;
        /** For studios: only your own guides, with any status and visibility */
        own?: boolean;
        /** Page number, from 1 */
        page?: number;
        /** Maximum distance from `near` */
        radiusKm?: number;
        /** Guides that offer this service */
        serviceType?: string;
        /** Items per page */
        size?: number;
        /** Order of the list */
        sort?: "guideId" | "rating" | "-rating" | "dayRate" | "-dayRate" | "name" | "-name" | "distance";
        /** Guides with this status */
        status?: components["schemas"]["GuideStatus"];
        /** Words that must all occur in the name or profile, in any order, also as parts of words */
        text?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["GuideList"];
        };
      };
    };
  };
  listGuideReviews: {
    parameters: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string;
        /** Items per page */
        size?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["GuideReviewList"];
        };
      };
    };
  };
  unblockGuideDays: {
    /** Both days included */
    requestBody: {
      content: {
        /**
         *       "startDate": "2027-07-03",
         *       "endDate": "2027-07-03"
         *     }
         */
        "application/json": components["schemas"]["DateRange"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["GuideAvailability"];
        };
      };
    };
  };
  updateGuide: {
    requestBody: {
      content: {
        /**
         *       "profile": "Katla knows the lava fields.",
         *       "meetingPoint": {
         *         "text": "Harpa, main entrance"
         *       }
         *     }
         */
        "application/json": components["schemas"]["GuideUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Guide"];
        };
      };
    };
  };
  getNotification: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Notification"];
        };
      };
    };
  };
  listNotifications: {
    parameters: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string;
        /** Endpoint identifier: `EP` and digits */
        endpointId?: string;
        /** Created at or after this instant */
        from?: string;
        /** HTTP status of the last answer */
        httpStatus?: number;
        /** Order identifier: `ORD` and digits */
        orderId?: string;
        /** Statement identifier: `STL` and digits */
        settlementId?: string;
        /** Items per page */
        size?: number;
        /** `pending`: not acknowledged yet */
        status?: components["schemas"]["RecoverableStatus"];
        /** Created before this instant */
        to?: string;
        /** Type of an event */
        type?: components["schemas"]["EventType"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["NotificationList"];
        };
      };
    };
  };
  recoverNotifications: {
    requestBody: {
      content: {
        /**
         *       "since": "2027-04-05T00:00:00Z",
         *       "statuses": [
         *         "acknowledged"
         *       ],
         *       "orderId": "ORD1806917400000000001"
         *     }
         */
        "application/json": components["schemas"]["RecoveryCreate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["RecoveryStarted"];
        };
      };
    };
  };
  cancelRecovery: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Recovery"];
        };
      };
    };
  };
  getRecovery: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Recovery"];
        };
      };
    };
  };
  listRecoveries: {
    parameters: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string;
        /** Items per page */
        size?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["RecoveryList"];
        };
      };
    };
  };
  redeliverNotification: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Notification"];
        };
      };
    };
  };
  quoteCancellation: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CancelQuote"];
        };
      };
    };
  };
  cancelOrder: {
    requestBody?: {
      content: {
        /**
         *       "reason": "The flight was cancelled."
         *     }
         */
        "application/json": components["schemas"]["OrderActionRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  acceptOrderChange: {
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderChangeAnswerRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OrderChangeResult"];
        };
      };
    };
  };
  declineOrderChange: {
    requestBody?: {
      content: {
        /**
         *       "reason": "The car has three seats."
         *     }
         */
        "application/json": components["schemas"]["OrderChangeAnswerRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OrderChangeResult"];
        };
      };
    };
  };
  quoteOrderChange: {
    requestBody: {
      content: {
        /**
         *       "guestCount": 3
         *     }
         */
        "application/json": components["schemas"]["OrderChangeQuoteRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OrderChangeQuote"];
        };
      };
    };
  };
  withdrawOrderChange: {
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderChangeAnswerRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OrderChangeResult"];
        };
      };
    };
  };
  changeOrder: {
    requestBody: {
      content: {
        /**
         *       "guestCount": 3,
         *       "reason": "A friend joins us."
         *     }
         */
        "application/json": components["schemas"]["OrderChangeRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OrderChangeResult"];
        };
      };
    };
  };
  listOrderChanges: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OrderChangeList"];
        };
      };
    };
  };
  completeOrder: {
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderActionRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  confirmOrder: {
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderActionRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  createOrder: {
    requestBody: {
      content: {
        /**
         *       "guideId": "G1038",
         *       "tripDate": "2027-05-11",
         *       "tripDays": 2,
         *       "guestCount": 2,
         *       "contactName": "Ada Lovelace",
         *       "contactPhone": "+351912345678",
         *       "remark": "One of us walks slowly.",
         *       "clientReference": "trip-2027-0417",
         *       "expectedTotal": 480
         *     }
         */
        "application/json": components["schemas"]["OrderCreate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  getOrder: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  getMessageFile: {
    responses: {
      200: {
        content: {
          "application/pdf": string;
          "image/jpeg": string;
          "image/png": string;
          "text/csv": string;
        };
      };
    };
  };
  holdGuide: {
    requestBody?: {
      content: {
        /**
         *       "guideId": "G1038",
         *       "tripDate": "2027-05-11",
         *       "tripDays": 2,
         *       "guestCount": 2,
         *       "holdSeconds": 900,
         *       "expectedTotal": 480
         *     }
         */
        "application/json": components["schemas"]["HoldCreate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Hold"];
        };
      };
    };
  };
  changeHold: {
    requestBody: {
      content: {
        /**
         *       "guestCount": 3
         *     }
         */
        "application/json": components["schemas"]["HoldChangeRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Hold"];
        };
      };
    };
  };
  getHold: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Hold"];
        };
      };
    };
  };
  extendHold: {
    requestBody?: {
      content: {
        /**
         *       "holdSeconds": 1800
         *     }
         */
        "application/json": components["schemas"]["HoldExtendRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Hold"];
        };
      };
    };
  };
  listHolds: {
    parameters: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string;
        /** Items per page */
        size?: number;
        /** `held` until it is `booked` (an order was placed from it), `released`, or `expired` */
        status?: components["schemas"]["HoldStatus"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["HoldList"];
        };
      };
    };
  };
  releaseHold: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Hold"];
        };
      };
    };
  };
  listOrders: {
    parameters: {
      query?: {
        /** The merchant's own reference */
        clientReference?: string;
        /** `nextCursor` of the previous page */
        cursor?: string;
        /** Guide identifier: `G` and digits */
        guideId?: string;
        /** Items per page */
        size?: number;
        /** State of the order */
        status?: components["schemas"]["OrderStatus"];
        /** Calendar day, `YYYY-MM-DD` */
        tripDateFrom?: string;
        /** Calendar day, `YYYY-MM-DD` */
        tripDateTo?: string;
        /** Only orders that have changed since this instant, earliest change first */
        updatedSince?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OrderList"];
        };
      };
    };
  };
  listMessages: {
    parameters: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string;
        /** Only messages sent since this instant */
        since?: string;
        /** Items per page */
        size?: number;
        /** Which messages come first */
        sort?: "oldest" | "newest";
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["MessageList"];
        };
      };
    };
  };
  sendMessage: {
    requestBody: {
      content: {
        /**
         *       "text": "Is there a bus to Harpa?"
         *     }
         */
        "application/json": components["schemas"]["MessageCreate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  quoteOrder: {
    requestBody: {
      content: {
        /**
         *       "guideId": "G1038",
         *       "tripDate": "2027-05-11",
         *       "tripDays": 2,
         *       "guestCount": 2
         *     }
         */
        "application/json": components["schemas"]["OrderQuoteRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OrderQuote"];
        };
      };
    };
  };
  refundOrder: {
    requestBody: {
      content: {
        /**
         *       "amount": 40,
         *       "reason": "The boat trip was cancelled."
         *     }
         */
        "application/json": components["schemas"]["OrderRefundRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  rejectOrder: {
    requestBody?: {
      content: {
        /**
         *       "reason": "The road is closed."
         *     }
         */
        "application/json": components["schemas"]["OrderActionRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  reviewOrder: {
    requestBody: {
      content: {
        /**
         *       "rating": 5,
         *       "text": "Knew every stone."
         *     }
         */
        "application/json": components["schemas"]["ReviewCreate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Review"];
        };
      };
    };
  };
  startOrder: {
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderActionRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  linkPartner: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Partner"];
        };
      };
    };
  };
  listPartners: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["PartnerList"];
        };
      };
    };
  };
  unlinkPartner: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["PartnerUnlinked"];
        };
      };
    };
  };
  getSandboxClock: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["SandboxClock"];
        };
      };
    };
  };
  advanceSandboxClock: {
    requestBody?: {
      content: {
        /**
         *       "days": 90
         *     }
         */
        "application/json": components["schemas"]["SandboxClockAdvanceRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["SandboxClock"];
        };
      };
    };
  };
  createSandboxExamples: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["SandboxExamples"];
        };
      };
    };
  };
  advanceOrder: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  createSandboxOrder: {
    requestBody: {
      content: {
        /**
         *       "guideId": "G1038",
         *       "tripDate": "2027-06-01",
         *       "tripDays": 2,
         *       "guestCount": 2,
         *       "contactName": "Ada Lovelace",
         *       "contactPhone": "+351912345678"
         *     }
         */
        "application/json": components["schemas"]["TestOrderCreate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  issueSandboxStatements: {
    requestBody?: {
      content: {
        "application/json": components["schemas"]["SettlementIssueRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["SettlementsIssued"];
        };
      };
    };
  };
  paySandboxStatement: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["SettlementSummary"];
        };
      };
    };
  };
  getSettlement: {
    parameters: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string;
        /** Lines */
        size?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Settlement"];
          "application/pdf": string;
          "application/vnd.guidepost.proof+json": components["schemas"]["SettlementProof"];
          "text/csv": string;
        };
      };
    };
  };
  disputeSettlementLine: {
    requestBody: {
      content: {
        /**
         *       "lineId": "LIN100002",
         *       "reason": "The trip was refunded in part."
         *     }
         */
        "application/json": components["schemas"]["SettlementDisputeRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Settlement"];
        };
      };
    };
  };
  listSettlements: {
    parameters: {
      query?: {
        /** ISO 4217 */
        currency?: string;
        /** `nextCursor` of the previous page */
        cursor?: string;
        /** Calendar month in the platform's time zone */
        month?: string;
        /** Items per page */
        size?: number;
        /** `open` collects the lines of the current month */
        status?: components["schemas"]["SettlementStatus"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["SettlementList"];
        };
      };
    };
  };
  verifySignature: {
    requestBody: {
      content: {
        /**
         *       "method": "PUT",
         *       "path": "/open/v1/callback/config",
         *       "timestamp": "1806917403",
         *       "nonce": "5f3c0a9e7b1d4826",
         *       "idempotencyKey": "callback-1",
         *       "body": "{\"url\":null}",
         *       "signature": "v2=9b0f4d2c81aa6e537fd0b3164c92e85a07d1f6b3942ce8750a1bd4f69e3c7f28"
         *     }
         */
        "application/json": components["schemas"]["SignatureVerifyRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["SignatureExplanation"];
        };
      };
    };
  };
  createWaitlistEntry: {
    requestBody: {
      content: {
        /**
         *       "guideId": "G1038",
         *       "tripDate": "2027-06-01",
         *       "tripDays": 2
         *     }
         */
        "application/json": components["schemas"]["WaitlistEntryCreate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["WaitlistEntry"];
        };
      };
    };
  };
  deleteWaitlistEntry: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["WaitlistEntryDeleted"];
        };
      };
    };
  };
  listWaitlist: {
    parameters: {
      query?: {
        /** `nextCursor` of the previous page */
        cursor?: string;
        /** Items per page */
        size?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["WaitlistEntryList"];
        };
      };
    };
  };
  checkReady: {
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Readiness"];
        };
      };
    };
  };
  receive_callback_failing: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["CallbackFailingEvent"];
      };
    };
  };
  receive_callback_paused: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["CallbackPausedEvent"];
      };
    };
  };
  receive_callback_recovered: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["CallbackRecoveredEvent"];
      };
    };
  };
  receive_guide_available: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["GuideAvailableEvent"];
      };
    };
  };
  receive_merchant_refused: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["MerchantRefusedEvent"];
      };
    };
  };
  receive_merchant_verified: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["MerchantVerifiedEvent"];
      };
    };
  };
  receive_message_received: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["MessageReceivedEvent"];
      };
    };
  };
  receive_order_change_declined: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderChangeDeclinedEvent"];
      };
    };
  };
  receive_order_change_expired: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderChangeExpiredEvent"];
      };
    };
  };
  receive_order_change_requested: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderChangeRequestedEvent"];
      };
    };
  };
  receive_order_change_withdrawn: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderChangeWithdrawnEvent"];
      };
    };
  };
  receive_order_changed: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderChangedEvent"];
      };
    };
  };
  receive_order_confirmation_due: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderConfirmationDueEvent"];
      };
    };
  };
  receive_order_refunded: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderRefundedEvent"];
      };
    };
  };
  receive_order_status_changed: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderStatusChangedEvent"];
      };
    };
  };
  receive_review_created: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["ReviewCreatedEvent"];
      };
    };
  };
  receive_settlement_adjusted: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettlementAdjustedEvent"];
      };
    };
  };
  receive_settlement_dispute_resolved: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettlementDisputeResolvedEvent"];
      };
    };
  };
  receive_settlement_disputed: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettlementDisputedEvent"];
      };
    };
  };
  receive_settlement_issued: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettlementIssuedEvent"];
      };
    };
  };
  receive_settlement_paid: {
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettlementPaidEvent"];
      };
    };
  };
}
