/** Generated from the OpenAPI document by `npm run sdk:types`; do not edit. */
// document: d8a794cf7aea9cad


export interface webhooks {
  "callback.failing": {
    /** One of your other endpoints has acknowledged nothing for an hour */
    post: operations["receive_callback_failing"];
  };
  "callback.paused": {
    /** One of your other endpoints is paused */
    post: operations["receive_callback_paused"];
  };
  "callback.recovered": {
    /** One of your other endpoints works again */
    post: operations["receive_callback_recovered"];
  };
  "guide.available": {
    /** The time that you wait for has become free; whoever books first has it */
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
    /** The merchant asks for a change that needs the studio's consent */
    post: operations["receive_order_change_requested"];
  };
  "order.change_withdrawn": {
    /** The merchant no longer asks for a change */
    post: operations["receive_order_change_withdrawn"];
  };
  "order.changed": {
    /** An order was changed */
    post: operations["receive_order_changed"];
  };
  "order.confirmation_due": {
    /** To the studio: it has not confirmed an order yet */
    post: operations["receive_order_confirmation_due"];
  };
  "order.refunded": {
    /** The studio gives a part of the price back */
    post: operations["receive_order_refunded"];
  };
  "order.status_changed": {
    /** An order was created, or reached another state */
    post: operations["receive_order_status_changed"];
  };
  "review.created": {
    /** The ordering merchant rated a trip */
    post: operations["receive_review_created"];
  };
  "settlement.adjusted": {
    /** An operator posted an amount because of a dispute; it is a line of the next statement */
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
    /** A statement stands, and is to be paid */
    post: operations["receive_settlement_issued"];
  };
  "settlement.paid": {
    /** A statement is paid */
    post: operations["receive_settlement_paid"];
  };
}
export interface components {
  schemas: {
    /** @description What acknowledges a notification */
    Acknowledgement: {
      /**
       * @description You have it
       * @constant
       */
      code: 200;
    };
    /**
     * @description Who did it
     * @enum {string}
     */
    ActorKind: "merchant" | "studio" | "operator" | "platform";
    /**
     * Format: double
     * @description Decimal amount in `currency`
     * @example 140
     */
    Amount: number;
    /** @description An answer to a question of the guide */
    Answer: {
      /** @description What the guests say */
      answer: string;
      /** @description As it was when the trip was booked */
      question: string;
      /** @description The guide's own name for the question */
      questionId: string;
    };
    /** @description An answer to a question of the guide */
    AnswerInput: {
      /** @description What the guests say */
      answer: components["schemas"]["LineOfText"];
      /** @description One of the guide's `questions` */
      questionId: components["schemas"]["OwnId"];
    };
    /**
     * @description Why it was not acknowledged: docs, "When it fails"
     * @enum {string}
     */
    AttemptError: "address_refused" | "dns_failed" | "connect_failed" | "connect_timeout" | "tls_failed" | "timeout" | "connection_lost" | "redirect" | "http_status" | "answer_too_large" | "answer_not_json" | "not_acknowledged" | "endpoint_paused";
    /**
     * Format: date
     * @description Calendar day, `YYYY-MM-DD`
     * @example 2027-05-01
     */
    CalendarDate: string;
    CalendarDay: {
      date: components["schemas"]["CalendarDate"];
      /**
       * Format: double
       * @description Decimal, without guests: the season, the weekend or the day rate; of guides with trips of hours only as well
       * @example 140
       */
      dayPrice: number;
      /**
       * @description The public holiday on which the guide does not work
       * @example Ano Novo
       */
      holiday?: string;
      state: components["schemas"]["DayState"];
      /** @description With `withTimes`, where the guide has trips of hours */
      times?: components["schemas"]["TripKindTimes"][];
    };
    CallbackConfig: {
      failingSince: components["schemas"]["Instant"] | null;
      previousSecretUntil: components["schemas"]["Instant"] | null;
      /**
       * @description The callback secret (Standard Webhooks): shown once, by the request that made it
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbGJ0Zb2Vn3Q=
       */
      secret?: string;
      /**
       * @description The last four characters of the callback secret
       * @example …k3Q=
       */
      secretHint: string | null;
      /** @description `none`: no address; `failing`: the last notifications were not acknowledged; `paused`: your endpoint answered 410, and nothing is delivered until you save the address again */
      status: components["schemas"]["CallbackStatus"];
      url: string | null;
    };
    CallbackConfigUpdate: {
      /**
       * @description Where notifications go, https only; empty or null removes the address and its secret
       * @example https://agency.example/guidepost/callback
       */
      url: string | null;
    };
    CallbackEndpoint: {
      createdAt: components["schemas"]["Instant"];
      description: string;
      endpointId: components["schemas"]["CallbackEndpointId"];
      /** @description What it is told of */
      eventTypes: components["schemas"]["EventFilter"][];
      failingSince: components["schemas"]["Instant"] | null;
      /** @description Names in lower case; values are not shown */
      headers: {
        [key: string]: "…";
      };
      /** @description It is the one of `callback/config`, and cannot be deleted */
      isFirst: boolean;
      maxPerSecond: number | null;
      previousSecretUntil: components["schemas"]["Instant"] | null;
      /**
       * @description `v1a`: the key that verifies its signatures
       * @example whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=
       */
      publicKey: string | null;
      /**
       * @description `v1`: the last four characters of the secret
       * @example …k3Q=
       */
      secretHint: string | null;
      signatureScheme: components["schemas"]["SignatureScheme"];
      status: components["schemas"]["CallbackStatus"];
      url: string | null;
    };
    CallbackEndpointCreate: {
      /** @description For you */
      description?: components["schemas"]["FreeText"];
      /**
       * @description What it is told of: `*` for all, families such as `order.*`, single types
       * @example [
       *       "order.*",
       *       "settlement.issued"
       *     ]
       */
      eventTypes?: components["schemas"]["EventFilter"][];
      /**
       * @description Headers that its notifications carry besides ours, for a gateway of yours; all of them at once, `{}` for none
       * @example {
       *       "x-gateway-key": "k7J2"
       *     }
       */
      headers?: {
        [key: string]: string;
      };
      /** @description Notifications per second; null: as many as there are */
      maxPerSecond?: number | null;
      /** @description Another scheme makes a new secret or key pair; for a day both sign */
      signatureScheme?: components["schemas"]["SignatureScheme"];
      /**
       * @description Where its notifications go, https only
       * @example https://agency.example/guidepost/orders
       */
      url: string;
    };
    CallbackEndpointDeleted: {
      /** @constant */
      deleted: true;
      endpointId: components["schemas"]["CallbackEndpointId"];
    };
    /**
     * @description Endpoint identifier: `EP` and digits
     * @example EP1001
     */
    CallbackEndpointId: string;
    CallbackEndpointList: {
      list: components["schemas"]["CallbackEndpoint"][];
    };
    CallbackEndpointTestRequest: {
      /** @description What the test looks like: an example of such an event; default: `callback.test` */
      type?: components["schemas"]["EventType"];
    };
    CallbackEndpointUpdate: {
      /** @description For you */
      description?: components["schemas"]["FreeText"];
      /**
       * @description What it is told of: `*` for all, families such as `order.*`, single types
       * @example [
       *       "order.*",
       *       "settlement.issued"
       *     ]
       */
      eventTypes?: components["schemas"]["EventFilter"][];
      /**
       * @description Headers that its notifications carry besides ours, for a gateway of yours; all of them at once, `{}` for none
       * @example {
       *       "x-gateway-key": "k7J2"
       *     }
       */
      headers?: {
        [key: string]: string;
      };
      /** @description Notifications per second; null: as many as there are */
      maxPerSecond?: number | null;
      /** @description Another scheme makes a new secret or key pair; for a day both sign */
      signatureScheme?: components["schemas"]["SignatureScheme"];
      /**
       * @description Where its notifications go, https only
       * @example https://agency.example/guidepost/orders
       */
      url?: string;
    };
    CallbackEndpointWithSecret: components["schemas"]["CallbackEndpoint"] & {
      /**
       * @description `v1`: the secret (Standard Webhooks), shown once, by the request that made it
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbGJ0Zb2Vn3Q=
       */
      secret?: string;
    };
    /** @description One of your other endpoints has acknowledged nothing for an hour */
    CallbackFailingEvent: components["schemas"]["EventHead"] & {
      endpointId: components["schemas"]["CallbackEndpointId"];
      /**
       * @description Of its address
       * @example agency.example
       */
      host: string;
      /** @description Of the last answer */
      httpStatus: number | null;
      lastError: components["schemas"]["AttemptError"] | null;
      since: components["schemas"]["Instant"];
      /** @constant */
      type: "callback.failing";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "callback.failing";
    };
    /** @description One of your other endpoints is paused */
    CallbackPausedEvent: components["schemas"]["EventHead"] & {
      endpointId: components["schemas"]["CallbackEndpointId"];
      /**
       * @description Of its address
       * @example agency.example
       */
      host: string;
      /** @description Of the last answer */
      httpStatus: number | null;
      lastError: components["schemas"]["AttemptError"] | null;
      since: components["schemas"]["Instant"];
      /** @constant */
      type: "callback.paused";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "callback.paused";
    };
    /** @description One of your other endpoints works again */
    CallbackRecoveredEvent: components["schemas"]["EventHead"] & {
      endpointId: components["schemas"]["CallbackEndpointId"];
      /**
       * @description Of its address
       * @example agency.example
       */
      host: string;
      /** @description Of the last answer */
      httpStatus: number | null;
      lastError: components["schemas"]["AttemptError"] | null;
      since: components["schemas"]["Instant"];
      /** @constant */
      type: "callback.recovered";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "callback.recovered";
    };
    CallbackSecretRotateRequest: {
      /**
       * @description Seconds for which both secrets sign; 0: the old one stops at once
       * @default 86400
       */
      overlapSeconds: number;
    };
    /**
     * @description `none`: no address; `failing`: the last notifications were not acknowledged; `paused`: it answered 410, or you paused it, and nothing is delivered until you resume or save it
     * @enum {string}
     */
    CallbackStatus: "none" | "healthy" | "failing" | "paused";
    CallbackTestResult: {
      acknowledged: boolean;
      durationMs: number;
      error: components["schemas"]["AttemptError"] | null;
      /** @description Null if no answer arrived */
      httpStatus: number | null;
      /** @description The `webhook-id` of the test */
      notificationId: string;
      /** @description The first 1 KiB of the answer */
      responseExcerpt: string | null;
    };
    /** @description What cancelling refunds */
    CancellationPolicy: {
      preset: components["schemas"]["CancellationPreset"];
      /** @description The most generous first; after the last one nothing is refunded */
      tiers: components["schemas"]["CancellationTier"][];
    };
    CancellationPolicyInput: {
      preset: components["schemas"]["CancellationPreset"];
      /** @description For `custom` only: `daysBefore` and `refundPercent` both decrease from tier to tier */
      tiers?: components["schemas"]["CancellationTier"][];
    };
    /**
     * @description `flexible`: all until 1 day before. `moderate`: all until 7 days before, half until 2. `strict`: all until 30 days before, half until 14. `custom`: tiers of its own
     * @enum {string}
     */
    CancellationPreset: "flexible" | "moderate" | "strict" | "custom";
    /** @description What cancelling refunds until then */
    CancellationTerm: {
      fee: components["schemas"]["Amount"];
      refund: components["schemas"]["Amount"];
      /**
       * Format: date-time
       * @description Null: no end
       */
      until: string | null;
    };
    /** @description What is refunded until when */
    CancellationTier: {
      /** @description Until 00:00 of this many days before the trip's first day … */
      daysBefore: number;
      /**
       * Format: double
       * @description … this much of the total is refunded
       */
      refundPercent: number;
    };
    CancelQuote: {
      /** @description Whether you may cancel the order now */
      cancellable: boolean;
      currency: components["schemas"]["Currency"];
      fee: components["schemas"]["Amount"] | null;
      nextChange: components["schemas"]["RefundChange"] | null;
      orderId: components["schemas"]["OrderId"];
      quotedAt: components["schemas"]["Instant"];
      refund: components["schemas"]["Amount"] | null;
      /** Format: double */
      refundPercent: number | null;
      status: components["schemas"]["OrderStatus"];
      totalAmount: components["schemas"]["Amount"];
    };
    /** @description The other side of the order: the studio, or the merchant that ordered */
    Counterparty: {
      /** @description Its key */
      merchantKey: string;
      /** @description Its name */
      name: string;
    };
    Credential: {
      createdAt: components["schemas"]["Instant"];
      credentialId: components["schemas"]["CredentialId"];
      /** @description The token of this request was issued for it */
      isCurrent: boolean;
      label: string | null;
      lastUsedAt: components["schemas"]["Instant"] | null;
      /** @description Requests under its tokens must be signed */
      requireSignature: boolean;
      revokedAt: components["schemas"]["Instant"] | null;
      rotatedFrom: components["schemas"]["CredentialId"] | null;
      /** @description The scopes that it may be used for */
      scopes: components["schemas"]["Scope"][];
      status: components["schemas"]["CredentialStatus"];
      validUntil: components["schemas"]["Instant"] | null;
    };
    /**
     * @description Number of an app_secret, as credential/list shows it
     * @example 17
     */
    CredentialId: string;
    CredentialList: {
      /** @description The valid ones, then the newest hundred of the others */
      list: components["schemas"]["Credential"][];
    };
    CredentialRevoked: {
      /** @description Those that this request revoked */
      revoked: components["schemas"]["CredentialId"][];
    };
    CredentialRevokeRequest: {
      /** @description It has leaked: all that were rotated from it, and from those, are revoked too */
      compromised?: boolean;
    };
    CredentialRotated: {
      /** @description Merchant key */
      clientId: string;
      /** @description The new app_secret; shown once */
      clientSecret: string;
      credentialId: components["schemas"]["CredentialId"];
      previousValidUntil: components["schemas"]["Instant"] | null;
      validUntil: components["schemas"]["Instant"] | null;
    };
    CredentialRotateRequest: {
      /**
       * @description The app_secret that the token was issued for; not needed if the request is signed with it
       * @example sk_…
       */
      clientSecret?: string;
      /** @description The app_secret in use has leaked: all that were rotated from it are revoked too. Requires an overlap of 0 */
      compromised?: boolean;
      /**
       * @description Seconds for which the app_secret in use stays valid; 0: it and its tokens stop at once
       * @example 86400
       */
      overlapSeconds: number;
    };
    /**
     * @description Whether it can be used
     * @enum {string}
     */
    CredentialStatus: "valid" | "expired" | "revoked";
    /**
     * @description ISO 4217; `eur` is accepted as `EUR`
     * @example EUR
     */
    Currency: string;
    /** @description Both days included */
    DateRange: {
      endDate: components["schemas"]["CalendarDate"];
      startDate: components["schemas"]["CalendarDate"];
    };
    /**
     * @description `available`: all of it is free. `partly`: some trip of hours can still be booked. `booked`: others have it. `closed`: the guide does not work, or takes no bookings. `past`: it is over, or too late to book it
     * @enum {string}
     */
    DayState: "available" | "partly" | "booked" | "closed" | "past";
    /**
     * @description `adjusted`: corrected by a line of a later statement
     * @enum {string}
     */
    DisputeOutcome: "rejected" | "adjusted";
    /** @description The objection as it was then */
    DisputeSnapshot: {
      /**
       * Format: double
       * @description Decimal, in your favour; where one was posted
       */
      amount: number | null;
      currency: components["schemas"]["Currency"];
      lineId: components["schemas"]["SettlementLineId"];
      outcome: components["schemas"]["DisputeOutcome"] | null;
      /** @description The merchant's words, or the operator's answer */
      reason: string;
    };
    /**
     * @description `adjusted`: corrected by a line of a later statement
     * @enum {string}
     */
    DisputeStatus: "open" | "rejected" | "adjusted";
    ErrorDetail: {
      /** @description Of `already_booked` and `day_off`: the days that are in the way */
      days?: components["schemas"]["CalendarDate"][];
      /**
       * @description Why, for people: a sentence, which may change
       * @example must not be in the past: it is 2027-05-02 where the guide is
       */
      msg: string;
      /** @description Where: `body.tripDays`, `query.size`, `path.guideId`, `header.…` */
      path: string;
      /**
       * @description Why, for programs: a word that keeps its meaning, of the table of reasons in the error catalogue. New ones may come
       * @example past_date
       * @example missing
       * @example already_booked
       */
      reason: string;
      /** @description Of `already_booked`, for a trip of hours: the times that are in the way */
      times?: {
        endAt: components["schemas"]["Instant"];
        startAt: components["schemas"]["Instant"];
      }[];
    };
    /**
     * @description `*`, a family such as `order.*`, or a type of event
     * @enum {string}
     */
    EventFilter: "*" | "order.*" | "review.*" | "message.*" | "guide.*" | "settlement.*" | "callback.*" | "merchant.*" | "order.status_changed" | "order.confirmation_due" | "order.changed" | "order.change_requested" | "order.change_declined" | "order.change_withdrawn" | "order.change_expired" | "order.refunded" | "review.created" | "message.received" | "guide.available" | "settlement.issued" | "settlement.disputed" | "settlement.dispute_resolved" | "settlement.adjusted" | "settlement.paid" | "callback.failing" | "callback.paused" | "callback.recovered" | "merchant.verified" | "merchant.refused";
    /** @description What every event has */
    EventHead: {
      notificationId: components["schemas"]["NotificationId"];
      occurredAt: components["schemas"]["Instant"];
      /** @description Number of the event in the history of what it is about */
      sequence: number;
    };
    EventList: {
      /** @description False: ask again later, with `nextCursor`. With a filter a page may be short, or empty, although it is true */
      hasMore: boolean;
      list: components["schemas"]["GuidepostEvent"][];
      /** @description Where to go on; null only when nothing has ever happened */
      nextCursor: string | null;
    };
    /**
     * @description Type of an event
     * @enum {string}
     */
    EventType: "order.status_changed" | "order.confirmation_due" | "order.changed" | "order.change_requested" | "order.change_declined" | "order.change_withdrawn" | "order.change_expired" | "order.refunded" | "review.created" | "message.received" | "guide.available" | "settlement.issued" | "settlement.disputed" | "settlement.dispute_resolved" | "settlement.adjusted" | "settlement.paid" | "callback.failing" | "callback.paused" | "callback.recovered" | "merchant.verified" | "merchant.refused";
    /** @description Text without control characters */
    FreeText: string;
    /**
     * Format: date-time
     * @description Instant, RFC 3339
     */
    GivenInstant: string;
    /** @description How many guests of one kind come */
    GuestCount: {
      /** @description How many */
      count: number;
      kind: components["schemas"]["GuestKind"];
    };
    /** @description How many guests of one kind come */
    GuestCountInput: {
      /** @description How many */
      count: number;
      kind: components["schemas"]["GuestKind"];
    };
    /**
     * @description Kind of guest
     * @enum {string}
     */
    GuestKind: "adult" | "youth" | "child" | "infant" | "senior" | "student" | "military";
    /** @description A kind of guests, and what each of them adds to the price */
    GuestKindOffer: {
      /**
       * Format: double
       * @description What each of these guests adds
       * @example 20
       */
      amount: number;
      kind: components["schemas"]["GuestKind"];
      /** @description Oldest, in years */
      maxAge?: number;
      /** @description Youngest, in years */
      minAge?: number;
    };
    /** @description What each guest of a kind adds to the price */
    GuestPrice: {
      /**
       * Format: double
       * @description What each of these guests adds
       * @example 20
       */
      amount: number;
      kind: components["schemas"]["GuestKind"];
    };
    /** @description Null: the number of guests does not change the price */
    GuestSurcharge: {
      /**
       * Format: double
       * @description What that guest and each further one cost, per day
       * @example 25
       */
      amountPerDay: number;
      /** @description The first guest who costs more */
      fromGuest: number;
    };
    Guide: components["schemas"]["GuideAvailability"] & {
      /**
       * @description Service area
       * @example Lisbon
       */
      area: string;
      cancellationPolicy: components["schemas"]["CancellationPolicy"];
      changeRule: components["schemas"]["OrderChangeRule"];
      /** @description Hours that the studio has to confirm a new order */
      confirmationHours: number;
      createdAt: components["schemas"]["Instant"];
      currency: components["schemas"]["Currency"];
      /**
       * Format: double
       * @description Price of a day, decimal
       * @example 140
       */
      dayRate: number;
      /** @description Kinds of guests and what each guest adds to the price: per day of whole days, else per trip. Empty: guests are not told apart. Who books without kinds books for adults */
      guestKinds: components["schemas"]["GuestKindOffer"][];
      guestSurcharge: components["schemas"]["GuestSurcharge"] | null;
      guideId: components["schemas"]["GuideId"];
      /** @description Orders are confirmed at once */
      instantConfirmation: boolean;
      /**
       * @description Languages, BCP 47
       * @example [
       *       "pt",
       *       "en"
       *     ]
       */
      languages: string[];
      location: components["schemas"]["GuideLocation"] | null;
      maxGuests: number;
      meetingPoint: components["schemas"]["MeetingPoint"] | null;
      /** @description Hours between booking and trip at least */
      minimumNoticeHours: number;
      /**
       * @description Guide's display name
       * @example Inês Tavares
       */
      name: string;
      offersWholeDays: boolean;
      /** @description Pictures, the cover first */
      photos: components["schemas"]["Photo"][];
      /** @description Who the guide is */
      profile: string;
      /** @description What guests are asked when they book */
      questions: components["schemas"]["Question"][];
      /**
       * Format: double
       * @description Mean of all reviews, 1 to 5; 0 before the first
       * @example 4.85
       */
      rating: number;
      /** @example 12 */
      reviewCount: number;
      reviewStatistics: components["schemas"]["ReviewStatistics"];
      /** @description Days with a rate of their own, both ends included; no two overlap */
      seasonalRates: components["schemas"]["SeasonalRate"][];
      /**
       * @description Every area that the guide serves
       * @example [
       *       "Lisbon",
       *       "Lisbon region"
       *     ]
       */
      serviceAreas: string[];
      /**
       * @description Kinds of service
       * @example [
       *       "city_walk",
       *       "museum"
       *     ]
       */
      serviceTypes: string[];
      status: components["schemas"]["GuideStatus"];
      timeZone: components["schemas"]["TimeZone"];
      /** @description Trips of hours that can be booked by their `tripKindId` */
      tripKinds: components["schemas"]["TripKind"][];
      updatedAt: components["schemas"]["Instant"];
      visibility: components["schemas"]["GuideVisibility"];
      weekendRate: components["schemas"]["WeekendRate"] | null;
    };
    GuideAvailability: {
      /** @description Days that the studio has blocked; adjacent ranges are merged */
      blocked: components["schemas"]["DateRange"][];
      holidays: components["schemas"]["Holidays"] | null;
      /** @description Days of every week on which the guide does not work */
      restDays: components["schemas"]["Weekday"][];
      /** @description Bookable days of the next 90 days in the guide's time zone; today only with `instantConfirmation`; none unless `active` */
      timeSlots: components["schemas"]["DateRange"][];
      /**
       * @description Counts the changes of the guide by its studio; also the `ETag`, for `If-Match`
       * @example 3
       */
      version: number;
    };
    GuideAvailabilityUpdate: {
      /** @description Replaces every blocked range */
      blocked?: components["schemas"]["DateRange"][];
      holidays?: components["schemas"]["Holidays"] | null;
      /**
       * @description Days of every week on which the guide does not work
       * @example [
       *       "monday"
       *     ]
       */
      restDays?: components["schemas"]["Weekday"][];
    };
    /** @description The time that you wait for has become free; whoever books first has it */
    GuideAvailableEvent: components["schemas"]["EventHead"] & {
      entryId: components["schemas"]["WaitlistEntryId"];
      guideId: components["schemas"]["GuideId"];
      /** @description `HH:MM` in the guide's time zone; null for whole days */
      startTime: string | null;
      tripDate: components["schemas"]["CalendarDate"];
      tripDays: number;
      /** @description Null for whole days */
      tripKindId: string | null;
      /** @constant */
      type: "guide.available";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "guide.available";
    };
    /** @description The days of a guide */
    GuideCalendar: {
      currency: components["schemas"]["Currency"];
      /** @description Every day of the range, in order */
      days: components["schemas"]["CalendarDay"][];
      guideId: components["schemas"]["GuideId"];
      timeZone: components["schemas"]["TimeZone"];
    };
    GuideCalendarList: {
      /** @description In the order of `guideIds` */
      list: components["schemas"]["GuideCalendar"][];
      /** @description The guides that guide/detail would refuse, with its code */
      refused: components["schemas"]["RefusedGuide"][];
    };
    /** @description A guide that has changed */
    GuideChange: {
      /** @description True: it was deleted, or you may see it no longer; remove it from your copy */
      deleted: boolean;
      /** @description What it is now; not where `deleted` */
      guide?: components["schemas"]["GuideSummary"];
      guideId: components["schemas"]["GuideId"];
    };
    GuideChangeList: {
      /** @description True: go on at once. False: ask again later. A page may be short, or empty, although it is true */
      hasMore: boolean;
      /** @description Each guide once, however often it changed */
      list: components["schemas"]["GuideChange"][];
      /** @description Where to go on; keep it, and send it next time */
      nextCursor: string;
    };
    GuideCreate: {
      /**
       * @description Main service area
       * @example Lisbon
       */
      area: components["schemas"]["LineOfText"];
      /**
       * @default {
       *       "preset": "moderate"
       *     }
       */
      cancellationPolicy: components["schemas"]["CancellationPolicyInput"];
      /** @default consent */
      changeRule: components["schemas"]["OrderChangeRule"];
      /**
       * @description Hours that you have to confirm an order
       * @default 24
       */
      confirmationHours: number;
      currency: components["schemas"]["Currency"];
      /**
       * Format: double
       * @description Price of a day, decimal
       * @example 140
       */
      dayRate: number;
      /**
       * @description Kinds of guests and what each guest adds to the price: per day of whole days, else per trip. Empty: guests are not told apart. Who books without kinds books for adults
       * @default []
       */
      guestKinds: components["schemas"]["GuestKindOffer"][];
      /** @default null */
      guestSurcharge: components["schemas"]["GuestSurcharge"] | null;
      /**
       * @description Orders are confirmed at once
       * @default false
       */
      instantConfirmation: boolean;
      /**
       * @description Languages, BCP 47
       * @example [
       *       "pt",
       *       "en"
       *     ]
       */
      languages: components["schemas"]["LineOfText"][];
      /** @default null */
      location: components["schemas"]["GuideLocation"] | null;
      maxGuests: number;
      /** @default null */
      meetingPoint: components["schemas"]["MeetingPointInput"] | null;
      /**
       * @description Hours between booking and trip at least
       * @default 0
       */
      minimumNoticeHours: number;
      /**
       * @description Guide's display name
       * @example Inês Tavares
       */
      name: components["schemas"]["LineOfText"];
      /**
       * @description False: only `tripKinds` can be booked; true by default
       * @default true
       */
      offersWholeDays: boolean;
      /**
       * @description Pictures, the cover first
       * @default []
       */
      photos: components["schemas"]["PhotoInput"][];
      /**
       * @description Who the guide is
       * @default
       */
      profile: components["schemas"]["FreeText"];
      /**
       * @description What guests are asked when they book
       * @default []
       */
      questions: components["schemas"]["QuestionInput"][];
      /**
       * @description Days with a rate of their own, both ends included; no two overlap
       * @default []
       */
      seasonalRates: components["schemas"]["SeasonalRate"][];
      /**
       * @description Every area that the guide serves; `area` is always one of them
       * @default []
       * @example []
       */
      serviceAreas: components["schemas"]["LineOfText"][];
      /**
       * @description Kinds of service
       * @example [
       *       "city_walk",
       *       "museum"
       *     ]
       */
      serviceTypes: components["schemas"]["LineOfText"][];
      /** @default active */
      status: components["schemas"]["GuideStatus"];
      /**
       * @description IANA time zone
       * @example Europe/Lisbon
       */
      timeZone: string;
      /**
       * @description Trips of hours that can be booked by their `tripKindId`
       * @default []
       */
      tripKinds: components["schemas"]["TripKindInput"][];
      /** @default public */
      visibility: components["schemas"]["GuideVisibility"];
      /** @default null */
      weekendRate: components["schemas"]["WeekendRate"] | null;
    };
    GuideDeleted: {
      /** @constant */
      deleted: true;
      guideId: components["schemas"]["GuideId"];
    };
    /**
     * @description Guide identifier: `G` and digits
     * @example G1001
     */
    GuideId: string;
    GuideList: {
      list: components["schemas"]["GuideSummary"][];
      /** @description Number of matching guides */
      total: number;
    };
    /** @description Where the guide is found on a map; degrees, WGS 84 */
    GuideLocation: {
      /**
       * Format: double
       * @example 38.7139
       */
      latitude: number;
      /**
       * Format: double
       * @example -9.1334
       */
      longitude: number;
    };
    /** @description The same JSON as the notification of the event; `type` tells which of these it is */
    GuidepostEvent: components["schemas"]["OrderStatusChangedEvent"] | components["schemas"]["OrderConfirmationDueEvent"] | components["schemas"]["OrderChangedEvent"] | components["schemas"]["OrderChangeRequestedEvent"] | components["schemas"]["OrderChangeDeclinedEvent"] | components["schemas"]["OrderChangeWithdrawnEvent"] | components["schemas"]["OrderChangeExpiredEvent"] | components["schemas"]["OrderRefundedEvent"] | components["schemas"]["ReviewCreatedEvent"] | components["schemas"]["MessageReceivedEvent"] | components["schemas"]["GuideAvailableEvent"] | components["schemas"]["SettlementIssuedEvent"] | components["schemas"]["SettlementDisputedEvent"] | components["schemas"]["SettlementDisputeResolvedEvent"] | components["schemas"]["SettlementAdjustedEvent"] | components["schemas"]["SettlementPaidEvent"] | components["schemas"]["CallbackFailingEvent"] | components["schemas"]["CallbackPausedEvent"] | components["schemas"]["CallbackRecoveredEvent"] | components["schemas"]["MerchantVerifiedEvent"] | components["schemas"]["MerchantRefusedEvent"];
    /** @description What guests say of a guide */
    GuideReview: {
      createdAt: components["schemas"]["Instant"];
      /**
       * @description 5 is best
       * @example 5
       */
      rating: number;
      /** @description What the guests say; may be empty */
      text: string;
    };
    GuideReviewList: {
      /** @description The newest first */
      list: components["schemas"]["GuideReview"][];
      /** @description Of the next page; null on the last one */
      nextCursor: string | null;
    };
    /**
     * @description Only an `active` guide can be booked
     * @enum {string}
     */
    GuideStatus: "active" | "paused" | "retired";
    GuideSummary: {
      /**
       * @description Service area
       * @example Lisbon
       */
      area: string;
      coverPhoto: components["schemas"]["Photo"] | null;
      currency: components["schemas"]["Currency"];
      /**
       * Format: double
       * @description Price of a day, decimal
       * @example 140
       */
      dayRate: number;
      /**
       * Format: double
       * @description From `near`, where it is given; to the metre
       * @example 1.284
       */
      distanceKm?: number;
      guideId: components["schemas"]["GuideId"];
      /** @description Orders are confirmed at once */
      instantConfirmation: boolean;
      /**
       * @description Languages, BCP 47
       * @example [
       *       "pt",
       *       "en"
       *     ]
       */
      languages: string[];
      location: components["schemas"]["GuideLocation"] | null;
      maxGuests: number;
      /**
       * @description Guide's display name
       * @example Inês Tavares
       */
      name: string;
      /**
       * Format: double
       * @description Mean of all reviews, 1 to 5; 0 before the first
       * @example 4.85
       */
      rating: number;
      /** @example 12 */
      reviewCount: number;
      status: components["schemas"]["GuideStatus"];
      timeZone: components["schemas"]["TimeZone"];
      updatedAt: components["schemas"]["Instant"];
    };
    GuideUpdate: {
      /**
       * @description Main service area
       * @example Lisbon
       */
      area?: components["schemas"]["LineOfText"];
      cancellationPolicy?: components["schemas"]["CancellationPolicyInput"];
      changeRule?: components["schemas"]["OrderChangeRule"];
      /** @description Hours that you have to confirm an order */
      confirmationHours?: number;
      currency?: components["schemas"]["Currency"];
      /**
       * Format: double
       * @description Price of a day, decimal
       * @example 140
       */
      dayRate?: number;
      /** @description Kinds of guests and what each guest adds to the price: per day of whole days, else per trip. Empty: guests are not told apart. Who books without kinds books for adults */
      guestKinds?: components["schemas"]["GuestKindOffer"][];
      guestSurcharge?: components["schemas"]["GuestSurcharge"] | null;
      /** @description Orders are confirmed at once */
      instantConfirmation?: boolean;
      /**
       * @description Languages, BCP 47
       * @example [
       *       "pt",
       *       "en"
       *     ]
       */
      languages?: components["schemas"]["LineOfText"][];
      location?: components["schemas"]["GuideLocation"] | null;
      maxGuests?: number;
      meetingPoint?: components["schemas"]["MeetingPointInput"] | null;
      /** @description Hours between booking and trip at least */
      minimumNoticeHours?: number;
      /**
       * @description Guide's display name
       * @example Inês Tavares
       */
      name?: components["schemas"]["LineOfText"];
      /** @description False: only `tripKinds` can be booked; true by default */
      offersWholeDays?: boolean;
      /** @description Pictures, the cover first */
      photos?: components["schemas"]["PhotoInput"][];
      /** @description Who the guide is */
      profile?: components["schemas"]["FreeText"];
      /** @description What guests are asked when they book */
      questions?: components["schemas"]["QuestionInput"][];
      /** @description Days with a rate of their own, both ends included; no two overlap */
      seasonalRates?: components["schemas"]["SeasonalRate"][];
      /**
       * @description Every area that the guide serves; `area` is always one of them
       * @example []
       */
      serviceAreas?: components["schemas"]["LineOfText"][];
      /**
       * @description Kinds of service
       * @example [
       *       "city_walk",
       *       "museum"
       *     ]
       */
      serviceTypes?: components["schemas"]["LineOfText"][];
      status?: components["schemas"]["GuideStatus"];
      /**
       * @description IANA time zone
       * @example Europe/Lisbon
       */
      timeZone?: string;
      /** @description Trips of hours that can be booked by their `tripKindId` */
      tripKinds?: components["schemas"]["TripKindInput"][];
      visibility?: components["schemas"]["GuideVisibility"];
      weekendRate?: components["schemas"]["WeekendRate"] | null;
    };
    /**
     * @description `partners`: only the owning studio and its partners see the guide
     * @enum {string}
     */
    GuideVisibility: "public" | "partners";
    /** @description The process is alive */
    Health: {
      /**
       * @description The process answers
       * @constant
       */
      status: "alive";
    };
    Hold: components["schemas"]["TripDetails"] & {
      cancellationPolicy: components["schemas"]["CancellationPolicy"];
      createdAt: components["schemas"]["Instant"];
      currency: components["schemas"]["Currency"];
      expiresAt: components["schemas"]["Instant"];
      guestCount: number;
      guideId: components["schemas"]["GuideId"];
      holdId: components["schemas"]["HoldId"];
      instantConfirmation: boolean;
      /** @description The order that was made from it */
      orderId: string | null;
      /** @description The amounts sum to `totalAmount` */
      priceBreakdown: components["schemas"]["PriceLine"][];
      status: components["schemas"]["HoldStatus"];
      timeZone: components["schemas"]["TimeZone"];
      totalAmount: components["schemas"]["Amount"];
      tripDate: components["schemas"]["CalendarDate"];
      tripDays: number;
      tripEndAt: components["schemas"]["Instant"];
      tripStartAt: components["schemas"]["Instant"];
    };
    HoldCreate: {
      /**
       * Format: double
       * @description What you expect to pay, in the guide's currency: refused with 40908, and the price in `data`, where it differs
       * @example 240
       */
      expectedTotal?: number;
      /** @description At most the guide's `maxGuests`; required unless `guests` is there */
      guestCount?: number;
      /** @description Guests by kind, as the guide's `guestKinds` */
      guests?: components["schemas"]["GuestCountInput"][];
      guideId: components["schemas"]["GuideId"];
      /**
       * @description Seconds from now; 48 h at most after the hold was made, and not beyond the start of the trip
       * @default 900
       */
      holdSeconds: number;
      /**
       * @description One of the guide's `languages`
       * @example pt
       */
      language?: string;
      startTime?: components["schemas"]["TimeOfDay"];
      /** @description First day in the guide's time zone; not in the past, at most 18 months ahead */
      tripDate: components["schemas"]["CalendarDate"];
      /** @description Number of days; required unless `tripKindId` is there */
      tripDays?: number;
      /**
       * @description One of the guide's `tripKinds`: a trip of hours
       * @example half-day
       */
      tripKindId?: components["schemas"]["OwnId"];
    } & (unknown & unknown & unknown);
    HoldExtendRequest: {
      /**
       * @description Seconds from now; 48 h at most after the hold was made, and not beyond the start of the trip
       * @default 900
       */
      holdSeconds: number;
    };
    /**
     * @description Hold identifier: `HLD` and digits
     * @example HLD1795230000000123456
     */
    HoldId: string;
    HoldList: {
      list: components["schemas"]["Hold"][];
      /** @description Null on the last page */
      nextCursor: string | null;
    };
    /**
     * @description `held` until it is `booked` (an order was made from it), `released`, or its time is over (`expired`)
     * @enum {string}
     */
    HoldStatus: "held" | "booked" | "released" | "expired";
    /** @description Whose public holidays the guide does not work on; null: works on all of them */
    Holidays: {
      /**
       * @description ISO 3166-1 alpha-2
       * @example PT
       */
      country: string;
      /**
       * @description ISO 3166-2, what is behind the hyphen; its own holidays come in addition
       * @example BY
       */
      region?: string;
    };
    /**
     * Format: date-time
     * @description Instant, RFC 3339 in UTC
     * @example 2027-05-01T08:00:00.000Z
     */
    Instant: string;
    JsonWebKey: {
      alg: string;
      crv: string;
      kid: string;
      kty: string;
      use: string;
      x: string;
    };
    JsonWebKeySet: {
      keys: components["schemas"]["JsonWebKey"][];
    };
    /** @description One line with something to see in it */
    LineOfText: string;
    /** @description Where guide and guests meet */
    MeetingPoint: {
      /**
       * Format: double
       * @description WGS 84
       */
      latitude?: number;
      /**
       * Format: double
       * @description WGS 84
       */
      longitude?: number;
      /**
       * @description Where guide and guests meet
       * @example Fountain on Rossio square
       */
      text: string;
    };
    /** @description Where guide and guests meet */
    MeetingPointInput: {
      /**
       * Format: double
       * @description WGS 84
       */
      latitude?: number;
      /**
       * Format: double
       * @description WGS 84
       */
      longitude?: number;
      /**
       * @description Where guide and guests meet
       * @example Fountain on Rossio square
       */
      text: components["schemas"]["LineOfText"];
    };
    /** @description An operator refused you */
    MerchantRefusedEvent: components["schemas"]["EventHead"] & {
      /** @description Yours */
      merchantKey: string;
      /** @description The operator's words */
      reason: string | null;
      /** @constant */
      type: "merchant.refused";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "merchant.refused";
    };
    /** @description An operator approved you */
    MerchantVerifiedEvent: components["schemas"]["EventHead"] & {
      /** @description Yours */
      merchantKey: string;
      /** @description The operator's words */
      reason: string | null;
      /** @constant */
      type: "merchant.verified";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "merchant.verified";
    };
    Message: {
      /** @description The provider that wrote it for you (`On-Behalf-Of`); null for the other side’s messages */
      actedBy: string | null;
      createdAt: components["schemas"]["Instant"];
      messageId: components["schemas"]["MessageId"];
      /** @description When it first was in an answer to the other side */
      readAt: components["schemas"]["Instant"] | null;
      sender: components["schemas"]["MessageSender"];
      text: string;
    };
    MessageCreate: {
      /** @description For the other side */
      text: components["schemas"]["VisibleText"];
    };
    /** @example MSG1207 */
    MessageId: string;
    MessageList: {
      list: components["schemas"]["Message"][];
      /** @description Null on the last page */
      nextCursor: string | null;
    };
    /** @description The other side of an order wrote to you */
    MessageReceivedEvent: components["schemas"]["EventHead"] & {
      /**
       * @description Where to read it: a path under the platform's address
       * @example /open/v1/order/messages/ORD1795230000000123456
       */
      link: string;
      messageId: components["schemas"]["MessageId"];
      orderId: components["schemas"]["OrderId"];
      sender: components["schemas"]["MessageSender"];
      /** @constant */
      type: "message.received";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "message.received";
    };
    /**
     * @description The side that wrote it: who ordered, or the studio
     * @enum {string}
     */
    MessageSender: "merchant" | "studio";
    /** @description An amount of money */
    Money: {
      amount: components["schemas"]["Amount"];
      currency: components["schemas"]["Currency"];
    };
    Notification: components["schemas"]["NotificationSummary"] & {
      /** @description Every attempt, oldest first; at most the last 1,000 */
      attemptLog: components["schemas"]["NotificationAttempt"][];
      /** @description What is sent, byte for byte */
      body: string;
    };
    NotificationAttempt: {
      durationMs: number;
      error: components["schemas"]["AttemptError"] | null;
      httpStatus: number | null;
      number: number;
      /** @description What was sent, your own headers without their values; null for old attempts */
      requestHeaders: {
        [key: string]: string;
      } | null;
      /** @description The first 1 KiB of the answer */
      responseExcerpt: string | null;
      /** @description What came back, long ones cut; null where no answer came, and for old attempts */
      responseHeaders: {
        [key: string]: string;
      } | null;
      /**
       * Format: date-time
       * @description What `webhook-timestamp` said; null for old attempts
       */
      signedAt: string | null;
      startedAt: components["schemas"]["Instant"];
    };
    /**
     * @description The same as `webhook-id`
     * @example NTF1795230000000123456-2
     */
    NotificationId: string;
    NotificationList: {
      list: components["schemas"]["NotificationSummary"][];
      nextCursor: string | null;
    };
    /**
     * @description `pending`: not acknowledged yet; `skipped`: there was no callback address; `abandoned`: an operator gave up; `unsubscribed`: the endpoint does not take such events, it is in the event feed only
     * @enum {string}
     */
    NotificationStatus: "pending" | "acknowledged" | "skipped" | "abandoned" | "unsubscribed";
    NotificationSummary: {
      acknowledgedAt: components["schemas"]["Instant"] | null;
      /** @description How many times it was sent */
      attempts: number;
      createdAt: components["schemas"]["Instant"];
      endpointId: components["schemas"]["CallbackEndpointId"];
      /** @description Status of the last answer; null where none came */
      httpStatus: number | null;
      nextAttemptAt: components["schemas"]["Instant"] | null;
      notificationId: components["schemas"]["NotificationId"];
      orderId: components["schemas"]["OrderId"] | null;
      /** @description Number of the event in the order's history, or the settlement's */
      sequence: number;
      /**
       * @description For notifications of a settlement
       * @example STL1000000001
       */
      settlementId: string | null;
      status: components["schemas"]["NotificationStatus"];
      type: components["schemas"]["EventType"];
    };
    Order: components["schemas"]["OrderSnapshot"] & {
      /** @description For the studio: null until confirmed */
      answers: components["schemas"]["Answer"][] | null;
      /** @description For the studio: null until confirmed */
      contactEmail: string | null;
      /** @description For the studio: null until the order is confirmed */
      contactName: string | null;
      /** @description E.164; for the studio: null until confirmed */
      contactPhone: string | null;
      /** @description For the studio: null until confirmed; empty where none were sent */
      guestNames: string[] | null;
      /** @description A change that waits for the studio */
      openChange: components["schemas"]["OrderChange"] | null;
      remark: string | null;
    };
    /**
     * @description An endpoint that moves the order
     * @enum {string}
     */
    OrderAction: "confirm" | "reject" | "start" | "complete" | "cancel";
    OrderActionRequest: {
      /** @description Free text for the other side */
      reason?: components["schemas"]["FreeText"];
    };
    OrderChange: {
      /** @description As they become */
      after: components["schemas"]["OrderChangeMembers"];
      /** @description The studio's words, where it declined */
      answer: string | null;
      /**
       * Format: date-time
       * @description Until then the studio may accept it
       */
      answerBy: string | null;
      /** @description As they were */
      before: components["schemas"]["OrderChangeMembers"];
      /**
       * Format: double
       * @description What the cancellation policy does not give back of what is saved
       */
      changeFee: number;
      changeId: components["schemas"]["OrderChangeId"];
      createdAt: components["schemas"]["Instant"];
      currency: components["schemas"]["Currency"];
      decidedAt: components["schemas"]["Instant"] | null;
      /**
       * Format: double
       * @description Of `totalAmount`; above zero: the trip costs more
       */
      difference: number;
      /** @description Names of all members that it changes */
      fields: string[];
      /** @description The merchant's words */
      reason: string | null;
      /** @description Number of the change's last event in the history */
      sequence: number | null;
      status: components["schemas"]["OrderChangeStatus"];
    };
    OrderChangeAnswerRequest: {
      /** @description Only this one; by default the one that waits */
      changeId?: components["schemas"]["OrderChangeId"];
      /** @description Free text for the other side */
      reason?: components["schemas"]["FreeText"];
    };
    /** @description The studio declined a change */
    OrderChangeDeclinedEvent: components["schemas"]["EventHead"] & {
      change: components["schemas"]["OrderChangeSnapshot"];
      /** @description The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      orderId: components["schemas"]["OrderId"];
      reason: components["schemas"]["UnmovedReason"];
      status: components["schemas"]["OrderStatus"];
      /** @constant */
      type: "order.change_declined";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "order.change_declined";
    };
    /** @description An order was changed */
    OrderChangedEvent: components["schemas"]["EventHead"] & {
      change: components["schemas"]["OrderChangeSnapshot"];
      /** @description The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      orderId: components["schemas"]["OrderId"];
      reason: components["schemas"]["UnmovedReason"];
      status: components["schemas"]["OrderStatus"];
      /** @constant */
      type: "order.changed";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "order.changed";
    };
    /** @description The studio did not answer a change in time */
    OrderChangeExpiredEvent: components["schemas"]["EventHead"] & {
      change: components["schemas"]["OrderChangeSnapshot"];
      /** @description The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      orderId: components["schemas"]["OrderId"];
      reason: components["schemas"]["UnmovedReason"];
      status: components["schemas"]["OrderStatus"];
      /** @constant */
      type: "order.change_expired";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "order.change_expired";
    };
    /**
     * @description Identifier of a change: `CHG` and digits
     * @example CHG1795230000000123456
     */
    OrderChangeId: string;
    OrderChangeList: {
      /** @description Newest first */
      list: components["schemas"]["OrderChange"][];
    };
    /** @description Members of the order that the change touches */
    OrderChangeMembers: components["schemas"]["OrderChangeSnapshotMembers"] & {
      answers?: components["schemas"]["Answer"][];
      contactEmail?: string | null;
      contactName?: string;
      contactPhone?: string;
      guestNames?: string[];
      remark?: string | null;
    };
    OrderChangeQuote: {
      /**
       * Format: date-time
       * @description Until when the studio could answer one made now
       */
      answerBy: string | null;
      /**
       * Format: double
       * @description What the cancellation policy does not give back of what is saved; a line of the breakdown
       */
      changeFee: number;
      /**
       * Format: date-time
       * @description Of a pending order: by when the studio must confirm then
       */
      confirmBy: string | null;
      currency: components["schemas"]["Currency"];
      /**
       * Format: double
       * @description Above zero: the trip costs more
       */
      difference: number;
      /** @description Names of the members that would change */
      fields: string[];
      /** @description Whether the studio has to agree; otherwise it is done at once */
      needsConsent: boolean;
      /** @description The same for programs, as `data.details` of a refusal has it */
      obstacleDetails: components["schemas"]["ErrorDetail"][];
      /** @description Why not; empty when possible */
      obstacles: string[];
      orderId: components["schemas"]["OrderId"];
      /** @description The day that the cancellation policy counts from afterwards */
      policyDate: components["schemas"]["CalendarDate"];
      /** @description Whether order/change would take it now; nothing is held */
      possible: boolean;
      previousTotal: components["schemas"]["Amount"];
      /** @description The amounts sum to `totalAmount` */
      priceBreakdown: components["schemas"]["PriceLine"][];
      quotedAt: components["schemas"]["Instant"];
      /**
       * Format: double
       * @description Of what is saved, as cancelling now would give back
       */
      refundPercent: number;
      status: components["schemas"]["OrderStatus"];
      totalAmount: components["schemas"]["Amount"];
      tripEndAt: components["schemas"]["Instant"];
      tripStartAt: components["schemas"]["Instant"];
    };
    OrderChangeQuoteRequest: {
      /** @description Answers to the guide's `questions` */
      answers?: components["schemas"]["AnswerInput"][];
      /**
       * Format: email
       * @description The contact person's e-mail address
       * @example ana@example.com
       */
      contactEmail?: string | null;
      contactName?: components["schemas"]["LineOfText"];
      /**
       * @description E.164, or national form of the merchant's country
       * @example +351912345678
       */
      contactPhone?: string;
      guestCount?: number;
      /** @description At most as many as there are guests */
      guestNames?: components["schemas"]["LineOfText"][];
      /** @description Guests by kind, as the guide's `guestKinds` */
      guests?: components["schemas"]["GuestCountInput"][];
      /**
       * @description Language tag, BCP 47
       * @example pt
       */
      language?: string | null;
      /** @description For the studio */
      remark?: components["schemas"]["FreeText"] | null;
      startTime?: components["schemas"]["TimeOfDay"];
      tripDate?: components["schemas"]["CalendarDate"];
      tripDays?: number;
      /** @description One of the guide's `tripKinds`: a trip of hours */
      tripKindId?: components["schemas"]["OwnId"] | null;
    };
    OrderChangeRequest: {
      /** @description Answers to the guide's `questions` */
      answers?: components["schemas"]["AnswerInput"][];
      /**
       * Format: email
       * @description The contact person's e-mail address
       * @example ana@example.com
       */
      contactEmail?: string | null;
      contactName?: components["schemas"]["LineOfText"];
      /**
       * @description E.164, or national form of the merchant's country
       * @example +351912345678
       */
      contactPhone?: string;
      /**
       * Format: double
       * @description The quote's `totalAmount`: another price is refused with 40908
       */
      expectedTotal?: number;
      guestCount?: number;
      /** @description At most as many as there are guests */
      guestNames?: components["schemas"]["LineOfText"][];
      /** @description Guests by kind, as the guide's `guestKinds` */
      guests?: components["schemas"]["GuestCountInput"][];
      /**
       * @description Language tag, BCP 47
       * @example pt
       */
      language?: string | null;
      /** @description For the studio */
      reason?: components["schemas"]["FreeText"];
      /** @description For the studio */
      remark?: components["schemas"]["FreeText"] | null;
      startTime?: components["schemas"]["TimeOfDay"];
      tripDate?: components["schemas"]["CalendarDate"];
      tripDays?: number;
      /** @description One of the guide's `tripKinds`: a trip of hours */
      tripKindId?: components["schemas"]["OwnId"] | null;
    };
    /** @description The merchant asks for a change that needs the studio's consent */
    OrderChangeRequestedEvent: components["schemas"]["EventHead"] & {
      change: components["schemas"]["OrderChangeSnapshot"];
      /** @description The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      orderId: components["schemas"]["OrderId"];
      reason: components["schemas"]["UnmovedReason"];
      status: components["schemas"]["OrderStatus"];
      /** @constant */
      type: "order.change_requested";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "order.change_requested";
    };
    OrderChangeResult: {
      change: components["schemas"]["OrderChange"];
      /** @description The order as it stands */
      order: components["schemas"]["Order"];
    };
    /**
     * @description How a confirmed order is changed: by the studio's consent, or at once
     * @enum {string}
     */
    OrderChangeRule: "consent" | "instant";
    OrderChangeSnapshot: {
      /** @description As they become */
      after: components["schemas"]["OrderChangeSnapshotMembers"];
      /** @description The studio's words, where it declined */
      answer: string | null;
      /**
       * Format: date-time
       * @description Until then the studio may accept it
       */
      answerBy: string | null;
      /** @description As they were */
      before: components["schemas"]["OrderChangeSnapshotMembers"];
      /**
       * Format: double
       * @description What the cancellation policy does not give back of what is saved
       */
      changeFee: number;
      changeId: components["schemas"]["OrderChangeId"];
      createdAt: components["schemas"]["Instant"];
      currency: components["schemas"]["Currency"];
      decidedAt: components["schemas"]["Instant"] | null;
      /**
       * Format: double
       * @description Of `totalAmount`; above zero: the trip costs more
       */
      difference: number;
      /** @description Names of all members that it changes */
      fields: string[];
      /** @description The merchant's words */
      reason: string | null;
      /** @description Number of the change's last event in the history */
      sequence: number | null;
      status: components["schemas"]["OrderChangeStatus"];
    };
    /** @description Members of the order that the change touches, without contact data */
    OrderChangeSnapshotMembers: {
      /** @description Null for whole days */
      durationMinutes?: number | null;
      guestCount?: number;
      /** @description Guests by kind; empty where the guide does not tell them apart */
      guests?: components["schemas"]["GuestCount"][];
      /** @description Language tag, BCP 47 */
      language?: string | null;
      meetingPoint?: components["schemas"]["MeetingPoint"] | null;
      /** @description The amounts sum to `totalAmount` */
      priceBreakdown?: components["schemas"]["PriceLine"][];
      /** @description `HH:MM` in the guide's time zone; null for whole days */
      startTime?: string | null;
      totalAmount?: components["schemas"]["Amount"];
      tripDate?: components["schemas"]["CalendarDate"];
      tripDays?: number;
      tripEndAt?: components["schemas"]["Instant"];
      /** @description Null for whole days */
      tripKindId?: string | null;
      /** @description As it was when the trip was booked */
      tripKindName?: string | null;
      tripStartAt?: components["schemas"]["Instant"];
    };
    /**
     * @description `requested`: the studio has to agree; `applied`: the order is changed; otherwise it came to nothing
     * @enum {string}
     */
    OrderChangeStatus: "requested" | "applied" | "declined" | "withdrawn" | "expired";
    /** @description The merchant no longer asks for a change */
    OrderChangeWithdrawnEvent: components["schemas"]["EventHead"] & {
      change: components["schemas"]["OrderChangeSnapshot"];
      /** @description The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      orderId: components["schemas"]["OrderId"];
      reason: components["schemas"]["UnmovedReason"];
      status: components["schemas"]["OrderStatus"];
      /** @constant */
      type: "order.change_withdrawn";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "order.change_withdrawn";
    };
    /** @description The platform's share */
    OrderCommission: {
      amount: components["schemas"]["Amount"];
      currency: components["schemas"]["Currency"];
      /** @description Basis points */
      rate: number;
    };
    /** @description To the studio: it has not confirmed an order yet */
    OrderConfirmationDueEvent: components["schemas"]["EventHead"] & {
      /** @description The ordering merchant's own reference */
      clientReference: string | null;
      confirmBy: components["schemas"]["Instant"];
      order: components["schemas"]["OrderSnapshot"];
      orderId: components["schemas"]["OrderId"];
      /**
       * @description `half`, then `late`: nine tenths of the time are over
       * @enum {string}
       */
      reminder: "half" | "late";
      /** @constant */
      type: "order.confirmation_due";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "order.confirmation_due";
    };
    OrderCreate: {
      /** @description Answers to the guide's `questions` */
      answers?: components["schemas"]["AnswerInput"][];
      /** @description The merchant's own reference */
      clientReference?: components["schemas"]["LineOfText"];
      /**
       * Format: email
       * @description The contact person's e-mail address
       * @example ana@example.com
       */
      contactEmail?: string;
      contactName: components["schemas"]["LineOfText"];
      /**
       * @description E.164, or national form of the merchant's country
       * @example +351912345678
       */
      contactPhone: string;
      /**
       * Format: double
       * @description What you expect to pay, in the guide's currency: refused with 40908, and the price in `data`, where it differs
       * @example 240
       */
      expectedTotal?: number;
      /** @description At most the guide's `maxGuests`; required unless `guests` is there */
      guestCount?: number;
      /** @description At most as many as there are guests */
      guestNames?: components["schemas"]["LineOfText"][];
      /** @description Guests by kind, as the guide's `guestKinds` */
      guests?: components["schemas"]["GuestCountInput"][];
      guideId?: components["schemas"]["GuideId"];
      /** @description Books what this hold keeps, at its price: its trip may be left out, or has to be said as it is held */
      holdId?: components["schemas"]["HoldId"];
      /**
       * @description One of the guide's `languages`
       * @example pt
       */
      language?: string;
      /** @description For the studio */
      remark?: components["schemas"]["FreeText"];
      startTime?: components["schemas"]["TimeOfDay"];
      /** @description First day in the guide's time zone; not in the past, at most 18 months ahead */
      tripDate?: components["schemas"]["CalendarDate"];
      /** @description Number of days; required unless `tripKindId` is there */
      tripDays?: number;
      /**
       * @description One of the guide's `tripKinds`: a trip of hours
       * @example half-day
       */
      tripKindId?: components["schemas"]["OwnId"];
      /** @description True: refused with 40909 where another order that you placed with it has this `clientReference`, in whatever state. Otherwise references may repeat */
      uniqueReference?: boolean;
    } & (unknown & unknown & unknown);
    OrderCreated: {
      currency: components["schemas"]["Currency"];
      orderId: components["schemas"]["OrderId"];
      status: components["schemas"]["OrderStatus"];
      totalAmount: components["schemas"]["Amount"];
    };
    /** @description When the order moves by itself, and to which state */
    OrderDeadline: {
      at: components["schemas"]["Instant"];
      status: components["schemas"]["OrderStatus"];
    };
    OrderHistoryEntry: {
      /** @description The provider that acted for you (`On-Behalf-Of`); null for everyone else’s actions */
      actedBy: string | null;
      actor: components["schemas"]["ActorKind"];
      note: string | null;
      occurredAt: components["schemas"]["Instant"];
      previousStatus: components["schemas"]["OrderStatus"] | null;
      reason: components["schemas"]["OrderReason"];
      sequence: number;
      status: components["schemas"]["OrderStatus"];
    };
    /** @example ORD1795230000000123456 */
    OrderId: string;
    OrderList: {
      list: components["schemas"]["OrderSummary"][];
      /** @description Null on the last page */
      nextCursor: string | null;
    };
    OrderQuote: components["schemas"]["TripDetails"] & {
      /** @description Whether order/create would take it now; nothing is held */
      available: boolean;
      cancellationPolicy: components["schemas"]["CancellationPolicy"];
      /** @description What cancelling refunds once the order is confirmed, in chronological order; before that, everything */
      cancellationTerms: components["schemas"]["CancellationTerm"][];
      /**
       * Format: date-time
       * @description When an order made now would expire unconfirmed
       */
      confirmBy: string;
      currency: components["schemas"]["Currency"];
      guestCount: number;
      guideId: components["schemas"]["GuideId"];
      instantConfirmation: boolean;
      /** @description The same for programs, as `data.details` of a refusal has it */
      obstacleDetails: components["schemas"]["ErrorDetail"][];
      /** @description Why not; empty when available */
      obstacles: string[];
      /** @description The amounts sum to `totalAmount` */
      priceBreakdown: components["schemas"]["PriceLine"][];
      quotedAt: components["schemas"]["Instant"];
      timeZone: components["schemas"]["TimeZone"];
      totalAmount: components["schemas"]["Amount"];
      tripDate: components["schemas"]["CalendarDate"];
      tripDays: number;
      tripEndAt: components["schemas"]["Instant"];
      tripStartAt: components["schemas"]["Instant"];
    };
    OrderQuoteRequest: {
      /** @description At most the guide's `maxGuests`; required unless `guests` is there */
      guestCount?: number;
      /** @description Guests by kind, as the guide's `guestKinds` */
      guests?: components["schemas"]["GuestCountInput"][];
      guideId: components["schemas"]["GuideId"];
      /**
       * @description One of the guide's `languages`
       * @example pt
       */
      language?: string;
      startTime?: components["schemas"]["TimeOfDay"];
      /** @description First day in the guide's time zone; not in the past, at most 18 months ahead */
      tripDate: components["schemas"]["CalendarDate"];
      /** @description Number of days; required unless `tripKindId` is there */
      tripDays?: number;
      /**
       * @description One of the guide's `tripKinds`: a trip of hours
       * @example half-day
       */
      tripKindId?: components["schemas"]["OwnId"];
    } & (unknown & unknown & unknown);
    /**
     * @description Why it came to that
     * @enum {string}
     */
    OrderReason: "created" | "confirmed_by_studio" | "instant" | "cancelled_by_merchant" | "rejected_by_studio" | "confirmation_expired" | "trip_started" | "started_by_studio" | "withdrawn_by_studio" | "trip_ended" | "completed_by_studio" | "cancelled_by_operator" | "changed_by_merchant" | "change_requested_by_merchant" | "change_accepted_by_studio" | "change_declined_by_studio" | "change_withdrawn_by_merchant" | "change_expired" | "refunded_by_studio";
    /** @description What the ordering merchant gets back, and what it does not */
    OrderRefund: {
      amount: components["schemas"]["Amount"];
      currency: components["schemas"]["Currency"];
      fee: components["schemas"]["Amount"];
    };
    /** @description The studio gives a part of the price back */
    OrderRefundedEvent: components["schemas"]["EventHead"] & {
      /** @description The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      orderId: components["schemas"]["OrderId"];
      reason: components["schemas"]["UnmovedReason"];
      /** @description What it gives back now; `order.refund` has the sum */
      refunded: components["schemas"]["Money"];
      status: components["schemas"]["OrderStatus"];
      /** @constant */
      type: "order.refunded";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "order.refunded";
    };
    OrderRefundRequest: {
      /**
       * Format: double
       * @description Decimal, in the order's currency; at most what was not given back yet
       * @example 40
       */
      amount: number;
      /** @description For the merchant; a line of both statements shows it */
      reason: components["schemas"]["VisibleText"];
    };
    /** @description The order as it was then, as your side sees it, without contact data and remark */
    OrderSnapshot: components["schemas"]["TripDetails"] & {
      /** @description The endpoints that the caller may use on the order in its current state */
      availableActions: components["schemas"]["OrderAction"][];
      cancellationPolicy: components["schemas"]["CancellationPolicy"];
      clientReference: string | null;
      commission: components["schemas"]["OrderCommission"];
      createdAt: components["schemas"]["Instant"];
      currency: components["schemas"]["Currency"];
      guestCount: number;
      guideId: components["schemas"]["GuideId"];
      history: components["schemas"]["OrderHistoryEntry"][];
      nextDeadline: components["schemas"]["OrderDeadline"] | null;
      orderId: components["schemas"]["OrderId"];
      /** @description The amounts sum to `totalAmount` */
      priceBreakdown: components["schemas"]["PriceLine"][];
      refund: components["schemas"]["OrderRefund"] | null;
      status: components["schemas"]["OrderStatus"];
      /** @description The guide's time zone (IANA) */
      timeZone: string;
      totalAmount: components["schemas"]["Amount"];
      tripDate: components["schemas"]["CalendarDate"];
      tripDays: number;
      tripEndAt: components["schemas"]["Instant"];
      tripStartAt: components["schemas"]["Instant"];
    };
    /**
     * @description State of the order
     * @enum {string}
     */
    OrderStatus: "pending" | "confirmed" | "in_progress" | "completed" | "cancelled";
    /** @description An order was created, or reached another state */
    OrderStatusChangedEvent: components["schemas"]["EventHead"] & {
      /** @description The ordering merchant's own reference */
      clientReference: string | null;
      order: components["schemas"]["OrderSnapshot"];
      orderId: components["schemas"]["OrderId"];
      previousStatus: components["schemas"]["OrderStatus"] | null;
      reason: components["schemas"]["OrderReason"];
      status: components["schemas"]["OrderStatus"];
      /** @constant */
      type: "order.status_changed";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "order.status_changed";
    };
    OrderSummary: {
      clientReference: string | null;
      createdAt: components["schemas"]["Instant"];
      currency: components["schemas"]["Currency"];
      guestCount: number;
      guideId: components["schemas"]["GuideId"];
      orderId: components["schemas"]["OrderId"];
      status: components["schemas"]["OrderStatus"];
      totalAmount: components["schemas"]["Amount"];
      tripDate: components["schemas"]["CalendarDate"];
      tripDays: number;
      /** @description Of its last change */
      updatedAt: components["schemas"]["Instant"];
    };
    /**
     * @description A name of your own
     * @example diet
     */
    OwnId: string;
    Partner: {
      linkedAt: components["schemas"]["Instant"];
      /**
       * @description The partner's merchant key
       * @example mk_sandbox_agency
       */
      merchantKey: string;
      name: string;
    };
    PartnerList: {
      list: components["schemas"]["Partner"][];
    };
    PartnerUnlinked: {
      /** @constant */
      linked: false;
      /**
       * @description The partner's merchant key
       * @example mk_sandbox_agency
       */
      merchantKey: string;
    };
    /**
     * @description Who pays the balance
     * @enum {string}
     */
    Payer: "platform" | "merchant" | "nobody";
    /** @description A picture of the guide */
    Photo: {
      /** @description What it shows */
      caption?: string;
      /**
       * @description A picture on the web; `https` only, without user name and password
       * @example https://images.example.com/g1001/1.jpg
       */
      url: string;
    };
    /** @description A picture of the guide */
    PhotoInput: {
      /** @description What it shows */
      caption?: components["schemas"]["LineOfText"];
      /**
       * @description A picture on the web; `https` only, without user name and password
       * @example https://images.example.com/g1001/1.jpg
       */
      url: string;
    };
    PriceLine: {
      amount: components["schemas"]["Amount"];
      days: number;
      endDate: components["schemas"]["CalendarDate"];
      /** @description Whom a `guest_rate` is for */
      guestKind: components["schemas"]["GuestKind"] | null;
      /** @description How many guests pay a surcharge, or a rate of their kind */
      guests: number | null;
      kind: components["schemas"]["PriceLineKind"];
      startDate: components["schemas"]["CalendarDate"];
      /**
       * Format: double
       * @description Per day or trip, and per guest for a surcharge or a `guest_rate`
       */
      unitAmount: number;
    };
    /**
     * @description What the line is for
     * @enum {string}
     */
    PriceLineKind: "day_rate" | "seasonal_rate" | "weekend_rate" | "trip_rate" | "guest_surcharge" | "guest_rate" | "change_fee";
    /** @description What guests are asked when they book */
    Question: {
      /** @description Your name for it */
      questionId: components["schemas"]["OwnId"];
      /** @description Bookings without an answer are refused */
      required: boolean;
      /** @description What guests are asked */
      text: string;
    };
    /** @description What guests are asked when they book */
    QuestionInput: {
      /** @description Your name for it */
      questionId: components["schemas"]["OwnId"];
      /** @description Bookings without an answer are refused */
      required: boolean;
      /**
       * @description What guests are asked
       * @example What do you not eat?
       */
      text: components["schemas"]["LineOfText"];
    };
    /** @description How many reviews gave each rating */
    RatingDistribution: {
      /** @description Reviews with this rating */
      1: number;
      /** @description Reviews with this rating */
      2: number;
      /** @description Reviews with this rating */
      3: number;
      /** @description Reviews with this rating */
      4: number;
      /** @description Reviews with this rating */
      5: number;
    };
    /** @description The process can serve requests */
    Readiness: {
      /** @description What the platform depends on */
      components: {
        /**
         * @description Whether it answers
         * @enum {string}
         */
        database: "up" | "away" | "unknown";
        /**
         * @description Whether it answers
         * @enum {string}
         */
        temporal: "up" | "away" | "unknown";
      };
    };
    /**
     * @description `pending`: not acknowledged yet; `skipped`: there was no callback address; `abandoned`: an operator gave up
     * @enum {string}
     */
    RecoverableStatus: "pending" | "acknowledged" | "skipped" | "abandoned";
    Recovery: {
      filter: components["schemas"]["RecoveryFilter"];
      finishedAt: components["schemas"]["Instant"] | null;
      recoveryId: components["schemas"]["RecoveryId"];
      requestedAt: components["schemas"]["Instant"];
      state: components["schemas"]["RecoveryState"];
      /** @description Those that it has taken so far; each is sent until it is acknowledged */
      taken: number;
      /** @description Notifications that it was to take when it was asked for */
      total: number;
    };
    RecoveryCreate: {
      /**
       * @description Only count
       * @default false
       */
      dryRun: boolean;
      endpointId?: components["schemas"]["CallbackEndpointId"];
      /**
       * @description HTTP status of the last answer
       * @example 503
       */
      httpStatus?: number;
      orderId?: components["schemas"]["OrderId"];
      /**
       * @description Notifications of events from this instant on
       * @example 2027-05-01T08:00:00Z
       */
      since: components["schemas"]["GivenInstant"];
      /** @description Only in these states; all but `acknowledged` where it is left out */
      statuses?: components["schemas"]["RecoverableStatus"][];
      /** @description Only of these events */
      types?: components["schemas"]["EventType"][];
      /** @description Only of events before this instant */
      until?: components["schemas"]["GivenInstant"];
    };
    /** @description As it was asked for */
    RecoveryFilter: {
      endpointId?: components["schemas"]["CallbackEndpointId"];
      /**
       * @description HTTP status of the last answer
       * @example 503
       */
      httpStatus?: number;
      orderId?: components["schemas"]["OrderId"];
      /** @description The earliest that was asked for */
      since: components["schemas"]["GivenInstant"];
      /** @description Only in these states; all but `acknowledged` where it is left out */
      statuses?: components["schemas"]["RecoverableStatus"][];
      /** @description Only of these events */
      types?: components["schemas"]["EventType"][];
      /** @description Only of events before this instant */
      until?: components["schemas"]["GivenInstant"];
    };
    /** @example RCV100001 */
    RecoveryId: string;
    RecoveryList: {
      list: components["schemas"]["Recovery"][];
      nextCursor: string | null;
    };
    RecoveryStarted: {
      abandoned: number;
      /** @description 0 unless `statuses` names them */
      acknowledged: number;
      /** @description Notifications that it takes */
      count: number;
      dryRun: boolean;
      pending: number;
      /**
       * @description Null where nothing is sent: a dry run, or nothing to send
       * @example RCV100001
       */
      recoveryId: string | null;
      skipped: number;
    };
    /**
     * @description `waiting`: not begun; `running`; `finished`; `cancelled`: stopped by you
     * @enum {string}
     */
    RecoveryState: "waiting" | "running" | "finished" | "cancelled";
    /** @description When the refund falls next, and to what; null where it does not */
    RefundChange: {
      at: components["schemas"]["Instant"];
      fee: components["schemas"]["Amount"];
      refund: components["schemas"]["Amount"];
    };
    /** @description A guide that guide/detail would refuse */
    RefusedGuide: {
      /**
       * @description As guide/detail would answer
       * @enum {integer}
       */
      code: 40003 | 40004;
      guideId: components["schemas"]["GuideId"];
      /** @description For people */
      msg: string;
    };
    Review: {
      createdAt: components["schemas"]["Instant"];
      guideId: components["schemas"]["GuideId"];
      orderId: components["schemas"]["OrderId"];
      /**
       * @description 5 is best
       * @example 5
       */
      rating: number;
      text: string;
    };
    ReviewCreate: {
      /**
       * @description 5 is best
       * @example 5
       */
      rating: number;
      /**
       * @description What the guests say
       * @example Knew every corner.
       */
      text?: components["schemas"]["FreeText"];
    };
    /** @description The ordering merchant rated a trip */
    ReviewCreatedEvent: components["schemas"]["EventHead"] & {
      guideId: components["schemas"]["GuideId"];
      orderId: components["schemas"]["OrderId"];
      /**
       * @description 5 is best
       * @example 5
       */
      rating: number;
      text: string;
      /** @constant */
      type: "review.created";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "review.created";
    };
    /** @description What guests gave the guide */
    ReviewStatistics: {
      /**
       * Format: double
       * @description 0 before the first review
       */
      averageRating: number;
      /** @description Of all reviews */
      count: number;
      distribution: components["schemas"]["RatingDistribution"];
    };
    SandboxClock: {
      /** @description Seconds between the two */
      aheadSeconds: number;
      /** @description How far the clock can be moved at this moment */
      latest: components["schemas"]["Instant"];
      /** @description What the time is for you and for the orders that you placed */
      now: components["schemas"]["Instant"];
      /** @description Live orders and holds that have yet to follow the clock: deadlines that are over have not all fired. At most 1,000 are counted; 0: all have followed */
      ordersBehind: number;
      /** @description What the time is */
      realNow: components["schemas"]["Instant"];
    };
    SandboxClockAdvanceRequest: {
      /** @description Days of 24 hours */
      days?: number;
      /** @description Hours */
      hours?: number;
      /** @description Minutes */
      minutes?: number;
      /**
       * Format: date-time
       * @description Instant, RFC 3339, later than your clock says
       * @example 2027-05-01T08:00:00Z
       */
      until?: string;
    };
    /**
     * @description What a token may be used for
     * @enum {string}
     */
    Scope: "guide:read" | "guide:write" | "order:read" | "order:write" | "notification" | "settlement:read" | "settlement:write" | "credential:read" | "credential:rotate" | "credential:revoke";
    /** @description Days with a rate of their own, both ends included */
    SeasonalRate: {
      /**
       * Format: double
       * @description Price of each of these days
       * @example 190
       */
      dayRate: number;
      endDate: components["schemas"]["CalendarDate"];
      startDate: components["schemas"]["CalendarDate"];
    };
    ServerMetadata: {
      grant_types_supported: string[];
      issuer: string;
      jwks_uri: string;
      response_types_supported: string[];
      scopes_supported: string[];
      service_documentation: string;
      token_endpoint: string;
      token_endpoint_auth_methods_supported: string[];
    };
    Settlement: components["schemas"]["SettlementSummary"] & {
      /** @description In the order in which they were posted */
      lines: components["schemas"]["SettlementLine"][];
      /** @description More lines; null on the last page */
      nextCursor: string | null;
    };
    /** @description An operator posted an amount because of a dispute; it is a line of the next statement */
    SettlementAdjustedEvent: components["schemas"]["EventHead"] & {
      dispute: components["schemas"]["DisputeSnapshot"];
      previousStatus: components["schemas"]["SettlementStatus"];
      settlement: components["schemas"]["SettlementSnapshot"];
      settlementId: components["schemas"]["SettlementId"];
      status: components["schemas"]["SettlementStatus"];
      /** @constant */
      type: "settlement.adjusted";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "settlement.adjusted";
    };
    SettlementDispute: {
      openedAt: components["schemas"]["Instant"];
      reason: string;
      /** @description The operator's answer */
      resolution: string | null;
      resolvedAt: components["schemas"]["Instant"] | null;
      status: components["schemas"]["DisputeStatus"];
    };
    /** @description You objected to a line */
    SettlementDisputedEvent: components["schemas"]["EventHead"] & {
      dispute: components["schemas"]["DisputeSnapshot"];
      previousStatus: components["schemas"]["SettlementStatus"];
      settlement: components["schemas"]["SettlementSnapshot"];
      settlementId: components["schemas"]["SettlementId"];
      status: components["schemas"]["SettlementStatus"];
      /** @constant */
      type: "settlement.disputed";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "settlement.disputed";
    };
    SettlementDisputeRequest: {
      lineId: components["schemas"]["SettlementLineId"];
      /** @description What is wrong with it */
      reason: components["schemas"]["VisibleText"];
    };
    /** @description An operator answered */
    SettlementDisputeResolvedEvent: components["schemas"]["EventHead"] & {
      dispute: components["schemas"]["DisputeSnapshot"];
      previousStatus: components["schemas"]["SettlementStatus"];
      settlement: components["schemas"]["SettlementSnapshot"];
      settlementId: components["schemas"]["SettlementId"];
      status: components["schemas"]["SettlementStatus"];
      /** @constant */
      type: "settlement.dispute_resolved";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "settlement.dispute_resolved";
    };
    /** @example STL1000000001 */
    SettlementId: string;
    /** @description A statement stands, and is to be paid */
    SettlementIssuedEvent: components["schemas"]["EventHead"] & {
      previousStatus: components["schemas"]["SettlementStatus"];
      settlement: components["schemas"]["SettlementSnapshot"];
      settlementId: components["schemas"]["SettlementId"];
      status: components["schemas"]["SettlementStatus"];
      /** @constant */
      type: "settlement.issued";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "settlement.issued";
    };
    SettlementIssueRequest: {
      /** @description Default: the first month in which there is something */
      month?: components["schemas"]["SettlementMonth"];
    };
    SettlementLine: {
      /**
       * Format: double
       * @description gross − commission; decimal, in `currency`
       */
      amount: number;
      /** @description Of the order; for the merchant that placed it */
      clientReference: string | null;
      /**
       * Format: double
       * @description Of the platform; rounded half to even, once per line; decimal, in `currency`
       */
      commission: number;
      /** @description Basis points, as agreed when the order was made; on the studio's side of an order */
      commissionRate: number | null;
      counterparty: components["schemas"]["Counterparty"] | null;
      /**
       * Format: date
       * @description Of `occurredAt`, in the time zone of the statement
       * @example 2027-01-31
       */
      day: string;
      dispute: components["schemas"]["SettlementDispute"] | null;
      /**
       * Format: double
       * @description Above zero earned, below zero owed; decimal, in `currency`
       */
      gross: number;
      guideId: string | null;
      kind: components["schemas"]["SettlementLineKind"];
      lineId: components["schemas"]["SettlementLineId"];
      occurredAt: components["schemas"]["Instant"];
      orderId: string | null;
      /** @description Of a manual correction */
      reason: string | null;
      tripDate: string | null;
    };
    /** @example LIN123 */
    SettlementLineId: string;
    /**
     * @description What the line is for
     * @enum {string}
     */
    SettlementLineKind: "completed" | "cancellation_fee" | "refund" | "adjustment" | "reversal" | "payment";
    SettlementList: {
      list: components["schemas"]["SettlementSummary"][];
      /** @description Null on the last page */
      nextCursor: string | null;
    };
    /**
     * @description Calendar month in the platform's time zone
     * @example 2027-01
     */
    SettlementMonth: string;
    /** @description A statement is paid */
    SettlementPaidEvent: components["schemas"]["EventHead"] & {
      previousStatus: components["schemas"]["SettlementStatus"];
      settlement: components["schemas"]["SettlementSnapshot"];
      settlementId: components["schemas"]["SettlementId"];
      status: components["schemas"]["SettlementStatus"];
      /** @constant */
      type: "settlement.paid";
    } & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "settlement.paid";
    };
    SettlementsIssued: {
      /** @description The end of the month, or what your clock says where it is still running */
      closedUntil: components["schemas"]["Instant"];
      /** @description One for each currency; empty where there was nothing to settle */
      list: components["schemas"]["SettlementSummary"][];
      month: components["schemas"]["SettlementMonth"];
    };
    /** @description The statement as it was then */
    SettlementSnapshot: {
      /**
       * Format: double
       * @description gross − commission: above zero due to you, below zero due from you; decimal, in `currency`
       */
      balance: number;
      closedUntil: components["schemas"]["Instant"] | null;
      /**
       * Format: double
       * @description The platform's share of it; decimal, in `currency`
       */
      commission: number;
      currency: components["schemas"]["Currency"];
      /**
       * Format: double
       * @description Sum of the lines' gross: a studio's earnings, or below zero what the ordering merchant owes; decimal, in `currency`
       */
      gross: number;
      issuedAt: components["schemas"]["Instant"] | null;
      lineCount: number;
      month: components["schemas"]["SettlementMonth"];
      paidAt: components["schemas"]["Instant"] | null;
      /** @description 1; above it where the month was closed before its end, for what came after that */
      part: number;
      payer: components["schemas"]["Payer"];
      paymentReference: string | null;
      settlementId: components["schemas"]["SettlementId"];
      status: components["schemas"]["SettlementStatus"];
    };
    /**
     * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
     * @enum {string}
     */
    SettlementStatus: "open" | "issued" | "disputed" | "paid";
    SettlementSummary: components["schemas"]["SettlementSnapshot"] & {
      /**
       * @description The platform's (IANA name): `month` and `day` are in it; instants are in UTC
       * @example Europe/Lisbon
       */
      timeZone: string;
    };
    SignatureExplanation: {
      /** @description What we would have signed */
      canonicalString: string;
      differences: components["schemas"]["ErrorDetail"][];
      /** @description One of your valid app_secrets made this signature */
      matches: boolean;
      /** @description It matches, its timestamp is fresh and its nonce unused */
      wouldBeAccepted: boolean;
    };
    /**
     * @description Of Standard Webhooks. `v1`: a secret that you share with us; `v1a`: a key pair, of which you have the public key
     * @enum {string}
     */
    SignatureScheme: "v1" | "v1a";
    SignatureVerifyRequest: {
      /** @description The body as text, exactly as sent */
      body?: string;
      /** @description What you signed; it is compared line by line */
      canonicalString?: string;
      /**
       * @description v2: the host that you signed; compared with ours
       * @example api.guidepost.example
       */
      host?: string;
      /** @description v2: `Idempotency-Key`; leave it out where it is not sent */
      idempotencyKey?: string;
      /** @example POST */
      method: string;
      /**
       * @description `X-Nonce`
       * @example 4f1c2a7be0d94c58
       */
      nonce: string;
      /** @description v2: `On-Behalf-Of`; leave it out where it is not sent */
      onBehalfOf?: string;
      /**
       * @description Path with query, as in the request line
       * @example /open/v1/guide/list?size=5&area=Porto
       */
      path: string;
      /** @description `X-Signature` */
      signature: string;
      /**
       * @description `X-Timestamp`
       * @example 1795230000
       */
      timestamp: string;
    };
    /** @description The request is done */
    Success: {
      /**
       * @description Success
       * @constant
       */
      code: 200;
      /** @description For people: `success` */
      msg: string;
    };
    TestOrderCreate: {
      /** @description Answers to the guide's `questions` */
      answers?: components["schemas"]["AnswerInput"][];
      /** @description The merchant's own reference */
      clientReference?: components["schemas"]["LineOfText"];
      /**
       * Format: email
       * @description The contact person's e-mail address
       * @example ana@example.com
       */
      contactEmail?: string;
      contactName: components["schemas"]["LineOfText"];
      /**
       * @description E.164, or national form of the merchant's country
       * @example +351912345678
       */
      contactPhone: string;
      /**
       * Format: double
       * @description What you expect to pay, in the guide's currency: refused with 40908, and the price in `data`, where it differs
       * @example 240
       */
      expectedTotal?: number;
      /** @description At most the guide's `maxGuests`; required unless `guests` is there */
      guestCount?: number;
      /** @description At most as many as there are guests */
      guestNames?: components["schemas"]["LineOfText"][];
      /** @description Guests by kind, as the guide's `guestKinds` */
      guests?: components["schemas"]["GuestCountInput"][];
      guideId: components["schemas"]["GuideId"];
      /**
       * @description One of the guide's `languages`
       * @example pt
       */
      language?: string;
      /** @description For the studio */
      remark?: components["schemas"]["FreeText"];
      startTime?: components["schemas"]["TimeOfDay"];
      /** @description First day in the guide's time zone; not in the past, at most 18 months ahead */
      tripDate: components["schemas"]["CalendarDate"];
      /** @description Number of days; required unless `tripKindId` is there */
      tripDays?: number;
      /**
       * @description One of the guide's `tripKinds`: a trip of hours
       * @example half-day
       */
      tripKindId?: components["schemas"]["OwnId"];
      /** @description True: refused with 40909 where another order that you placed with it has this `clientReference`, in whatever state. Otherwise references may repeat */
      uniqueReference?: boolean;
    } & (unknown & unknown);
    /**
     * @description Time of the day, `HH:MM`, in the guide's time zone
     * @example 09:30
     */
    TimeOfDay: string;
    /**
     * @description IANA time zone
     * @example Europe/Lisbon
     */
    TimeZone: string;
    /** @description A token */
    Token: {
      /** @description Bearer token: a signed JWT (RFC 9068) */
      access_token: string;
      /**
       * @description Lifetime in seconds
       * @example 7200
       */
      expires_in: number;
      /** @constant */
      token_type: "Bearer";
    };
    TokenRequest: {
      /**
       * @description Merchant key
       * @example mk_sandbox_agency
       */
      client_id?: string;
      /** @description app_secret */
      client_secret?: string;
      /**
       * @description Lifetime in seconds, from 60 to 7200; default: 7200
       * @example 300
       */
      expires_in?: string;
      /**
       * @description Must be `client_credentials`
       * @example client_credentials
       */
      grant_type: string;
      /**
       * @description Scopes, separated by spaces; default: every scope of the credential except `credential:…`
       * @example guide:read order:read
       */
      scope?: string;
    } & {
      [key: string]: unknown;
    };
    /** @description The token, in the envelope and as in RFC 6749 §5.1 */
    TokenResponse: components["schemas"]["Token"] & components["schemas"]["Success"] & {
      data: components["schemas"]["Token"];
      /**
       * @description What the token may be used for
       * @example guide:read order:read
       */
      scope: string;
    };
    /** @description How a trip was booked */
    TripDetails: {
      /** @description Null for whole days */
      durationMinutes: number | null;
      /** @description Guests by kind; empty where the guide does not tell them apart */
      guests: components["schemas"]["GuestCount"][];
      /** @description Language tag, BCP 47 */
      language: string | null;
      meetingPoint: components["schemas"]["MeetingPoint"] | null;
      /** @description `HH:MM` in the guide's time zone; null for whole days */
      startTime: string | null;
      /** @description Null for whole days */
      tripKindId: string | null;
      /** @description As it was when the trip was booked */
      tripKindName: string | null;
    };
    /** @description A trip of hours */
    TripKind: {
      /** @example 240 */
      durationMinutes: number;
      /** @description Where a kind of guests adds something else than in the guide's `guestKinds` */
      guestPrices?: components["schemas"]["GuestPrice"][];
      /** @description Fewer than the guide's */
      maxGuests?: number;
      meetingPoint?: components["schemas"]["MeetingPoint"];
      /** @description What merchants show */
      name: string;
      /**
       * Format: double
       * @description Price of the trip, decimal
       * @example 90
       */
      price: number;
      /**
       * @example [
       *       "09:00",
       *       "14:00"
       *     ]
       */
      startTimes: components["schemas"]["TimeOfDay"][];
      /**
       * @description Your name for it
       * @example half-day
       */
      tripKindId: components["schemas"]["OwnId"];
    };
    /** @description A trip of hours */
    TripKindInput: {
      /** @example 240 */
      durationMinutes: number;
      /** @description Where a kind of guests adds something else than in the guide's `guestKinds` */
      guestPrices?: components["schemas"]["GuestPrice"][];
      /** @description Fewer than the guide's */
      maxGuests?: number;
      meetingPoint?: components["schemas"]["MeetingPointInput"];
      /**
       * @description What merchants show
       * @example Alfama on foot, half a day
       */
      name: components["schemas"]["LineOfText"];
      /**
       * Format: double
       * @description Price of the trip, decimal
       * @example 90
       */
      price: number;
      /**
       * @example [
       *       "09:00",
       *       "14:00"
       *     ]
       */
      startTimes: components["schemas"]["TimeOfDay"][];
      /**
       * @description Your name for it
       * @example half-day
       */
      tripKindId: components["schemas"]["OwnId"];
    };
    /** @description When a trip of hours can begin */
    TripKindTimes: {
      /** @description `HH:MM`; those that can still be booked */
      startTimes: string[];
      /** @description The guide's own name for the trip */
      tripKindId: string;
    };
    /**
     * @description What happened to it, in the same state
     * @enum {string}
     */
    UnmovedReason: "changed_by_merchant" | "change_requested_by_merchant" | "change_accepted_by_studio" | "change_declined_by_studio" | "change_withdrawn_by_merchant" | "change_expired" | "refunded_by_studio";
    /** @description Text with something to see in it */
    VisibleText: string;
    WaitlistEntry: {
      createdAt: components["schemas"]["Instant"];
      entryId: components["schemas"]["WaitlistEntryId"];
      guideId: components["schemas"]["GuideId"];
      /** @description `HH:MM` in the guide's time zone; null for whole days */
      startTime: string | null;
      /** @description When you were last told that the time is free; null where you are to be told when it is */
      toldAt: components["schemas"]["Instant"] | null;
      tripDate: components["schemas"]["CalendarDate"];
      tripDays: number;
      /** @description Null for whole days */
      tripKindId: string | null;
    };
    WaitlistEntryCreate: {
      guideId: components["schemas"]["GuideId"];
      startTime?: components["schemas"]["TimeOfDay"];
      /** @description First day in the guide's time zone; not in the past, at most 18 months ahead */
      tripDate: components["schemas"]["CalendarDate"];
      /** @description Number of days; required unless `tripKindId` is there */
      tripDays?: number;
      /**
       * @description One of the guide's `tripKinds`: a trip of hours
       * @example half-day
       */
      tripKindId?: components["schemas"]["OwnId"];
    } & (unknown & unknown);
    WaitlistEntryDeleted: {
      /** @constant */
      deleted: true;
      entryId: components["schemas"]["WaitlistEntryId"];
    };
    /** @example WTL1207 */
    WaitlistEntryId: string;
    WaitlistEntryList: {
      list: components["schemas"]["WaitlistEntry"][];
      /** @description Null on the last page */
      nextCursor: string | null;
    };
    /**
     * @description Day of the week
     * @enum {string}
     */
    Weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
    /** @description Null: every day costs the same outside a season */
    WeekendRate: {
      /**
       * Format: double
       * @description Price of each of these days outside a season
       * @example 170
       */
      dayRate: number;
      weekdays: components["schemas"]["Weekday"][];
    };
  };
  responses: never;
  parameters: {
    /**
     * @description ISO 4217; `eur` is accepted as `EUR`
     * @example EUR
     */
    Currency: string;
    /** @description `nextCursor` of the previous page; only valid for the same list and filter */
    Cursor: string;
    /**
     * @description Endpoint identifier: `EP` and digits
     * @example EP1001
     */
    EndpointId: components["schemas"]["CallbackEndpointId"];
    /**
     * @description Guide identifier: `G` and digits
     * @example G1001
     */
    GuideId: components["schemas"]["GuideId"];
    /**
     * @description Hold identifier: `HLD` and digits
     * @example HLD1795230000000123456
     */
    HoldId: components["schemas"]["HoldId"];
    /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
    IdempotencyKey: string;
    /**
     * @description The `ETag` of the guide as you read it: if it has changed since, 41201, and nothing is changed. Without it the change is made whatever the guide is now
     * @example "3"
     */
    IfMatch: string;
    /**
     * @description The partner's merchant key
     * @example mk_sandbox_agency
     */
    MerchantKey: string;
    /**
     * @description The same as `webhook-id`
     * @example NTF1795230000000123456-2
     */
    NotificationId: components["schemas"]["NotificationId"];
    /** @example ORD1795230000000123456 */
    OrderId: components["schemas"]["OrderId"];
    /** @example RCV100001 */
    RecoveryId: components["schemas"]["RecoveryId"];
    /** @example STL1000000001 */
    SettlementId: components["schemas"]["SettlementId"];
    /** @description Items per page */
    Size: number;
    /**
     * @description The notification; the same however often it is sent
     * @example NTF1795230000000123456-2
     */
    WebhookId: string;
    /**
     * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
     */
    WebhookSignature: string;
    /**
     * @description Seconds since 1970, of this attempt
     * @example 1795257727
     */
    WebhookTimestamp: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getSigningKeys: {
    responses: {
      /** @description Default Response */
      200: {
        content: {
          "application/json": components["schemas"]["JsonWebKeySet"];
        };
      };
    };
  };
  getAuthorizationServerMetadata: {
    responses: {
      /** @description Default Response */
      200: {
        content: {
          "application/json": components["schemas"]["ServerMetadata"];
        };
      };
    };
  };
  checkAlive: {
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Health"];
        };
      };
    };
  };
  issueToken: {
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
      };
    };
    responses: {
      /** @description The token, in the envelope and as in RFC 6749 §5.1 */
      200: {
        content: {
          "application/json": components["schemas"]["TokenResponse"];
        };
      };
    };
  };
  getCallbackConfig: {
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackConfig"];
        };
      };
    };
  };
  saveCallbackConfig: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CallbackConfigUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackConfig"];
        };
      };
    };
  };
  createCallbackEndpoint: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CallbackEndpointCreate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpointWithSecret"];
        };
      };
    };
  };
  deleteCallbackEndpoint: {
    parameters: {
      path: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId: components["parameters"]["EndpointId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpointDeleted"];
        };
      };
    };
  };
  getCallbackEndpoint: {
    parameters: {
      path: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId: components["parameters"]["EndpointId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpoint"];
        };
      };
    };
  };
  listCallbackEndpoints: {
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpointList"];
        };
      };
    };
  };
  pauseCallbackEndpoint: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId: components["parameters"]["EndpointId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpoint"];
        };
      };
    };
  };
  resumeCallbackEndpoint: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId: components["parameters"]["EndpointId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpoint"];
        };
      };
    };
  };
  rotateCallbackEndpointSecret: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId: components["parameters"]["EndpointId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["CallbackSecretRotateRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpointWithSecret"];
        };
      };
    };
  };
  testCallbackEndpoint: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId: components["parameters"]["EndpointId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["CallbackEndpointTestRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackTestResult"];
        };
      };
    };
  };
  updateCallbackEndpoint: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId: components["parameters"]["EndpointId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CallbackEndpointUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackEndpointWithSecret"];
        };
      };
    };
  };
  rotateCallbackSecret: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["CallbackSecretRotateRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackConfig"];
        };
      };
    };
  };
  testCallback: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CallbackTestResult"];
        };
      };
    };
  };
  listCredentials: {
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CredentialList"];
        };
      };
    };
  };
  revokeCredential: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /**
         * @description Number of an app_secret, as credential/list shows it
         * @example 17
         */
        credentialId: components["schemas"]["CredentialId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["CredentialRevokeRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CredentialRevoked"];
        };
      };
    };
  };
  rotateCredential: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CredentialRotateRequest"];
      };
    };
    responses: {
      /** @description Success */
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
        /** @description `nextCursor` of the previous answer; without it the feed starts at the beginning, or where `since` or `from` says */
        cursor?: string;
        /** @description `now`: nothing of what has happened; the answer has the cursor from which to go on */
        from?: "now";
        /** @example ORD1795230000000123456 */
        orderId?: components["schemas"]["OrderId"];
        /** @description Only events that happened from this instant on */
        since?: components["schemas"]["GivenInstant"];
        size?: number;
        /**
         * @description Only events of these types or families, separated by commas
         * @example order.status_changed,settlement.*
         */
        types?: string;
        /** @description Where there is nothing yet, the answer waits so long for something; at most two of your requests at a time */
        waitSeconds?: number;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["EventList"];
        };
      };
    };
  };
  setGuideAvailability: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /**
         * @description The `ETag` of the guide as you read it: if it has changed since, 41201, and nothing is changed. Without it the change is made whatever the guide is now
         * @example "3"
         */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: components["parameters"]["GuideId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GuideAvailabilityUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["GuideAvailability"];
        };
      };
    };
  };
  blockGuideDays: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /**
         * @description The `ETag` of the guide as you read it: if it has changed since, 41201, and nothing is changed. Without it the change is made whatever the guide is now
         * @example "3"
         */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: components["parameters"]["GuideId"];
      };
    };
    /** @description Both days included */
    requestBody: {
      content: {
        "application/json": components["schemas"]["DateRange"];
      };
    };
    responses: {
      /** @description Success */
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
        /**
         * @description First day, in each guide's time zone
         * @example 2027-05-01
         */
        from: components["schemas"]["CalendarDate"];
        /**
         * @description Guide identifiers, separated by commas; at most 100
         * @example G1001,G1002
         */
        guideIds: string;
        /**
         * @description Last day; at most 18 months ahead, and 550 days in all
         * @example 2027-05-31
         */
        to: components["schemas"]["CalendarDate"];
        /** @description Also when trips of hours can begin; for at most 10 guides and 31 days */
        withTimes?: boolean;
      };
    };
    responses: {
      /** @description Success */
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
        /** @description `nextCursor` of the previous answer; without it all guides come, or what `updatedSince` says */
        cursor?: string;
        /** @description Guides at most */
        size?: number;
        /** @description What changed from this instant on; for the first request only, then send `cursor` */
        updatedSince?: components["schemas"]["GivenInstant"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["GuideChangeList"];
        };
      };
    };
  };
  createGuide: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GuideCreate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Guide"];
        };
      };
    };
  };
  deleteGuide: {
    parameters: {
      header?: {
        /**
         * @description The `ETag` of the guide as you read it: if it has changed since, 41201, and nothing is changed. Without it the change is made whatever the guide is now
         * @example "3"
         */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: components["parameters"]["GuideId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["GuideDeleted"];
        };
      };
    };
  };
  getGuide: {
    parameters: {
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: components["parameters"]["GuideId"];
      };
    };
    responses: {
      /** @description Success */
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
        /**
         * @description Guides who serve this area; case and accents do not matter
         * @example Lisbon
         */
        area?: string;
        /**
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        availableFrom?: components["schemas"]["CalendarDate"];
        /**
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        availableTo?: components["schemas"]["CalendarDate"];
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency?: components["parameters"]["Currency"];
        /** @description Guides who take so many guests */
        guests?: number;
        /** @description Guides with instant confirmation, or without */
        instantConfirmation?: boolean;
        /**
         * @description Guides who speak this language, BCP 47; `pt` also finds `pt-BR`
         * @example pt
         */
        language?: string;
        /**
         * @description Guides whose `dayRate` is at most this; needs `currency`
         * @example 200
         */
        maxPrice?: number;
        /**
         * @description Guides whose `dayRate` is at least this; needs `currency`
         * @example 100
         */
        minPrice?: number;
        /** @description Guides rated at least this; above 0 only reviewed ones */
        minRating?: number;
        /**
         * @description Guides around this place: latitude and longitude in degrees, WGS 84
         * @example 38.7139,-9.1334
         */
        near?: string;
        /** @description For studios: only your own guides, of every status and visibility */
        own?: boolean;
        /** @description Page number, from 1 */
        page?: number;
        /** @description How far from `near` a guide may be; 50 without it */
        radiusKm?: number;
        /**
         * @description Guides who offer this kind of service; case and accents do not matter
         * @example city_walk
         */
        serviceType?: string;
        /** @description Items per page */
        size?: components["parameters"]["Size"];
        /** @description Order of the list; `-` is descending. `guideId` by default, with `near` `distance`. By price: currency first, then `dayRate` */
        sort?: "guideId" | "rating" | "-rating" | "dayRate" | "-dayRate" | "name" | "-name" | "distance";
        /** @description Guides of this status */
        status?: components["schemas"]["GuideStatus"];
        /**
         * @description Words that must all occur in name or profile, in any order, also as parts of words; case and accents do not matter
         * @example ines
         */
        text?: string;
      };
    };
    responses: {
      /** @description Success */
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
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: components["parameters"]["Cursor"];
        /** @description Items per page */
        size?: components["parameters"]["Size"];
      };
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: components["parameters"]["GuideId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["GuideReviewList"];
        };
      };
    };
  };
  unblockGuideDays: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /**
         * @description The `ETag` of the guide as you read it: if it has changed since, 41201, and nothing is changed. Without it the change is made whatever the guide is now
         * @example "3"
         */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: components["parameters"]["GuideId"];
      };
    };
    /** @description Both days included */
    requestBody: {
      content: {
        "application/json": components["schemas"]["DateRange"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["GuideAvailability"];
        };
      };
    };
  };
  updateGuide: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /**
         * @description The `ETag` of the guide as you read it: if it has changed since, 41201, and nothing is changed. Without it the change is made whatever the guide is now
         * @example "3"
         */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: components["parameters"]["GuideId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GuideUpdate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Guide"];
        };
      };
    };
  };
  getNotification: {
    parameters: {
      path: {
        /**
         * @description The same as `webhook-id`
         * @example NTF1795230000000123456-2
         */
        notificationId: components["parameters"]["NotificationId"];
      };
    };
    responses: {
      /** @description Success */
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
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: components["parameters"]["Cursor"];
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId?: components["schemas"]["CallbackEndpointId"];
        /** @description Created at or after this instant */
        from?: components["schemas"]["GivenInstant"];
        /**
         * @description HTTP status of the last answer
         * @example 503
         */
        httpStatus?: number;
        /** @example ORD1795230000000123456 */
        orderId?: components["schemas"]["OrderId"];
        size?: number;
        /** @description `pending`: not acknowledged yet; `skipped`: there was no callback address; `abandoned`: an operator gave up */
        status?: components["schemas"]["RecoverableStatus"];
        /** @description Created before this instant */
        to?: components["schemas"]["GivenInstant"];
        /** @description Type of an event */
        type?: components["schemas"]["EventType"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["NotificationList"];
        };
      };
    };
  };
  recoverNotifications: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["RecoveryCreate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["RecoveryStarted"];
        };
      };
    };
  };
  cancelRecovery: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example RCV100001 */
        recoveryId: components["parameters"]["RecoveryId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Recovery"];
        };
      };
    };
  };
  getRecovery: {
    parameters: {
      path: {
        /** @example RCV100001 */
        recoveryId: components["parameters"]["RecoveryId"];
      };
    };
    responses: {
      /** @description Success */
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
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: components["parameters"]["Cursor"];
        size?: number;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["RecoveryList"];
        };
      };
    };
  };
  redeliverNotification: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /**
         * @description The same as `webhook-id`
         * @example NTF1795230000000123456-2
         */
        notificationId: components["parameters"]["NotificationId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Notification"];
        };
      };
    };
  };
  quoteCancellation: {
    parameters: {
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["CancelQuote"];
        };
      };
    };
  };
  cancelOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderActionRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  acceptOrderChange: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderChangeAnswerRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["OrderChangeResult"];
        };
      };
    };
  };
  declineOrderChange: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderChangeAnswerRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["OrderChangeResult"];
        };
      };
    };
  };
  quoteOrderChange: {
    parameters: {
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderChangeQuoteRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["OrderChangeQuote"];
        };
      };
    };
  };
  withdrawOrderChange: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderChangeAnswerRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["OrderChangeResult"];
        };
      };
    };
  };
  changeOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderChangeRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["OrderChangeResult"];
        };
      };
    };
  };
  listOrderChanges: {
    parameters: {
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["OrderChangeList"];
        };
      };
    };
  };
  completeOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderActionRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  confirmOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderActionRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  createOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderCreate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["OrderCreated"];
        };
      };
    };
  };
  getOrder: {
    parameters: {
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  holdGuide: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["HoldCreate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Hold"];
        };
      };
    };
  };
  getHold: {
    parameters: {
      path: {
        /**
         * @description Hold identifier: `HLD` and digits
         * @example HLD1795230000000123456
         */
        holdId: components["parameters"]["HoldId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Hold"];
        };
      };
    };
  };
  extendHold: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /**
         * @description Hold identifier: `HLD` and digits
         * @example HLD1795230000000123456
         */
        holdId: components["parameters"]["HoldId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["HoldExtendRequest"];
      };
    };
    responses: {
      /** @description Success */
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
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: components["parameters"]["Cursor"];
        size?: number;
        /** @description `held` until it is `booked` (an order was made from it), `released`, or its time is over (`expired`) */
        status?: components["schemas"]["HoldStatus"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["HoldList"];
        };
      };
    };
  };
  releaseHold: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /**
         * @description Hold identifier: `HLD` and digits
         * @example HLD1795230000000123456
         */
        holdId: components["parameters"]["HoldId"];
      };
    };
    responses: {
      /** @description Success */
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
        /** @description The merchant's own reference */
        clientReference?: components["schemas"]["LineOfText"];
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: components["parameters"]["Cursor"];
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId?: components["schemas"]["GuideId"];
        size?: number;
        /** @description State of the order */
        status?: components["schemas"]["OrderStatus"];
        /**
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        tripDateFrom?: components["schemas"]["CalendarDate"];
        /**
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        tripDateTo?: components["schemas"]["CalendarDate"];
        /** @description Only orders that changed from this instant on, the earliest change first; not together with trip dates */
        updatedSince?: components["schemas"]["GivenInstant"];
      };
    };
    responses: {
      /** @description Success */
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
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: components["parameters"]["Cursor"];
        /** @description Only messages that were sent from this instant on */
        since?: components["schemas"]["GivenInstant"];
        size?: number;
        /** @description Which comes first */
        sort?: "oldest" | "newest";
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["MessageList"];
        };
      };
    };
  };
  sendMessage: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MessageCreate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  quoteOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderQuoteRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["OrderQuote"];
        };
      };
    };
  };
  refundOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderRefundRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  rejectOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderActionRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  reviewOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ReviewCreate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Review"];
        };
      };
    };
  };
  startOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["OrderActionRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  linkPartner: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /**
         * @description The partner's merchant key
         * @example mk_sandbox_agency
         */
        merchantKey: components["parameters"]["MerchantKey"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Partner"];
        };
      };
    };
  };
  listPartners: {
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["PartnerList"];
        };
      };
    };
  };
  unlinkPartner: {
    parameters: {
      path: {
        /**
         * @description The partner's merchant key
         * @example mk_sandbox_agency
         */
        merchantKey: components["parameters"]["MerchantKey"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["PartnerUnlinked"];
        };
      };
    };
  };
  getSandboxClock: {
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["SandboxClock"];
        };
      };
    };
  };
  advanceSandboxClock: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["SandboxClockAdvanceRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["SandboxClock"];
        };
      };
    };
  };
  advanceOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: components["parameters"]["OrderId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Order"];
        };
      };
    };
  };
  createSandboxOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TestOrderCreate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["OrderCreated"];
        };
      };
    };
  };
  issueSandboxStatements: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["SettlementIssueRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["SettlementsIssued"];
        };
      };
    };
  };
  paySandboxStatement: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example STL1000000001 */
        settlementId: components["parameters"]["SettlementId"];
      };
    };
    responses: {
      /** @description Success */
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
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: components["parameters"]["Cursor"];
        /** @description Lines; JSON only */
        size?: number;
      };
      path: {
        /** @example STL1000000001 */
        settlementId: components["parameters"]["SettlementId"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Settlement"];
          "application/pdf": string;
          "text/csv": string;
        };
      };
    };
  };
  disputeSettlementLine: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @example STL1000000001 */
        settlementId: components["parameters"]["SettlementId"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettlementDisputeRequest"];
      };
    };
    responses: {
      /** @description Success */
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
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency?: components["parameters"]["Currency"];
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: components["parameters"]["Cursor"];
        /**
         * @description Calendar month in the platform's time zone
         * @example 2027-01
         */
        month?: components["schemas"]["SettlementMonth"];
        size?: number;
        /** @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end */
        status?: components["schemas"]["SettlementStatus"];
      };
    };
    responses: {
      /** @description Success */
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
        "application/json": components["schemas"]["SignatureVerifyRequest"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["SignatureExplanation"];
        };
      };
    };
  };
  createWaitlistEntry: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WaitlistEntryCreate"];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["WaitlistEntry"];
        };
      };
    };
  };
  deleteWaitlistEntry: {
    parameters: {
      path: {
        /** @example WTL1207 */
        entryId: components["schemas"]["WaitlistEntryId"];
      };
    };
    responses: {
      /** @description Success */
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
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: components["parameters"]["Cursor"];
        size?: number;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["WaitlistEntryList"];
        };
      };
    };
  };
  checkReady: {
    responses: {
      /** @description Success */
      200: {
        content: {
          "application/json": components["schemas"]["Readiness"];
        };
      };
    };
  };
  receive_callback_failing: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CallbackFailingEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_callback_paused: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CallbackPausedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_callback_recovered: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CallbackRecoveredEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_guide_available: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GuideAvailableEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_merchant_refused: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MerchantRefusedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_merchant_verified: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MerchantVerifiedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_message_received: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["MessageReceivedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_order_change_declined: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderChangeDeclinedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_order_change_expired: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderChangeExpiredEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_order_change_requested: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderChangeRequestedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_order_change_withdrawn: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderChangeWithdrawnEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_order_changed: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderChangedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_order_confirmation_due: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderConfirmationDueEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_order_refunded: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderRefundedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_order_status_changed: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OrderStatusChangedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_review_created: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ReviewCreatedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_settlement_adjusted: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettlementAdjustedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_settlement_dispute_resolved: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettlementDisputeResolvedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_settlement_disputed: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettlementDisputedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_settlement_issued: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettlementIssuedEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
  receive_settlement_paid: {
    parameters: {
      header: {
        /**
         * @description The notification; the same however often it is sent
         * @example NTF1795230000000123456-2
         */
        "webhook-id": components["parameters"]["WebhookId"];
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        "webhook-signature": components["parameters"]["WebhookSignature"];
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettlementPaidEvent"];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          "application/json": components["schemas"]["Acknowledgement"];
        };
      };
    };
  };
}
