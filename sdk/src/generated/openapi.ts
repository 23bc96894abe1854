/** Generated from the OpenAPI document by `npm run sdk:types`; do not edit. */
// document: dba077a675b6460c

export interface webhooks {
  'callback.failing': {
    /** One of your other endpoints has acknowledged nothing for an hour */
    post: operations['receive_callback_failing'];
  };
  'callback.paused': {
    /** One of your other endpoints is paused */
    post: operations['receive_callback_paused'];
  };
  'callback.recovered': {
    /** One of your other endpoints works again */
    post: operations['receive_callback_recovered'];
  };
  'guide.available': {
    /** The time that you wait for has become free; whoever books first has it */
    post: operations['receive_guide_available'];
  };
  'merchant.refused': {
    /** An operator refused you */
    post: operations['receive_merchant_refused'];
  };
  'merchant.verified': {
    /** An operator approved you */
    post: operations['receive_merchant_verified'];
  };
  'message.received': {
    /** The other side of an order wrote to you */
    post: operations['receive_message_received'];
  };
  'order.change_declined': {
    /** The studio declined a change */
    post: operations['receive_order_change_declined'];
  };
  'order.change_expired': {
    /** The studio did not answer a change in time */
    post: operations['receive_order_change_expired'];
  };
  'order.change_requested': {
    /** The merchant asks for a change that needs the studio's consent */
    post: operations['receive_order_change_requested'];
  };
  'order.change_withdrawn': {
    /** The merchant no longer asks for a change */
    post: operations['receive_order_change_withdrawn'];
  };
  'order.changed': {
    /** An order was changed */
    post: operations['receive_order_changed'];
  };
  'order.confirmation_due': {
    /** To the studio: it has not confirmed an order yet */
    post: operations['receive_order_confirmation_due'];
  };
  'order.refunded': {
    /** The studio gives a part of the price back */
    post: operations['receive_order_refunded'];
  };
  'order.status_changed': {
    /** An order was created, or reached another state */
    post: operations['receive_order_status_changed'];
  };
  'review.created': {
    /** The ordering merchant rated a trip */
    post: operations['receive_review_created'];
  };
  'settlement.adjusted': {
    /** An operator posted an amount because of a dispute; it is a line of the next statement */
    post: operations['receive_settlement_adjusted'];
  };
  'settlement.dispute_resolved': {
    /** An operator answered */
    post: operations['receive_settlement_dispute_resolved'];
  };
  'settlement.disputed': {
    /** You objected to a line */
    post: operations['receive_settlement_disputed'];
  };
  'settlement.issued': {
    /** A statement stands, and is to be paid */
    post: operations['receive_settlement_issued'];
  };
  'settlement.paid': {
    /** A statement is paid */
    post: operations['receive_settlement_paid'];
  };
}
export interface components {
  schemas: {
    CallbackConfig: {
      failingSince: string | null;
      previousSecretUntil: string | null;
      /**
       * @description The callback secret (Standard Webhooks): shown once, by the request that made it
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbGJ0Zb2Vn3Q=
       */
      secret?: string;
      secretHint: string | null;
      /**
       * @description `none`: no address; `failing`: the last notifications were not acknowledged; `paused`: your endpoint answered 410, and nothing is delivered until you save the address again
       * @enum {string}
       */
      status: 'none' | 'healthy' | 'failing' | 'paused';
      url: string | null;
    };
    CallbackEndpoint: {
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      createdAt: string;
      description: string;
      /**
       * @description Endpoint identifier: `EP` and digits
       * @example EP1001
       */
      endpointId: string;
      eventTypes: (
        | '*'
        | 'order.*'
        | 'review.*'
        | 'message.*'
        | 'guide.*'
        | 'settlement.*'
        | 'callback.*'
        | 'merchant.*'
        | 'order.status_changed'
        | 'order.confirmation_due'
        | 'order.changed'
        | 'order.change_requested'
        | 'order.change_declined'
        | 'order.change_withdrawn'
        | 'order.change_expired'
        | 'order.refunded'
        | 'review.created'
        | 'message.received'
        | 'guide.available'
        | 'settlement.issued'
        | 'settlement.disputed'
        | 'settlement.dispute_resolved'
        | 'settlement.adjusted'
        | 'settlement.paid'
        | 'callback.failing'
        | 'callback.paused'
        | 'callback.recovered'
        | 'merchant.verified'
        | 'merchant.refused'
      )[];
      failingSince: string | null;
      /** @description Names in lower case; values are not shown */
      headers: {
        [key: string]: '…';
      };
      /** @description It is the one of `callback/config`, and cannot be deleted */
      isFirst: boolean;
      maxPerSecond: number | null;
      previousSecretUntil: string | null;
      publicKey: string | null;
      secretHint: string | null;
      /** @enum {string} */
      signatureScheme: 'v1' | 'v1a';
      /**
       * @description `none`: no address; `failing`: the last notifications were not acknowledged; `paused`: it answered 410, or you paused it, and nothing is delivered until you resume or save it
       * @enum {string}
       */
      status: 'none' | 'healthy' | 'failing' | 'paused';
      url: string | null;
    };
    CallbackEndpointWithSecret: {
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      createdAt: string;
      description: string;
      /**
       * @description Endpoint identifier: `EP` and digits
       * @example EP1001
       */
      endpointId: string;
      eventTypes: (
        | '*'
        | 'order.*'
        | 'review.*'
        | 'message.*'
        | 'guide.*'
        | 'settlement.*'
        | 'callback.*'
        | 'merchant.*'
        | 'order.status_changed'
        | 'order.confirmation_due'
        | 'order.changed'
        | 'order.change_requested'
        | 'order.change_declined'
        | 'order.change_withdrawn'
        | 'order.change_expired'
        | 'order.refunded'
        | 'review.created'
        | 'message.received'
        | 'guide.available'
        | 'settlement.issued'
        | 'settlement.disputed'
        | 'settlement.dispute_resolved'
        | 'settlement.adjusted'
        | 'settlement.paid'
        | 'callback.failing'
        | 'callback.paused'
        | 'callback.recovered'
        | 'merchant.verified'
        | 'merchant.refused'
      )[];
      failingSince: string | null;
      /** @description Names in lower case; values are not shown */
      headers: {
        [key: string]: '…';
      };
      /** @description It is the one of `callback/config`, and cannot be deleted */
      isFirst: boolean;
      maxPerSecond: number | null;
      previousSecretUntil: string | null;
      publicKey: string | null;
      /**
       * @description `v1`: the secret (Standard Webhooks), shown once, by the request that made it
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbGJ0Zb2Vn3Q=
       */
      secret?: string;
      secretHint: string | null;
      /** @enum {string} */
      signatureScheme: 'v1' | 'v1a';
      /**
       * @description `none`: no address; `failing`: the last notifications were not acknowledged; `paused`: it answered 410, or you paused it, and nothing is delivered until you resume or save it
       * @enum {string}
       */
      status: 'none' | 'healthy' | 'failing' | 'paused';
      url: string | null;
    };
    /** @description One of your other endpoints has acknowledged nothing for an hour */
    CallbackFailingEvent: {
      /**
       * @description Endpoint identifier: `EP` and digits
       * @example EP1001
       */
      endpointId: string;
      /**
       * @description Of its address
       * @example agency.example
       */
      host: string;
      httpStatus: number | null;
      lastError:
        | (
            | 'address_refused'
            | 'dns_failed'
            | 'connect_failed'
            | 'connect_timeout'
            | 'tls_failed'
            | 'timeout'
            | 'connection_lost'
            | 'redirect'
            | 'http_status'
            | 'answer_too_large'
            | 'answer_not_json'
            | 'not_acknowledged'
            | 'endpoint_paused'
          )
        | null;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      since: string;
      /** @constant */
      type: 'callback.failing';
    };
    /** @description One of your other endpoints is paused */
    CallbackPausedEvent: {
      /**
       * @description Endpoint identifier: `EP` and digits
       * @example EP1001
       */
      endpointId: string;
      /**
       * @description Of its address
       * @example agency.example
       */
      host: string;
      httpStatus: number | null;
      lastError:
        | (
            | 'address_refused'
            | 'dns_failed'
            | 'connect_failed'
            | 'connect_timeout'
            | 'tls_failed'
            | 'timeout'
            | 'connection_lost'
            | 'redirect'
            | 'http_status'
            | 'answer_too_large'
            | 'answer_not_json'
            | 'not_acknowledged'
            | 'endpoint_paused'
          )
        | null;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      since: string;
      /** @constant */
      type: 'callback.paused';
    };
    /** @description One of your other endpoints works again */
    CallbackRecoveredEvent: {
      /**
       * @description Endpoint identifier: `EP` and digits
       * @example EP1001
       */
      endpointId: string;
      /**
       * @description Of its address
       * @example agency.example
       */
      host: string;
      httpStatus: number | null;
      lastError:
        | (
            | 'address_refused'
            | 'dns_failed'
            | 'connect_failed'
            | 'connect_timeout'
            | 'tls_failed'
            | 'timeout'
            | 'connection_lost'
            | 'redirect'
            | 'http_status'
            | 'answer_too_large'
            | 'answer_not_json'
            | 'not_acknowledged'
            | 'endpoint_paused'
          )
        | null;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      since: string;
      /** @constant */
      type: 'callback.recovered';
    };
    CancellationPolicy: {
      /** @enum {string} */
      preset: 'flexible' | 'moderate' | 'strict' | 'custom';
      /** @description The most generous first; after the last one nothing is refunded */
      tiers: {
        /** @description Until 00:00 of this many days before the trip's first day … */
        daysBefore: number;
        /** @description … this much of the total is refunded */
        refundPercent: number;
      }[];
    };
    CancellationPolicyInput: {
      /**
       * @description `flexible`: all until 1 day before. `moderate`: all until 7 days before, half until 2. `strict`: all until 30 days before, half until 14. `custom`: your own `tiers`
       * @enum {string}
       */
      preset: 'flexible' | 'moderate' | 'strict' | 'custom';
      /** @description For `custom` only: `daysBefore` and `refundPercent` both decrease from tier to tier */
      tiers?: {
        /** @description Until 00:00 of this many days before the trip's first day … */
        daysBefore: number;
        /** @description … this much of the total is refunded */
        refundPercent: number;
      }[];
    };
    CancelQuote: {
      /** @description Whether you may cancel the order now */
      cancellable: boolean;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      fee: number | null;
      nextChange: {
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        at: string;
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        fee: number;
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        refund: number;
      } | null;
      /** @example ORD1795230000000123456 */
      orderId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      quotedAt: string;
      refund: number | null;
      refundPercent: number | null;
      /** @enum {string} */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /**
       * @description Decimal amount in `currency`
       * @example 140
       */
      totalAmount: number;
    };
    ChangeQuote: {
      answerBy: string | null;
      /** @description What the cancellation policy does not give back of what is saved; a line of the breakdown */
      changeFee: number;
      confirmBy: string | null;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      /** @description Above zero: the trip costs more */
      difference: number;
      /** @description Names of the members that would change */
      fields: string[];
      /** @description Whether the studio has to agree; otherwise it is done at once */
      needsConsent: boolean;
      /** @description Why not; empty when possible */
      obstacles: string[];
      /** @example ORD1795230000000123456 */
      orderId: string;
      /**
       * Format: date
       * @description The day that the cancellation policy counts from afterwards
       * @example 2027-05-01
       */
      policyDate: string;
      /** @description Whether order/change would take it now; nothing is held */
      possible: boolean;
      /**
       * @description Decimal amount in `currency`
       * @example 140
       */
      previousTotal: number;
      /** @description The amounts sum to `totalAmount` */
      priceBreakdown: components['schemas']['PriceLine'][];
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      quotedAt: string;
      /** @description Of what is saved, as cancelling now would give back */
      refundPercent: number;
      /** @enum {string} */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /**
       * @description Decimal amount in `currency`
       * @example 140
       */
      totalAmount: number;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      tripEndAt: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      tripStartAt: string;
    };
    Error40003Or40004: {
      /** @enum {integer} */
      code: 40003 | 40004;
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId: string;
      msg: string;
    };
    ErrorDetail: {
      /** @description Where: `body.tripDays`, `query.size`, `path.guideId`, `header.…` */
      path: string;
      /** @description Why */
      reason: string;
    };
    Guide: {
      /**
       * @description Service area
       * @example Lisbon
       */
      area: string;
      /** @description Days that the studio has blocked; adjacent ranges are merged */
      blocked: {
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        endDate: string;
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        startDate: string;
      }[];
      cancellationPolicy: components['schemas']['CancellationPolicy'];
      /**
       * @description How a confirmed order is changed: by the studio's consent, or at once
       * @enum {string}
       */
      changeRule: 'consent' | 'instant';
      /** @description Hours that the studio has to confirm a new order */
      confirmationHours: number;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      createdAt: string;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      /**
       * @description Price of a day, decimal
       * @example 140
       */
      dayRate: number;
      /** @description Kinds of guests and what each guest adds to the price: per day of whole days, else per trip. Empty: guests are not told apart. Who books without kinds books for adults */
      guestKinds: {
        /**
         * @description What each of these guests adds
         * @example 20
         */
        amount: number;
        /**
         * @description Kind of guest
         * @enum {string}
         */
        kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
        /** @description Oldest, in years */
        maxAge?: number;
        /** @description Youngest, in years */
        minAge?: number;
      }[];
      guestSurcharge: {
        /**
         * @description What that guest and each further one cost, per day
         * @example 25
         */
        amountPerDay: number;
        /** @description The first guest who costs more */
        fromGuest: number;
      } | null;
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId: string;
      holidays: {
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
      } | null;
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
      location: {
        /** @example 38.7139 */
        latitude: number;
        /** @example -9.1334 */
        longitude: number;
      } | null;
      maxGuests: number;
      meetingPoint: components['schemas']['MeetingPoint'] | null;
      /** @description Hours between booking and trip at least */
      minimumNoticeHours: number;
      /**
       * @description Guide's display name
       * @example Inês Tavares
       */
      name: string;
      offersWholeDays: boolean;
      /** @description Pictures, the cover first */
      photos: {
        /** @description What it shows */
        caption?: string;
        /**
         * @description A picture on the web; `https` only, without user name and password
         * @example https://images.example.com/g1001/1.jpg
         */
        url: string;
      }[];
      /** @description Who the guide is */
      profile: string;
      questions: {
        /**
         * @description Your name for it
         * @example diet
         */
        questionId: string;
        /** @description Bookings without an answer are refused */
        required: boolean;
        text: string;
      }[];
      /**
       * @description Mean of all reviews, 1 to 5; 0 before the first
       * @example 4.85
       */
      rating: number;
      /** @description Days of every week on which the guide does not work */
      restDays: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      /** @example 12 */
      reviewCount: number;
      reviewStatistics: {
        /** @description 0 before the first review */
        averageRating: number;
        count: number;
        /** @description How many reviews gave each rating */
        distribution: {
          1: number;
          2: number;
          3: number;
          4: number;
          5: number;
        };
      };
      /** @description Days with a rate of their own, both ends included; no two overlap */
      seasonalRates: {
        /**
         * @description Price of each of these days
         * @example 190
         */
        dayRate: number;
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        endDate: string;
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        startDate: string;
      }[];
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
      /**
       * @description Only an `active` guide can be booked
       * @enum {string}
       */
      status: 'active' | 'paused' | 'retired';
      /** @description Bookable days of the next 90 days in the guide's time zone; today only with `instantConfirmation`; none unless `active` */
      timeSlots: {
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        endDate: string;
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        startDate: string;
      }[];
      /**
       * @description IANA time zone
       * @example Europe/Lisbon
       */
      timeZone: string;
      /** @description Trips of hours that can be booked by their `tripKindId` */
      tripKinds: {
        /** @example 240 */
        durationMinutes: number;
        /** @description Where a kind of guests adds something else than in the guide's `guestKinds` */
        guestPrices?: {
          /**
           * @description What each of these guests adds
           * @example 20
           */
          amount: number;
          /**
           * @description Kind of guest
           * @enum {string}
           */
          kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
        }[];
        /** @description Fewer than the guide's */
        maxGuests?: number;
        meetingPoint?: components['schemas']['MeetingPoint'];
        name: string;
        /**
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
        startTimes: string[];
        /**
         * @description Your name for it
         * @example half-day
         */
        tripKindId: string;
      }[];
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description Counts the changes of the guide by its studio; also the `ETag`, for `If-Match`
       * @example 3
       */
      version: number;
      /**
       * @description `partners`: only the owning studio and its partners see the guide
       * @enum {string}
       */
      visibility: 'public' | 'partners';
      weekendRate: {
        /**
         * @description Price of each of these days outside a season
         * @example 170
         */
        dayRate: number;
        weekdays: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      } | null;
    };
    /** @description The time that you wait for has become free; whoever books first has it */
    GuideAvailableEvent: {
      /** @example WTL1207 */
      entryId: string;
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId: string;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      startTime: string | null;
      /**
       * Format: date
       * @description Calendar day, `YYYY-MM-DD`
       * @example 2027-05-01
       */
      tripDate: string;
      tripDays: number;
      tripKindId: string | null;
      /** @constant */
      type: 'guide.available';
    };
    GuideCreate: {
      /**
       * @description Main service area
       * @example Lisbon
       */
      area: string;
      /**
       * @default {
       *       "preset": "moderate"
       *     }
       */
      cancellationPolicy: {
        /**
         * @description `flexible`: all until 1 day before. `moderate`: all until 7 days before, half until 2. `strict`: all until 30 days before, half until 14. `custom`: your own `tiers`
         * @enum {string}
         */
        preset: 'flexible' | 'moderate' | 'strict' | 'custom';
        /** @description For `custom` only: `daysBefore` and `refundPercent` both decrease from tier to tier */
        tiers?: {
          /** @description Until 00:00 of this many days before the trip's first day … */
          daysBefore: number;
          /** @description … this much of the total is refunded */
          refundPercent: number;
        }[];
      };
      /**
       * @description How a confirmed order is changed: by your consent, or at once
       * @default consent
       * @enum {string}
       */
      changeRule: 'consent' | 'instant';
      /**
       * @description Hours that you have to confirm an order
       * @default 24
       */
      confirmationHours: number;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      /**
       * @description Price of a day, decimal
       * @example 140
       */
      dayRate: number;
      /**
       * @description Kinds of guests and what each guest adds to the price: per day of whole days, else per trip. Empty: guests are not told apart. Who books without kinds books for adults
       * @default []
       */
      guestKinds: {
        /**
         * @description What each of these guests adds
         * @example 20
         */
        amount: number;
        /**
         * @description Kind of guest
         * @enum {string}
         */
        kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
        /** @description Oldest, in years */
        maxAge?: number;
        /** @description Youngest, in years */
        minAge?: number;
      }[];
      /** @default null */
      guestSurcharge: {
        /**
         * @description What that guest and each further one cost, per day
         * @example 25
         */
        amountPerDay: number;
        /** @description The first guest who costs more */
        fromGuest: number;
      } | null;
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
      languages: string[];
      /** @default null */
      location: {
        /** @example 38.7139 */
        latitude: number;
        /** @example -9.1334 */
        longitude: number;
      } | null;
      maxGuests: number;
      /** @default null */
      meetingPoint: {
        /** @description WGS 84 */
        latitude?: number;
        /** @description WGS 84 */
        longitude?: number;
        /**
         * @description Where guide and guests meet
         * @example Fountain on Rossio square
         */
        text: string;
      } | null;
      /**
       * @description Hours between booking and trip at least
       * @default 0
       */
      minimumNoticeHours: number;
      /**
       * @description Guide's display name
       * @example Inês Tavares
       */
      name: string;
      /**
       * @description False: only `tripKinds` can be booked; true by default
       * @default true
       */
      offersWholeDays: boolean;
      /**
       * @description Pictures, the cover first
       * @default []
       */
      photos: {
        /** @description What it shows */
        caption?: string;
        /**
         * @description A picture on the web; `https` only, without user name and password
         * @example https://images.example.com/g1001/1.jpg
         */
        url: string;
      }[];
      /**
       * @description Who the guide is
       * @default
       */
      profile: string;
      /** @default [] */
      questions: {
        /**
         * @description Your name for it
         * @example diet
         */
        questionId: string;
        /** @description Bookings without an answer are refused */
        required: boolean;
        /**
         * @description What guests are asked
         * @example What do you not eat?
         */
        text: string;
      }[];
      /**
       * @description Days with a rate of their own, both ends included; no two overlap
       * @default []
       */
      seasonalRates: {
        /**
         * @description Price of each of these days
         * @example 190
         */
        dayRate: number;
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        endDate: string;
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        startDate: string;
      }[];
      /**
       * @description Every area that the guide serves; `area` is always one of them
       * @default []
       * @example []
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
      /**
       * @description Only an `active` guide can be booked
       * @default active
       * @enum {string}
       */
      status: 'active' | 'paused' | 'retired';
      /**
       * @description IANA time zone
       * @example Europe/Lisbon
       */
      timeZone: string;
      /**
       * @description Trips of hours that can be booked by their `tripKindId`
       * @default []
       */
      tripKinds: {
        /** @example 240 */
        durationMinutes: number;
        /** @description Where a kind of guests adds something else than in the guide's `guestKinds` */
        guestPrices?: {
          /**
           * @description What each of these guests adds
           * @example 20
           */
          amount: number;
          /**
           * @description Kind of guest
           * @enum {string}
           */
          kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
        }[];
        /** @description Fewer than the guide's */
        maxGuests?: number;
        meetingPoint?: {
          /** @description WGS 84 */
          latitude?: number;
          /** @description WGS 84 */
          longitude?: number;
          /**
           * @description Where guide and guests meet
           * @example Fountain on Rossio square
           */
          text: string;
        };
        /**
         * @description What merchants show
         * @example Alfama on foot, half a day
         */
        name: string;
        /**
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
        startTimes: string[];
        /**
         * @description Your name for it
         * @example half-day
         */
        tripKindId: string;
      }[];
      /**
       * @description `partners`: only merchants that you linked see and book
       * @default public
       * @enum {string}
       */
      visibility: 'public' | 'partners';
      /** @default null */
      weekendRate: {
        /**
         * @description Price of each of these days outside a season
         * @example 170
         */
        dayRate: number;
        weekdays: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      } | null;
    };
    GuideSummary: {
      /**
       * @description Service area
       * @example Lisbon
       */
      area: string;
      coverPhoto: {
        /** @description What it shows */
        caption?: string;
        /**
         * @description A picture on the web; `https` only, without user name and password
         * @example https://images.example.com/g1001/1.jpg
         */
        url: string;
      } | null;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      /**
       * @description Price of a day, decimal
       * @example 140
       */
      dayRate: number;
      /**
       * @description From `near`, where it is given; to the metre
       * @example 1.284
       */
      distanceKm?: number;
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId: string;
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
      location: {
        /** @example 38.7139 */
        latitude: number;
        /** @example -9.1334 */
        longitude: number;
      } | null;
      maxGuests: number;
      /**
       * @description Guide's display name
       * @example Inês Tavares
       */
      name: string;
      /**
       * @description Mean of all reviews, 1 to 5; 0 before the first
       * @example 4.85
       */
      rating: number;
      /** @example 12 */
      reviewCount: number;
      /**
       * @description Only an `active` guide can be booked
       * @enum {string}
       */
      status: 'active' | 'paused' | 'retired';
      /**
       * @description IANA time zone
       * @example Europe/Lisbon
       */
      timeZone: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      updatedAt: string;
    };
    GuideUpdate: {
      /**
       * @description Main service area
       * @example Lisbon
       */
      area?: string;
      cancellationPolicy?: components['schemas']['CancellationPolicyInput'];
      /**
       * @description How a confirmed order is changed: by your consent, or at once
       * @enum {string}
       */
      changeRule?: 'consent' | 'instant';
      /** @description Hours that you have to confirm an order */
      confirmationHours?: number;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency?: string;
      /**
       * @description Price of a day, decimal
       * @example 140
       */
      dayRate?: number;
      /** @description Kinds of guests and what each guest adds to the price: per day of whole days, else per trip. Empty: guests are not told apart. Who books without kinds books for adults */
      guestKinds?: {
        /**
         * @description What each of these guests adds
         * @example 20
         */
        amount: number;
        /**
         * @description Kind of guest
         * @enum {string}
         */
        kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
        /** @description Oldest, in years */
        maxAge?: number;
        /** @description Youngest, in years */
        minAge?: number;
      }[];
      guestSurcharge?: {
        /**
         * @description What that guest and each further one cost, per day
         * @example 25
         */
        amountPerDay: number;
        /** @description The first guest who costs more */
        fromGuest: number;
      } | null;
      /** @description Orders are confirmed at once */
      instantConfirmation?: boolean;
      /**
       * @description Languages, BCP 47
       * @example [
       *       "pt",
       *       "en"
       *     ]
       */
      languages?: string[];
      location?: {
        /** @example 38.7139 */
        latitude: number;
        /** @example -9.1334 */
        longitude: number;
      } | null;
      maxGuests?: number;
      meetingPoint?: {
        /** @description WGS 84 */
        latitude?: number;
        /** @description WGS 84 */
        longitude?: number;
        /**
         * @description Where guide and guests meet
         * @example Fountain on Rossio square
         */
        text: string;
      } | null;
      /** @description Hours between booking and trip at least */
      minimumNoticeHours?: number;
      /**
       * @description Guide's display name
       * @example Inês Tavares
       */
      name?: string;
      /** @description False: only `tripKinds` can be booked; true by default */
      offersWholeDays?: boolean;
      /** @description Pictures, the cover first */
      photos?: {
        /** @description What it shows */
        caption?: string;
        /**
         * @description A picture on the web; `https` only, without user name and password
         * @example https://images.example.com/g1001/1.jpg
         */
        url: string;
      }[];
      /** @description Who the guide is */
      profile?: string;
      questions?: {
        /**
         * @description Your name for it
         * @example diet
         */
        questionId: string;
        /** @description Bookings without an answer are refused */
        required: boolean;
        /**
         * @description What guests are asked
         * @example What do you not eat?
         */
        text: string;
      }[];
      /** @description Days with a rate of their own, both ends included; no two overlap */
      seasonalRates?: {
        /**
         * @description Price of each of these days
         * @example 190
         */
        dayRate: number;
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        endDate: string;
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        startDate: string;
      }[];
      /**
       * @description Every area that the guide serves; `area` is always one of them
       * @example []
       */
      serviceAreas?: string[];
      /**
       * @description Kinds of service
       * @example [
       *       "city_walk",
       *       "museum"
       *     ]
       */
      serviceTypes?: string[];
      /**
       * @description Only an `active` guide can be booked
       * @enum {string}
       */
      status?: 'active' | 'paused' | 'retired';
      /**
       * @description IANA time zone
       * @example Europe/Lisbon
       */
      timeZone?: string;
      /** @description Trips of hours that can be booked by their `tripKindId` */
      tripKinds?: {
        /** @example 240 */
        durationMinutes: number;
        /** @description Where a kind of guests adds something else than in the guide's `guestKinds` */
        guestPrices?: {
          /**
           * @description What each of these guests adds
           * @example 20
           */
          amount: number;
          /**
           * @description Kind of guest
           * @enum {string}
           */
          kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
        }[];
        /** @description Fewer than the guide's */
        maxGuests?: number;
        meetingPoint?: {
          /** @description WGS 84 */
          latitude?: number;
          /** @description WGS 84 */
          longitude?: number;
          /**
           * @description Where guide and guests meet
           * @example Fountain on Rossio square
           */
          text: string;
        };
        /**
         * @description What merchants show
         * @example Alfama on foot, half a day
         */
        name: string;
        /**
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
        startTimes: string[];
        /**
         * @description Your name for it
         * @example half-day
         */
        tripKindId: string;
      }[];
      /**
       * @description `partners`: only merchants that you linked see and book
       * @enum {string}
       */
      visibility?: 'public' | 'partners';
      weekendRate?: {
        /**
         * @description Price of each of these days outside a season
         * @example 170
         */
        dayRate: number;
        weekdays: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      } | null;
    };
    Hold: {
      cancellationPolicy: components['schemas']['CancellationPolicy'];
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      createdAt: string;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      durationMinutes: number | null;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      expiresAt: string;
      guestCount: number;
      /** @description Guests by kind; empty where the guide does not tell them apart */
      guests: {
        count: number;
        /**
         * @description Kind of guest
         * @enum {string}
         */
        kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
      }[];
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId: string;
      /**
       * @description Hold identifier: `HLD` and digits
       * @example HLD1795230000000123456
       */
      holdId: string;
      instantConfirmation: boolean;
      language: string | null;
      meetingPoint: components['schemas']['MeetingPoint'] | null;
      orderId: string | null;
      /** @description The amounts sum to `totalAmount` */
      priceBreakdown: components['schemas']['PriceLine'][];
      startTime: string | null;
      /**
       * @description `held` until it is `booked` (an order was made from it), `released`, or its time is over (`expired`)
       * @enum {string}
       */
      status: 'held' | 'booked' | 'released' | 'expired';
      /**
       * @description IANA time zone
       * @example Europe/Lisbon
       */
      timeZone: string;
      /**
       * @description Decimal amount in `currency`
       * @example 140
       */
      totalAmount: number;
      /**
       * Format: date
       * @description Calendar day, `YYYY-MM-DD`
       * @example 2027-05-01
       */
      tripDate: string;
      tripDays: number;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      tripEndAt: string;
      tripKindId: string | null;
      tripKindName: string | null;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      tripStartAt: string;
    };
    HoldCreate: {
      /**
       * @description What you expect to pay, in the guide's currency: refused with 40908, and the price in `data`, where it differs
       * @example 240
       */
      expectedTotal?: number;
      /** @description At most the guide's `maxGuests`; required unless `guests` is there */
      guestCount?: number;
      /** @description Guests by kind, as the guide's `guestKinds` */
      guests?: {
        count: number;
        /**
         * @description Kind of guest
         * @enum {string}
         */
        kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
      }[];
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId: string;
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
      /**
       * @description Time of the day, `HH:MM`, in the guide's time zone
       * @example 09:30
       */
      startTime?: string;
      /**
       * Format: date
       * @description First day in the guide's time zone; not in the past, at most 18 months ahead
       * @example 2027-05-01
       */
      tripDate: string;
      /** @description Number of days; required unless `tripKindId` is there */
      tripDays?: number;
      /**
       * @description One of the guide's `tripKinds`: a trip of hours
       * @example half-day
       */
      tripKindId?: string;
    } & (unknown & unknown & unknown);
    MeetingPoint: {
      /** @description WGS 84 */
      latitude?: number;
      /** @description WGS 84 */
      longitude?: number;
      /**
       * @description Where guide and guests meet
       * @example Fountain on Rossio square
       */
      text: string;
    };
    /** @description An operator refused you */
    MerchantRefusedEvent: {
      /** @description Yours */
      merchantKey: string;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      reason: string | null;
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /** @constant */
      type: 'merchant.refused';
    };
    /** @description An operator approved you */
    MerchantVerifiedEvent: {
      /** @description Yours */
      merchantKey: string;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      reason: string | null;
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /** @constant */
      type: 'merchant.verified';
    };
    Message: {
      actedBy: string | null;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      createdAt: string;
      /** @example MSG1207 */
      messageId: string;
      readAt: string | null;
      /**
       * @description The side that wrote it: who ordered, or the studio
       * @enum {string}
       */
      sender: 'merchant' | 'studio';
      text: string;
    };
    /** @description The other side of an order wrote to you */
    MessageReceivedEvent: {
      /**
       * @description Where to read it: a path under the platform's address
       * @example /open/v1/order/messages/ORD1795230000000123456
       */
      link: string;
      /** @example MSG1207 */
      messageId: string;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      /** @example ORD1795230000000123456 */
      orderId: string;
      /**
       * @description The side that wrote it: who ordered, or the studio
       * @enum {string}
       */
      sender: 'merchant' | 'studio';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /** @constant */
      type: 'message.received';
    };
    Notification: {
      acknowledgedAt: string | null;
      /** @description Every attempt, oldest first; at most the last 1,000 */
      attemptLog: {
        durationMs: number;
        error:
          | (
              | 'address_refused'
              | 'dns_failed'
              | 'connect_failed'
              | 'connect_timeout'
              | 'tls_failed'
              | 'timeout'
              | 'connection_lost'
              | 'redirect'
              | 'http_status'
              | 'answer_too_large'
              | 'answer_not_json'
              | 'not_acknowledged'
              | 'endpoint_paused'
            )
          | null;
        httpStatus: number | null;
        number: number;
        requestHeaders: {
          [key: string]: string;
        } | null;
        responseExcerpt: string | null;
        responseHeaders: {
          [key: string]: string;
        } | null;
        signedAt: string | null;
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        startedAt: string;
      }[];
      /** @description How many times it was sent */
      attempts: number;
      /** @description What is sent, byte for byte */
      body: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      createdAt: string;
      /**
       * @description Endpoint identifier: `EP` and digits
       * @example EP1001
       */
      endpointId: string;
      httpStatus: number | null;
      nextAttemptAt: string | null;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      orderId: string | null;
      /** @description Number of the event in the order's history, or the settlement's */
      sequence: number;
      settlementId: string | null;
      /**
       * @description `pending`: not acknowledged yet; `skipped`: there was no callback address; `abandoned`: an operator gave up; `unsubscribed`: the endpoint does not take such events, it is in the event feed only
       * @enum {string}
       */
      status: 'pending' | 'acknowledged' | 'skipped' | 'abandoned' | 'unsubscribed';
      /**
       * @description Of the event
       * @enum {string}
       */
      type:
        | 'order.status_changed'
        | 'order.confirmation_due'
        | 'order.changed'
        | 'order.change_requested'
        | 'order.change_declined'
        | 'order.change_withdrawn'
        | 'order.change_expired'
        | 'order.refunded'
        | 'review.created'
        | 'message.received'
        | 'guide.available'
        | 'settlement.issued'
        | 'settlement.disputed'
        | 'settlement.dispute_resolved'
        | 'settlement.adjusted'
        | 'settlement.paid'
        | 'callback.failing'
        | 'callback.paused'
        | 'callback.recovered'
        | 'merchant.verified'
        | 'merchant.refused';
    };
    NotificationSummary: {
      acknowledgedAt: string | null;
      /** @description How many times it was sent */
      attempts: number;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      createdAt: string;
      /**
       * @description Endpoint identifier: `EP` and digits
       * @example EP1001
       */
      endpointId: string;
      httpStatus: number | null;
      nextAttemptAt: string | null;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      orderId: string | null;
      /** @description Number of the event in the order's history, or the settlement's */
      sequence: number;
      settlementId: string | null;
      /**
       * @description `pending`: not acknowledged yet; `skipped`: there was no callback address; `abandoned`: an operator gave up; `unsubscribed`: the endpoint does not take such events, it is in the event feed only
       * @enum {string}
       */
      status: 'pending' | 'acknowledged' | 'skipped' | 'abandoned' | 'unsubscribed';
      /**
       * @description Of the event
       * @enum {string}
       */
      type:
        | 'order.status_changed'
        | 'order.confirmation_due'
        | 'order.changed'
        | 'order.change_requested'
        | 'order.change_declined'
        | 'order.change_withdrawn'
        | 'order.change_expired'
        | 'order.refunded'
        | 'review.created'
        | 'message.received'
        | 'guide.available'
        | 'settlement.issued'
        | 'settlement.disputed'
        | 'settlement.dispute_resolved'
        | 'settlement.adjusted'
        | 'settlement.paid'
        | 'callback.failing'
        | 'callback.paused'
        | 'callback.recovered'
        | 'merchant.verified'
        | 'merchant.refused';
    };
    Order: {
      answers:
        | {
            answer: string;
            /** @description As it was when the trip was booked */
            question: string;
            questionId: string;
          }[]
        | null;
      /** @description The endpoints that the caller may use on the order in its current state */
      availableActions: ('confirm' | 'reject' | 'start' | 'complete' | 'cancel')[];
      cancellationPolicy: components['schemas']['CancellationPolicy'];
      clientReference: string | null;
      commission: {
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        amount: number;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        /** @description Basis points */
        rate: number;
      };
      contactEmail: string | null;
      contactName: string | null;
      contactPhone: string | null;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      createdAt: string;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      durationMinutes: number | null;
      guestCount: number;
      guestNames: string[] | null;
      /** @description Guests by kind; empty where the guide does not tell them apart */
      guests: {
        count: number;
        /**
         * @description Kind of guest
         * @enum {string}
         */
        kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
      }[];
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId: string;
      history: components['schemas']['OrderHistoryEntry'][];
      language: string | null;
      meetingPoint: components['schemas']['MeetingPoint'] | null;
      nextDeadline: {
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        at: string;
        /**
         * @description State of the order
         * @enum {unknown}
         */
        status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      } | null;
      openChange: {
        /** @description Members of the order that the change touches, as they become */
        after: {
          answers?: {
            answer: string;
            question: string;
            questionId: string;
          }[];
          contactEmail?: string | null;
          contactName?: string;
          contactPhone?: string;
          durationMinutes?: number | null;
          guestCount?: number;
          guestNames?: string[];
          /** @description Guests by kind; empty where the guide does not tell them apart */
          guests?: {
            count: number;
            /**
             * @description Kind of guest
             * @enum {string}
             */
            kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
          }[];
          language?: string | null;
          meetingPoint?: components['schemas']['MeetingPoint'] | null;
          /** @description The amounts sum to `totalAmount` */
          priceBreakdown?: components['schemas']['PriceLine'][];
          remark?: string | null;
          startTime?: string | null;
          /**
           * @description Decimal amount in `currency`
           * @example 140
           */
          totalAmount?: number;
          /**
           * Format: date
           * @description Calendar day, `YYYY-MM-DD`
           * @example 2027-05-01
           */
          tripDate?: string;
          tripDays?: number;
          /**
           * Format: date-time
           * @description Instant, RFC 3339 in UTC
           * @example 2027-05-01T08:00:00.000Z
           */
          tripEndAt?: string;
          tripKindId?: string | null;
          tripKindName?: string | null;
          /**
           * Format: date-time
           * @description Instant, RFC 3339 in UTC
           * @example 2027-05-01T08:00:00.000Z
           */
          tripStartAt?: string;
        };
        answer: string | null;
        answerBy: string | null;
        /** @description Members of the order that the change touches, as they were */
        before: {
          answers?: {
            answer: string;
            question: string;
            questionId: string;
          }[];
          contactEmail?: string | null;
          contactName?: string;
          contactPhone?: string;
          durationMinutes?: number | null;
          guestCount?: number;
          guestNames?: string[];
          /** @description Guests by kind; empty where the guide does not tell them apart */
          guests?: {
            count: number;
            /**
             * @description Kind of guest
             * @enum {string}
             */
            kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
          }[];
          language?: string | null;
          meetingPoint?: components['schemas']['MeetingPoint'] | null;
          /** @description The amounts sum to `totalAmount` */
          priceBreakdown?: components['schemas']['PriceLine'][];
          remark?: string | null;
          startTime?: string | null;
          /**
           * @description Decimal amount in `currency`
           * @example 140
           */
          totalAmount?: number;
          /**
           * Format: date
           * @description Calendar day, `YYYY-MM-DD`
           * @example 2027-05-01
           */
          tripDate?: string;
          tripDays?: number;
          /**
           * Format: date-time
           * @description Instant, RFC 3339 in UTC
           * @example 2027-05-01T08:00:00.000Z
           */
          tripEndAt?: string;
          tripKindId?: string | null;
          tripKindName?: string | null;
          /**
           * Format: date-time
           * @description Instant, RFC 3339 in UTC
           * @example 2027-05-01T08:00:00.000Z
           */
          tripStartAt?: string;
        };
        /** @description What the cancellation policy does not give back of what is saved */
        changeFee: number;
        /**
         * @description Identifier of a change: `CHG` and digits
         * @example CHG1795230000000123456
         */
        changeId: string;
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        createdAt: string;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        decidedAt: string | null;
        /** @description Of `totalAmount`; above zero: the trip costs more */
        difference: number;
        /** @description Names of all members that it changes */
        fields: string[];
        reason: string | null;
        sequence: number | null;
        /**
         * @description `requested`: the studio has to agree; `applied`: the order is changed; otherwise it came to nothing
         * @enum {string}
         */
        status: 'requested' | 'applied' | 'declined' | 'withdrawn' | 'expired';
      } | null;
      /** @example ORD1795230000000123456 */
      orderId: string;
      /** @description The amounts sum to `totalAmount` */
      priceBreakdown: components['schemas']['PriceLine'][];
      refund: {
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        amount: number;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        fee: number;
      } | null;
      remark: string | null;
      startTime: string | null;
      /**
       * @description State of the order
       * @enum {unknown}
       */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /** @description The guide's time zone (IANA) */
      timeZone: string;
      /**
       * @description Decimal amount in `currency`
       * @example 140
       */
      totalAmount: number;
      /**
       * Format: date
       * @description Calendar day, `YYYY-MM-DD`
       * @example 2027-05-01
       */
      tripDate: string;
      tripDays: number;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      tripEndAt: string;
      tripKindId: string | null;
      tripKindName: string | null;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      tripStartAt: string;
    };
    OrderChange: {
      /** @description Members of the order that the change touches, as they become */
      after: {
        answers?: {
          answer: string;
          question: string;
          questionId: string;
        }[];
        contactEmail?: string | null;
        contactName?: string;
        contactPhone?: string;
        durationMinutes?: number | null;
        guestCount?: number;
        guestNames?: string[];
        /** @description Guests by kind; empty where the guide does not tell them apart */
        guests?: {
          count: number;
          /**
           * @description Kind of guest
           * @enum {string}
           */
          kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
        }[];
        language?: string | null;
        meetingPoint?: components['schemas']['MeetingPoint'] | null;
        /** @description The amounts sum to `totalAmount` */
        priceBreakdown?: components['schemas']['PriceLine'][];
        remark?: string | null;
        startTime?: string | null;
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        totalAmount?: number;
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        tripDate?: string;
        tripDays?: number;
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        tripEndAt?: string;
        tripKindId?: string | null;
        tripKindName?: string | null;
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        tripStartAt?: string;
      };
      answer: string | null;
      answerBy: string | null;
      /** @description Members of the order that the change touches, as they were */
      before: {
        answers?: {
          answer: string;
          question: string;
          questionId: string;
        }[];
        contactEmail?: string | null;
        contactName?: string;
        contactPhone?: string;
        durationMinutes?: number | null;
        guestCount?: number;
        guestNames?: string[];
        /** @description Guests by kind; empty where the guide does not tell them apart */
        guests?: {
          count: number;
          /**
           * @description Kind of guest
           * @enum {string}
           */
          kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
        }[];
        language?: string | null;
        meetingPoint?: components['schemas']['MeetingPoint'] | null;
        /** @description The amounts sum to `totalAmount` */
        priceBreakdown?: components['schemas']['PriceLine'][];
        remark?: string | null;
        startTime?: string | null;
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        totalAmount?: number;
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        tripDate?: string;
        tripDays?: number;
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        tripEndAt?: string;
        tripKindId?: string | null;
        tripKindName?: string | null;
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        tripStartAt?: string;
      };
      /** @description What the cancellation policy does not give back of what is saved */
      changeFee: number;
      /**
       * @description Identifier of a change: `CHG` and digits
       * @example CHG1795230000000123456
       */
      changeId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      createdAt: string;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      decidedAt: string | null;
      /** @description Of `totalAmount`; above zero: the trip costs more */
      difference: number;
      /** @description Names of all members that it changes */
      fields: string[];
      reason: string | null;
      sequence: number | null;
      /**
       * @description `requested`: the studio has to agree; `applied`: the order is changed; otherwise it came to nothing
       * @enum {string}
       */
      status: 'requested' | 'applied' | 'declined' | 'withdrawn' | 'expired';
    };
    /** @description The studio declined a change */
    OrderChangeDeclinedEvent: {
      change: components['schemas']['ToldChange'];
      clientReference: string | null;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      order: components['schemas']['OrderSnapshot'];
      /** @example ORD1795230000000123456 */
      orderId: string;
      /** @enum {unknown} */
      reason:
        | 'changed_by_merchant'
        | 'change_requested_by_merchant'
        | 'change_accepted_by_studio'
        | 'change_declined_by_studio'
        | 'change_withdrawn_by_merchant'
        | 'change_expired'
        | 'refunded_by_studio';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /**
       * @description State of the order
       * @enum {unknown}
       */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /** @constant */
      type: 'order.change_declined';
    };
    /** @description An order was changed */
    OrderChangedEvent: {
      change: components['schemas']['ToldChange'];
      clientReference: string | null;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      order: components['schemas']['OrderSnapshot'];
      /** @example ORD1795230000000123456 */
      orderId: string;
      /** @enum {unknown} */
      reason:
        | 'changed_by_merchant'
        | 'change_requested_by_merchant'
        | 'change_accepted_by_studio'
        | 'change_declined_by_studio'
        | 'change_withdrawn_by_merchant'
        | 'change_expired'
        | 'refunded_by_studio';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /**
       * @description State of the order
       * @enum {unknown}
       */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /** @constant */
      type: 'order.changed';
    };
    /** @description The studio did not answer a change in time */
    OrderChangeExpiredEvent: {
      change: components['schemas']['ToldChange'];
      clientReference: string | null;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      order: components['schemas']['OrderSnapshot'];
      /** @example ORD1795230000000123456 */
      orderId: string;
      /** @enum {unknown} */
      reason:
        | 'changed_by_merchant'
        | 'change_requested_by_merchant'
        | 'change_accepted_by_studio'
        | 'change_declined_by_studio'
        | 'change_withdrawn_by_merchant'
        | 'change_expired'
        | 'refunded_by_studio';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /**
       * @description State of the order
       * @enum {unknown}
       */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /** @constant */
      type: 'order.change_expired';
    };
    /** @description The merchant asks for a change that needs the studio's consent */
    OrderChangeRequestedEvent: {
      change: components['schemas']['ToldChange'];
      clientReference: string | null;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      order: components['schemas']['OrderSnapshot'];
      /** @example ORD1795230000000123456 */
      orderId: string;
      /** @enum {unknown} */
      reason:
        | 'changed_by_merchant'
        | 'change_requested_by_merchant'
        | 'change_accepted_by_studio'
        | 'change_declined_by_studio'
        | 'change_withdrawn_by_merchant'
        | 'change_expired'
        | 'refunded_by_studio';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /**
       * @description State of the order
       * @enum {unknown}
       */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /** @constant */
      type: 'order.change_requested';
    };
    /** @description The merchant no longer asks for a change */
    OrderChangeWithdrawnEvent: {
      change: components['schemas']['ToldChange'];
      clientReference: string | null;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      order: components['schemas']['OrderSnapshot'];
      /** @example ORD1795230000000123456 */
      orderId: string;
      /** @enum {unknown} */
      reason:
        | 'changed_by_merchant'
        | 'change_requested_by_merchant'
        | 'change_accepted_by_studio'
        | 'change_declined_by_studio'
        | 'change_withdrawn_by_merchant'
        | 'change_expired'
        | 'refunded_by_studio';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /**
       * @description State of the order
       * @enum {unknown}
       */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /** @constant */
      type: 'order.change_withdrawn';
    };
    /** @description To the studio: it has not confirmed an order yet */
    OrderConfirmationDueEvent: {
      clientReference: string | null;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      confirmBy: string;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      order: components['schemas']['OrderSnapshot'];
      /** @example ORD1795230000000123456 */
      orderId: string;
      /**
       * @description `half`, then `late`: nine tenths of the time are over
       * @enum {string}
       */
      reminder: 'half' | 'late';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /** @constant */
      type: 'order.confirmation_due';
    };
    OrderCreate: {
      /** @description Answers to the guide's `questions` */
      answers?: {
        /** @description What the guests say */
        answer: string;
        /**
         * @description One of the guide's `questions`
         * @example diet
         */
        questionId: string;
      }[];
      /** @description The merchant's own reference */
      clientReference?: string;
      /**
       * Format: email
       * @description The contact person's e-mail address
       * @example ana@example.com
       */
      contactEmail?: string;
      contactName: string;
      /**
       * @description E.164, or national form of the merchant's country
       * @example +351912345678
       */
      contactPhone: string;
      /**
       * @description What you expect to pay, in the guide's currency: refused with 40908, and the price in `data`, where it differs
       * @example 240
       */
      expectedTotal?: number;
      /** @description At most the guide's `maxGuests`; required unless `guests` is there */
      guestCount?: number;
      /** @description At most as many as there are guests */
      guestNames?: string[];
      /** @description Guests by kind, as the guide's `guestKinds` */
      guests?: {
        count: number;
        /**
         * @description Kind of guest
         * @enum {string}
         */
        kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
      }[];
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId?: string;
      /**
       * @description Books what this hold keeps, at its price: its trip may be left out, or has to be said as it is held
       * @example HLD1795230000000123456
       */
      holdId?: string;
      /**
       * @description One of the guide's `languages`
       * @example pt
       */
      language?: string;
      /** @description For the studio */
      remark?: string;
      /**
       * @description Time of the day, `HH:MM`, in the guide's time zone
       * @example 09:30
       */
      startTime?: string;
      /**
       * Format: date
       * @description First day in the guide's time zone; not in the past, at most 18 months ahead
       * @example 2027-05-01
       */
      tripDate?: string;
      /** @description Number of days; required unless `tripKindId` is there */
      tripDays?: number;
      /**
       * @description One of the guide's `tripKinds`: a trip of hours
       * @example half-day
       */
      tripKindId?: string;
      /** @description True: refused with 40909 where another order that you placed with it has this `clientReference`, in whatever state. Otherwise references may repeat */
      uniqueReference?: boolean;
    } & (unknown & unknown & unknown);
    OrderCreated: {
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      /** @example ORD1795230000000123456 */
      orderId: string;
      /**
       * @description State of the order
       * @enum {unknown}
       */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /**
       * @description Decimal amount in `currency`
       * @example 140
       */
      totalAmount: number;
    };
    OrderHistoryEntry: {
      actedBy: string | null;
      /** @enum {unknown} */
      actor: 'merchant' | 'studio' | 'operator' | 'platform';
      note: string | null;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      previousStatus: ('pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled') | null;
      /** @enum {unknown} */
      reason:
        | 'created'
        | 'confirmed_by_studio'
        | 'instant'
        | 'cancelled_by_merchant'
        | 'rejected_by_studio'
        | 'confirmation_expired'
        | 'trip_started'
        | 'started_by_studio'
        | 'withdrawn_by_studio'
        | 'trip_ended'
        | 'completed_by_studio'
        | 'cancelled_by_operator'
        | 'changed_by_merchant'
        | 'change_requested_by_merchant'
        | 'change_accepted_by_studio'
        | 'change_declined_by_studio'
        | 'change_withdrawn_by_merchant'
        | 'change_expired'
        | 'refunded_by_studio';
      sequence: number;
      /**
       * @description State of the order
       * @enum {unknown}
       */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
    };
    OrderQuote: {
      /** @description Whether order/create would take it now; nothing is held */
      available: boolean;
      cancellationPolicy: components['schemas']['CancellationPolicy'];
      /** @description What cancelling refunds once the order is confirmed, in chronological order; before that, everything */
      cancellationTerms: {
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        fee: number;
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        refund: number;
        until: string | null;
      }[];
      /**
       * Format: date-time
       * @description When an order made now would expire unconfirmed
       */
      confirmBy: string;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      durationMinutes: number | null;
      guestCount: number;
      /** @description Guests by kind; empty where the guide does not tell them apart */
      guests: {
        count: number;
        /**
         * @description Kind of guest
         * @enum {string}
         */
        kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
      }[];
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId: string;
      instantConfirmation: boolean;
      language: string | null;
      meetingPoint: components['schemas']['MeetingPoint'] | null;
      /** @description Why not; empty when available */
      obstacles: string[];
      /** @description The amounts sum to `totalAmount` */
      priceBreakdown: components['schemas']['PriceLine'][];
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      quotedAt: string;
      startTime: string | null;
      /**
       * @description IANA time zone
       * @example Europe/Lisbon
       */
      timeZone: string;
      /**
       * @description Decimal amount in `currency`
       * @example 140
       */
      totalAmount: number;
      /**
       * Format: date
       * @description Calendar day, `YYYY-MM-DD`
       * @example 2027-05-01
       */
      tripDate: string;
      tripDays: number;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      tripEndAt: string;
      tripKindId: string | null;
      tripKindName: string | null;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      tripStartAt: string;
    };
    OrderQuoteRequest: {
      /** @description At most the guide's `maxGuests`; required unless `guests` is there */
      guestCount?: number;
      /** @description Guests by kind, as the guide's `guestKinds` */
      guests?: {
        count: number;
        /**
         * @description Kind of guest
         * @enum {string}
         */
        kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
      }[];
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId: string;
      /**
       * @description One of the guide's `languages`
       * @example pt
       */
      language?: string;
      /**
       * @description Time of the day, `HH:MM`, in the guide's time zone
       * @example 09:30
       */
      startTime?: string;
      /**
       * Format: date
       * @description First day in the guide's time zone; not in the past, at most 18 months ahead
       * @example 2027-05-01
       */
      tripDate: string;
      /** @description Number of days; required unless `tripKindId` is there */
      tripDays?: number;
      /**
       * @description One of the guide's `tripKinds`: a trip of hours
       * @example half-day
       */
      tripKindId?: string;
    } & (unknown & unknown & unknown);
    /** @description The studio gives a part of the price back */
    OrderRefundedEvent: {
      clientReference: string | null;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      order: components['schemas']['OrderSnapshot'];
      /** @example ORD1795230000000123456 */
      orderId: string;
      /** @enum {unknown} */
      reason:
        | 'changed_by_merchant'
        | 'change_requested_by_merchant'
        | 'change_accepted_by_studio'
        | 'change_declined_by_studio'
        | 'change_withdrawn_by_merchant'
        | 'change_expired'
        | 'refunded_by_studio';
      /** @description What it gives back now; `order.refund` has the sum */
      refunded: {
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        amount: number;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
      };
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /**
       * @description State of the order
       * @enum {unknown}
       */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /** @constant */
      type: 'order.refunded';
    };
    /** @description The order as it was then, as your side sees it, without contact data and remark */
    OrderSnapshot: {
      /** @description The endpoints that the caller may use on the order in its current state */
      availableActions: ('confirm' | 'reject' | 'start' | 'complete' | 'cancel')[];
      cancellationPolicy: components['schemas']['CancellationPolicy'];
      clientReference: string | null;
      commission: {
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        amount: number;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        /** @description Basis points */
        rate: number;
      };
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      createdAt: string;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      durationMinutes: number | null;
      guestCount: number;
      /** @description Guests by kind; empty where the guide does not tell them apart */
      guests: {
        count: number;
        /**
         * @description Kind of guest
         * @enum {string}
         */
        kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
      }[];
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId: string;
      history: components['schemas']['OrderHistoryEntry'][];
      language: string | null;
      meetingPoint: components['schemas']['MeetingPoint'] | null;
      nextDeadline: {
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        at: string;
        /**
         * @description State of the order
         * @enum {unknown}
         */
        status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      } | null;
      /** @example ORD1795230000000123456 */
      orderId: string;
      /** @description The amounts sum to `totalAmount` */
      priceBreakdown: components['schemas']['PriceLine'][];
      refund: {
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        amount: number;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        fee: number;
      } | null;
      startTime: string | null;
      /**
       * @description State of the order
       * @enum {unknown}
       */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /** @description The guide's time zone (IANA) */
      timeZone: string;
      /**
       * @description Decimal amount in `currency`
       * @example 140
       */
      totalAmount: number;
      /**
       * Format: date
       * @description Calendar day, `YYYY-MM-DD`
       * @example 2027-05-01
       */
      tripDate: string;
      tripDays: number;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      tripEndAt: string;
      tripKindId: string | null;
      tripKindName: string | null;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      tripStartAt: string;
    };
    /** @description An order was created, or reached another state */
    OrderStatusChangedEvent: {
      clientReference: string | null;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      order: components['schemas']['OrderSnapshot'];
      /** @example ORD1795230000000123456 */
      orderId: string;
      previousStatus: ('pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled') | null;
      /** @enum {unknown} */
      reason:
        | 'created'
        | 'confirmed_by_studio'
        | 'instant'
        | 'cancelled_by_merchant'
        | 'rejected_by_studio'
        | 'confirmation_expired'
        | 'trip_started'
        | 'started_by_studio'
        | 'withdrawn_by_studio'
        | 'trip_ended'
        | 'completed_by_studio'
        | 'cancelled_by_operator'
        | 'changed_by_merchant'
        | 'change_requested_by_merchant'
        | 'change_accepted_by_studio'
        | 'change_declined_by_studio'
        | 'change_withdrawn_by_merchant'
        | 'change_expired'
        | 'refunded_by_studio';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /**
       * @description State of the order
       * @enum {unknown}
       */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /** @constant */
      type: 'order.status_changed';
    };
    OrderSummary: {
      clientReference: string | null;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      createdAt: string;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      guestCount: number;
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId: string;
      /** @example ORD1795230000000123456 */
      orderId: string;
      /**
       * @description State of the order
       * @enum {unknown}
       */
      status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
      /**
       * @description Decimal amount in `currency`
       * @example 140
       */
      totalAmount: number;
      /**
       * Format: date
       * @description Calendar day, `YYYY-MM-DD`
       * @example 2027-05-01
       */
      tripDate: string;
      tripDays: number;
      /**
       * Format: date-time
       * @description Of its last change
       * @example 2027-05-01T08:00:00.000Z
       */
      updatedAt: string;
    };
    PriceLine: {
      /**
       * @description Decimal amount in `currency`
       * @example 140
       */
      amount: number;
      days: number;
      /**
       * Format: date
       * @description Calendar day, `YYYY-MM-DD`
       * @example 2027-05-01
       */
      endDate: string;
      guestKind: ('adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military') | null;
      guests: number | null;
      /** @enum {string} */
      kind:
        | 'day_rate'
        | 'seasonal_rate'
        | 'weekend_rate'
        | 'trip_rate'
        | 'guest_surcharge'
        | 'guest_rate'
        | 'change_fee';
      /**
       * Format: date
       * @description Calendar day, `YYYY-MM-DD`
       * @example 2027-05-01
       */
      startDate: string;
      /** @description Per day or trip, and per guest for a surcharge or a `guest_rate` */
      unitAmount: number;
    };
    Recovery: {
      /** @description As it was asked for */
      filter: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId?: string;
        /**
         * @description HTTP status of the last answer
         * @example 503
         */
        httpStatus?: number;
        /** @example ORD1795230000000123456 */
        orderId?: string;
        /**
         * Format: date-time
         * @description The earliest that was asked for
         */
        since: string;
        /** @description Only in these states; all but `acknowledged` where it is left out */
        statuses?: ('pending' | 'acknowledged' | 'skipped' | 'abandoned')[];
        /** @description Only of these events */
        types?: (
          | 'order.status_changed'
          | 'order.confirmation_due'
          | 'order.changed'
          | 'order.change_requested'
          | 'order.change_declined'
          | 'order.change_withdrawn'
          | 'order.change_expired'
          | 'order.refunded'
          | 'review.created'
          | 'message.received'
          | 'guide.available'
          | 'settlement.issued'
          | 'settlement.disputed'
          | 'settlement.dispute_resolved'
          | 'settlement.adjusted'
          | 'settlement.paid'
          | 'callback.failing'
          | 'callback.paused'
          | 'callback.recovered'
          | 'merchant.verified'
          | 'merchant.refused'
        )[];
        /**
         * Format: date-time
         * @description Only of events before this instant
         */
        until?: string;
      };
      finishedAt: string | null;
      /** @example RCV100001 */
      recoveryId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      requestedAt: string;
      /**
       * @description `waiting`: not begun; `running`; `finished`; `cancelled`: stopped by you
       * @enum {string}
       */
      state: 'waiting' | 'running' | 'finished' | 'cancelled';
      /** @description Those that it has taken so far; each is sent until it is acknowledged */
      taken: number;
      /** @description Notifications that it was to take when it was asked for */
      total: number;
    };
    /** @description The ordering merchant rated a trip */
    ReviewCreatedEvent: {
      /**
       * @description Guide identifier: `G` and digits
       * @example G1001
       */
      guideId: string;
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      /** @example ORD1795230000000123456 */
      orderId: string;
      /**
       * @description 5 is best
       * @example 5
       */
      rating: number;
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      text: string;
      /** @constant */
      type: 'review.created';
    };
    /** @description An operator posted an amount because of a dispute; it is a line of the next statement */
    SettlementAdjustedEvent: {
      dispute: {
        amount: number | null;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        /** @example LIN123 */
        lineId: string;
        outcome: ('rejected' | 'adjusted') | null;
        /** @description The merchant's words, or the operator's answer */
        reason: string;
      };
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      /**
       * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
       * @enum {string}
       */
      previousStatus: 'open' | 'issued' | 'disputed' | 'paid';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /** @description The statement as it was then */
      settlement: {
        /** @description gross − commission: above zero due to you, below zero due from you; decimal, in `currency` */
        balance: number;
        closedUntil: string | null;
        /** @description The platform's share of it; decimal, in `currency` */
        commission: number;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        /** @description Sum of the lines' gross: a studio's earnings, or below zero what the ordering merchant owes; decimal, in `currency` */
        gross: number;
        issuedAt: string | null;
        lineCount: number;
        /**
         * @description Calendar month in the platform's time zone
         * @example 2027-01
         */
        month: string;
        paidAt: string | null;
        /** @description 1; above it where the month was closed before its end, for what came after that */
        part: number;
        /**
         * @description Who pays the balance
         * @enum {string}
         */
        payer: 'platform' | 'merchant' | 'nobody';
        paymentReference: string | null;
        /** @example STL1000000001 */
        settlementId: string;
        /**
         * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
         * @enum {string}
         */
        status: 'open' | 'issued' | 'disputed' | 'paid';
      };
      /** @example STL1000000001 */
      settlementId: string;
      /**
       * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
       * @enum {string}
       */
      status: 'open' | 'issued' | 'disputed' | 'paid';
      /** @constant */
      type: 'settlement.adjusted';
    };
    /** @description You objected to a line */
    SettlementDisputedEvent: {
      dispute: {
        amount: number | null;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        /** @example LIN123 */
        lineId: string;
        outcome: ('rejected' | 'adjusted') | null;
        /** @description The merchant's words, or the operator's answer */
        reason: string;
      };
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      /**
       * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
       * @enum {string}
       */
      previousStatus: 'open' | 'issued' | 'disputed' | 'paid';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /** @description The statement as it was then */
      settlement: {
        /** @description gross − commission: above zero due to you, below zero due from you; decimal, in `currency` */
        balance: number;
        closedUntil: string | null;
        /** @description The platform's share of it; decimal, in `currency` */
        commission: number;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        /** @description Sum of the lines' gross: a studio's earnings, or below zero what the ordering merchant owes; decimal, in `currency` */
        gross: number;
        issuedAt: string | null;
        lineCount: number;
        /**
         * @description Calendar month in the platform's time zone
         * @example 2027-01
         */
        month: string;
        paidAt: string | null;
        /** @description 1; above it where the month was closed before its end, for what came after that */
        part: number;
        /**
         * @description Who pays the balance
         * @enum {string}
         */
        payer: 'platform' | 'merchant' | 'nobody';
        paymentReference: string | null;
        /** @example STL1000000001 */
        settlementId: string;
        /**
         * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
         * @enum {string}
         */
        status: 'open' | 'issued' | 'disputed' | 'paid';
      };
      /** @example STL1000000001 */
      settlementId: string;
      /**
       * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
       * @enum {string}
       */
      status: 'open' | 'issued' | 'disputed' | 'paid';
      /** @constant */
      type: 'settlement.disputed';
    };
    /** @description An operator answered */
    SettlementDisputeResolvedEvent: {
      dispute: {
        amount: number | null;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        /** @example LIN123 */
        lineId: string;
        outcome: ('rejected' | 'adjusted') | null;
        /** @description The merchant's words, or the operator's answer */
        reason: string;
      };
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      /**
       * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
       * @enum {string}
       */
      previousStatus: 'open' | 'issued' | 'disputed' | 'paid';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /** @description The statement as it was then */
      settlement: {
        /** @description gross − commission: above zero due to you, below zero due from you; decimal, in `currency` */
        balance: number;
        closedUntil: string | null;
        /** @description The platform's share of it; decimal, in `currency` */
        commission: number;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        /** @description Sum of the lines' gross: a studio's earnings, or below zero what the ordering merchant owes; decimal, in `currency` */
        gross: number;
        issuedAt: string | null;
        lineCount: number;
        /**
         * @description Calendar month in the platform's time zone
         * @example 2027-01
         */
        month: string;
        paidAt: string | null;
        /** @description 1; above it where the month was closed before its end, for what came after that */
        part: number;
        /**
         * @description Who pays the balance
         * @enum {string}
         */
        payer: 'platform' | 'merchant' | 'nobody';
        paymentReference: string | null;
        /** @example STL1000000001 */
        settlementId: string;
        /**
         * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
         * @enum {string}
         */
        status: 'open' | 'issued' | 'disputed' | 'paid';
      };
      /** @example STL1000000001 */
      settlementId: string;
      /**
       * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
       * @enum {string}
       */
      status: 'open' | 'issued' | 'disputed' | 'paid';
      /** @constant */
      type: 'settlement.dispute_resolved';
    };
    /** @description A statement stands, and is to be paid */
    SettlementIssuedEvent: {
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      /**
       * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
       * @enum {string}
       */
      previousStatus: 'open' | 'issued' | 'disputed' | 'paid';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /** @description The statement as it was then */
      settlement: {
        /** @description gross − commission: above zero due to you, below zero due from you; decimal, in `currency` */
        balance: number;
        closedUntil: string | null;
        /** @description The platform's share of it; decimal, in `currency` */
        commission: number;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        /** @description Sum of the lines' gross: a studio's earnings, or below zero what the ordering merchant owes; decimal, in `currency` */
        gross: number;
        issuedAt: string | null;
        lineCount: number;
        /**
         * @description Calendar month in the platform's time zone
         * @example 2027-01
         */
        month: string;
        paidAt: string | null;
        /** @description 1; above it where the month was closed before its end, for what came after that */
        part: number;
        /**
         * @description Who pays the balance
         * @enum {string}
         */
        payer: 'platform' | 'merchant' | 'nobody';
        paymentReference: string | null;
        /** @example STL1000000001 */
        settlementId: string;
        /**
         * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
         * @enum {string}
         */
        status: 'open' | 'issued' | 'disputed' | 'paid';
      };
      /** @example STL1000000001 */
      settlementId: string;
      /**
       * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
       * @enum {string}
       */
      status: 'open' | 'issued' | 'disputed' | 'paid';
      /** @constant */
      type: 'settlement.issued';
    };
    SettlementLine: {
      /** @description gross − commission; decimal, in `currency` */
      amount: number;
      clientReference: string | null;
      /** @description Of the platform; rounded half to even, once per line; decimal, in `currency` */
      commission: number;
      commissionRate: number | null;
      counterparty: {
        merchantKey: string;
        name: string;
      } | null;
      /**
       * Format: date
       * @description Of `occurredAt`, in the time zone of the statement
       * @example 2027-01-31
       */
      day: string;
      dispute: {
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        openedAt: string;
        reason: string;
        resolution: string | null;
        resolvedAt: string | null;
        /**
         * @description `adjusted`: corrected by a line of a later statement
         * @enum {string}
         */
        status: 'open' | 'rejected' | 'adjusted';
      } | null;
      /** @description Above zero earned, below zero owed; decimal, in `currency` */
      gross: number;
      guideId: string | null;
      /** @enum {string} */
      kind: 'completed' | 'cancellation_fee' | 'refund' | 'adjustment' | 'reversal' | 'payment';
      /** @example LIN123 */
      lineId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      orderId: string | null;
      reason: string | null;
      tripDate: string | null;
    };
    /** @description A statement is paid */
    SettlementPaidEvent: {
      /**
       * @description The same as `webhook-id`
       * @example NTF1795230000000123456-2
       */
      notificationId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      occurredAt: string;
      /**
       * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
       * @enum {string}
       */
      previousStatus: 'open' | 'issued' | 'disputed' | 'paid';
      /** @description Number of the event in the history of what it is about */
      sequence: number;
      /** @description The statement as it was then */
      settlement: {
        /** @description gross − commission: above zero due to you, below zero due from you; decimal, in `currency` */
        balance: number;
        closedUntil: string | null;
        /** @description The platform's share of it; decimal, in `currency` */
        commission: number;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency: string;
        /** @description Sum of the lines' gross: a studio's earnings, or below zero what the ordering merchant owes; decimal, in `currency` */
        gross: number;
        issuedAt: string | null;
        lineCount: number;
        /**
         * @description Calendar month in the platform's time zone
         * @example 2027-01
         */
        month: string;
        paidAt: string | null;
        /** @description 1; above it where the month was closed before its end, for what came after that */
        part: number;
        /**
         * @description Who pays the balance
         * @enum {string}
         */
        payer: 'platform' | 'merchant' | 'nobody';
        paymentReference: string | null;
        /** @example STL1000000001 */
        settlementId: string;
        /**
         * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
         * @enum {string}
         */
        status: 'open' | 'issued' | 'disputed' | 'paid';
      };
      /** @example STL1000000001 */
      settlementId: string;
      /**
       * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
       * @enum {string}
       */
      status: 'open' | 'issued' | 'disputed' | 'paid';
      /** @constant */
      type: 'settlement.paid';
    };
    SettlementSummary: {
      /** @description gross − commission: above zero due to you, below zero due from you; decimal, in `currency` */
      balance: number;
      closedUntil: string | null;
      /** @description The platform's share of it; decimal, in `currency` */
      commission: number;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      /** @description Sum of the lines' gross: a studio's earnings, or below zero what the ordering merchant owes; decimal, in `currency` */
      gross: number;
      issuedAt: string | null;
      lineCount: number;
      /**
       * @description Calendar month in the platform's time zone
       * @example 2027-01
       */
      month: string;
      paidAt: string | null;
      /** @description 1; above it where the month was closed before its end, for what came after that */
      part: number;
      /**
       * @description Who pays the balance
       * @enum {string}
       */
      payer: 'platform' | 'merchant' | 'nobody';
      paymentReference: string | null;
      /** @example STL1000000001 */
      settlementId: string;
      /**
       * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
       * @enum {string}
       */
      status: 'open' | 'issued' | 'disputed' | 'paid';
      /**
       * @description The platform's (IANA name): `month` and `day` are in it; instants are in UTC
       * @example Europe/Lisbon
       */
      timeZone: string;
    };
    ToldChange: {
      /** @description Members of the order that the change touches, as they become, no contact data */
      after: {
        durationMinutes?: number | null;
        guestCount?: number;
        /** @description Guests by kind; empty where the guide does not tell them apart */
        guests?: {
          count: number;
          /**
           * @description Kind of guest
           * @enum {string}
           */
          kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
        }[];
        language?: string | null;
        meetingPoint?: components['schemas']['MeetingPoint'] | null;
        /** @description The amounts sum to `totalAmount` */
        priceBreakdown?: components['schemas']['PriceLine'][];
        startTime?: string | null;
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        totalAmount?: number;
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        tripDate?: string;
        tripDays?: number;
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        tripEndAt?: string;
        tripKindId?: string | null;
        tripKindName?: string | null;
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        tripStartAt?: string;
      };
      answer: string | null;
      answerBy: string | null;
      /** @description Members of the order that the change touches, as they were, no contact data */
      before: {
        durationMinutes?: number | null;
        guestCount?: number;
        /** @description Guests by kind; empty where the guide does not tell them apart */
        guests?: {
          count: number;
          /**
           * @description Kind of guest
           * @enum {string}
           */
          kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
        }[];
        language?: string | null;
        meetingPoint?: components['schemas']['MeetingPoint'] | null;
        /** @description The amounts sum to `totalAmount` */
        priceBreakdown?: components['schemas']['PriceLine'][];
        startTime?: string | null;
        /**
         * @description Decimal amount in `currency`
         * @example 140
         */
        totalAmount?: number;
        /**
         * Format: date
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        tripDate?: string;
        tripDays?: number;
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        tripEndAt?: string;
        tripKindId?: string | null;
        tripKindName?: string | null;
        /**
         * Format: date-time
         * @description Instant, RFC 3339 in UTC
         * @example 2027-05-01T08:00:00.000Z
         */
        tripStartAt?: string;
      };
      /** @description What the cancellation policy does not give back of what is saved */
      changeFee: number;
      /**
       * @description Identifier of a change: `CHG` and digits
       * @example CHG1795230000000123456
       */
      changeId: string;
      /**
       * Format: date-time
       * @description Instant, RFC 3339 in UTC
       * @example 2027-05-01T08:00:00.000Z
       */
      createdAt: string;
      /**
       * @description ISO 4217; `eur` is accepted as `EUR`
       * @example EUR
       */
      currency: string;
      decidedAt: string | null;
      /** @description Of `totalAmount`; above zero: the trip costs more */
      difference: number;
      /** @description Names of all members that it changes */
      fields: string[];
      reason: string | null;
      sequence: number | null;
      /**
       * @description `requested`: the studio has to agree; `applied`: the order is changed; otherwise it came to nothing
       * @enum {string}
       */
      status: 'requested' | 'applied' | 'declined' | 'withdrawn' | 'expired';
    };
  };
  responses: never;
  parameters: never;
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
          'application/json': {
            keys: {
              alg: string;
              crv: string;
              kid: string;
              kty: string;
              use: string;
              x: string;
            }[];
          };
        };
      };
    };
  };
  getAuthorizationServerMetadata: {
    responses: {
      /** @description Default Response */
      200: {
        content: {
          'application/json': {
            grant_types_supported: string[];
            issuer: string;
            jwks_uri: string;
            response_types_supported: string[];
            scopes_supported: string[];
            service_documentation: string;
            token_endpoint: string;
            token_endpoint_auth_methods_supported: string[];
          };
        };
      };
    };
  };
  checkAlive: {
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @constant */
            status: 'alive';
          };
        };
      };
    };
  };
  issueToken: {
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': {
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
      };
    };
    responses: {
      /** @description The token, in the envelope and as in RFC 6749 §5.1 */
      200: {
        content: {
          'application/json': {
            /** @description Bearer token: a signed JWT (RFC 9068) */
            access_token: string;
            /**
             * @description Lifetime in seconds
             * @example 7200
             */
            expires_in: number;
            /** @constant */
            token_type: 'Bearer';
          };
        };
      };
    };
  };
  getCallbackConfig: {
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['CallbackConfig'];
        };
      };
    };
  };
  saveCallbackConfig: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          url: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['CallbackConfig'];
        };
      };
    };
  };
  createCallbackEndpoint: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description For you */
          description?: string;
          /**
           * @description What it is told of: `*` for all, families such as `order.*`, single types
           * @example [
           *       "order.*",
           *       "settlement.issued"
           *     ]
           */
          eventTypes?: (
            | '*'
            | 'order.*'
            | 'review.*'
            | 'message.*'
            | 'guide.*'
            | 'settlement.*'
            | 'callback.*'
            | 'merchant.*'
            | 'order.status_changed'
            | 'order.confirmation_due'
            | 'order.changed'
            | 'order.change_requested'
            | 'order.change_declined'
            | 'order.change_withdrawn'
            | 'order.change_expired'
            | 'order.refunded'
            | 'review.created'
            | 'message.received'
            | 'guide.available'
            | 'settlement.issued'
            | 'settlement.disputed'
            | 'settlement.dispute_resolved'
            | 'settlement.adjusted'
            | 'settlement.paid'
            | 'callback.failing'
            | 'callback.paused'
            | 'callback.recovered'
            | 'merchant.verified'
            | 'merchant.refused'
          )[];
          /**
           * @description Headers that its notifications carry besides ours, for a gateway of yours; all of them at once, `{}` for none
           * @example {
           *       "x-gateway-key": "k7J2"
           *     }
           */
          headers?: {
            [key: string]: string;
          };
          maxPerSecond?: number | null;
          /**
           * @description Of Standard Webhooks. `v1`: a secret that you share with us; `v1a`: a key pair, of which you have the public key. Another scheme makes a new secret or key pair; for a day both sign
           * @enum {string}
           */
          signatureScheme?: 'v1' | 'v1a';
          /**
           * @description Where its notifications go, https only
           * @example https://agency.example/guidepost/orders
           */
          url: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['CallbackEndpointWithSecret'];
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
        endpointId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @constant */
            deleted: true;
            /**
             * @description Endpoint identifier: `EP` and digits
             * @example EP1001
             */
            endpointId: string;
          };
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
        endpointId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['CallbackEndpoint'];
        };
      };
    };
  };
  listCallbackEndpoints: {
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            list: components['schemas']['CallbackEndpoint'][];
          };
        };
      };
    };
  };
  pauseCallbackEndpoint: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['CallbackEndpoint'];
        };
      };
    };
  };
  resumeCallbackEndpoint: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['CallbackEndpoint'];
        };
      };
    };
  };
  rotateCallbackEndpointSecret: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Seconds for which both secrets sign; 0: the old one stops at once
           * @default 86400
           */
          overlapSeconds?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['CallbackEndpointWithSecret'];
        };
      };
    };
  };
  testCallbackEndpoint: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description What the test looks like: an example of such an event; default: `callback.test`
           * @enum {string}
           */
          type?:
            | 'order.status_changed'
            | 'order.confirmation_due'
            | 'order.changed'
            | 'order.change_requested'
            | 'order.change_declined'
            | 'order.change_withdrawn'
            | 'order.change_expired'
            | 'order.refunded'
            | 'review.created'
            | 'message.received'
            | 'guide.available'
            | 'settlement.issued'
            | 'settlement.disputed'
            | 'settlement.dispute_resolved'
            | 'settlement.adjusted'
            | 'settlement.paid'
            | 'callback.failing'
            | 'callback.paused'
            | 'callback.recovered'
            | 'merchant.verified'
            | 'merchant.refused';
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            acknowledged: boolean;
            durationMs: number;
            error:
              | (
                  | 'address_refused'
                  | 'dns_failed'
                  | 'connect_failed'
                  | 'connect_timeout'
                  | 'tls_failed'
                  | 'timeout'
                  | 'connection_lost'
                  | 'redirect'
                  | 'http_status'
                  | 'answer_too_large'
                  | 'answer_not_json'
                  | 'not_acknowledged'
                  | 'endpoint_paused'
                )
              | null;
            httpStatus: number | null;
            /** @description The `webhook-id` of the test */
            notificationId: string;
            responseExcerpt: string | null;
          };
        };
      };
    };
  };
  updateCallbackEndpoint: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description For you */
          description?: string;
          /**
           * @description What it is told of: `*` for all, families such as `order.*`, single types
           * @example [
           *       "order.*",
           *       "settlement.issued"
           *     ]
           */
          eventTypes?: (
            | '*'
            | 'order.*'
            | 'review.*'
            | 'message.*'
            | 'guide.*'
            | 'settlement.*'
            | 'callback.*'
            | 'merchant.*'
            | 'order.status_changed'
            | 'order.confirmation_due'
            | 'order.changed'
            | 'order.change_requested'
            | 'order.change_declined'
            | 'order.change_withdrawn'
            | 'order.change_expired'
            | 'order.refunded'
            | 'review.created'
            | 'message.received'
            | 'guide.available'
            | 'settlement.issued'
            | 'settlement.disputed'
            | 'settlement.dispute_resolved'
            | 'settlement.adjusted'
            | 'settlement.paid'
            | 'callback.failing'
            | 'callback.paused'
            | 'callback.recovered'
            | 'merchant.verified'
            | 'merchant.refused'
          )[];
          /**
           * @description Headers that its notifications carry besides ours, for a gateway of yours; all of them at once, `{}` for none
           * @example {
           *       "x-gateway-key": "k7J2"
           *     }
           */
          headers?: {
            [key: string]: string;
          };
          maxPerSecond?: number | null;
          /**
           * @description Of Standard Webhooks. `v1`: a secret that you share with us; `v1a`: a key pair, of which you have the public key. Another scheme makes a new secret or key pair; for a day both sign
           * @enum {string}
           */
          signatureScheme?: 'v1' | 'v1a';
          /**
           * @description Where its notifications go, https only
           * @example https://agency.example/guidepost/orders
           */
          url?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['CallbackEndpointWithSecret'];
        };
      };
    };
  };
  rotateCallbackSecret: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Seconds for which both secrets sign; 0: the old one stops at once
           * @default 86400
           */
          overlapSeconds?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['CallbackConfig'];
        };
      };
    };
  };
  testCallback: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            acknowledged: boolean;
            durationMs: number;
            error:
              | (
                  | 'address_refused'
                  | 'dns_failed'
                  | 'connect_failed'
                  | 'connect_timeout'
                  | 'tls_failed'
                  | 'timeout'
                  | 'connection_lost'
                  | 'redirect'
                  | 'http_status'
                  | 'answer_too_large'
                  | 'answer_not_json'
                  | 'not_acknowledged'
                  | 'endpoint_paused'
                )
              | null;
            httpStatus: number | null;
            /** @description The `webhook-id` of the test */
            notificationId: string;
            responseExcerpt: string | null;
          };
        };
      };
    };
  };
  listCredentials: {
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description The valid ones, then the newest hundred of the others */
            list: {
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              createdAt: string;
              /**
               * @description Number of an app_secret, as credential/list shows it
               * @example 17
               */
              credentialId: string;
              /** @description The token of this request was issued for it */
              isCurrent: boolean;
              label: string | null;
              lastUsedAt: string | null;
              /** @description Requests under its tokens must be signed */
              requireSignature: boolean;
              revokedAt: string | null;
              rotatedFrom: string | null;
              /** @description The scopes that it may be used for */
              scopes: (
                | 'guide:read'
                | 'guide:write'
                | 'order:read'
                | 'order:write'
                | 'notification'
                | 'settlement:read'
                | 'settlement:write'
                | 'credential:read'
                | 'credential:rotate'
                | 'credential:revoke'
              )[];
              /** @enum {string} */
              status: 'valid' | 'expired' | 'revoked';
              validUntil: string | null;
            }[];
          };
        };
      };
    };
  };
  revokeCredential: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /**
         * @description Number of an app_secret, as credential/list shows it
         * @example 17
         */
        credentialId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description It has leaked: all that were rotated from it, and from those, are revoked too */
          compromised?: boolean;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description Those that this request revoked */
            revoked: string[];
          };
        };
      };
    };
  };
  rotateCredential: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
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
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description Merchant key */
            clientId: string;
            /** @description The new app_secret; shown once */
            clientSecret: string;
            /**
             * @description Number of an app_secret, as credential/list shows it
             * @example 17
             */
            credentialId: string;
            previousValidUntil: string | null;
            validUntil: string | null;
          };
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
        from?: 'now';
        /** @example ORD1795230000000123456 */
        orderId?: string;
        /** @description Only events that happened from this instant on */
        since?: string;
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
          'application/json': {
            /** @description False: ask again later, with `nextCursor`. With a filter a page may be short, or empty, although it is true */
            hasMore: boolean;
            list: (
              | components['schemas']['OrderStatusChangedEvent']
              | components['schemas']['OrderConfirmationDueEvent']
              | components['schemas']['OrderChangedEvent']
              | components['schemas']['OrderChangeRequestedEvent']
              | components['schemas']['OrderChangeDeclinedEvent']
              | components['schemas']['OrderChangeWithdrawnEvent']
              | components['schemas']['OrderChangeExpiredEvent']
              | components['schemas']['OrderRefundedEvent']
              | components['schemas']['ReviewCreatedEvent']
              | components['schemas']['MessageReceivedEvent']
              | components['schemas']['GuideAvailableEvent']
              | components['schemas']['SettlementIssuedEvent']
              | components['schemas']['SettlementDisputedEvent']
              | components['schemas']['SettlementDisputeResolvedEvent']
              | components['schemas']['SettlementAdjustedEvent']
              | components['schemas']['SettlementPaidEvent']
              | components['schemas']['CallbackFailingEvent']
              | components['schemas']['CallbackPausedEvent']
              | components['schemas']['CallbackRecoveredEvent']
              | components['schemas']['MerchantVerifiedEvent']
              | components['schemas']['MerchantRefusedEvent']
            )[];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  setGuideAvailability: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
        /**
         * @description The `ETag` of the guide as you read it: if it has changed since, 41201, and nothing is changed. Without it the change is made whatever the guide is now
         * @example "3"
         */
        'if-match'?: string;
      };
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Replaces every blocked range */
          blocked?: {
            /**
             * Format: date
             * @description Calendar day, `YYYY-MM-DD`
             * @example 2027-05-01
             */
            endDate: string;
            /**
             * Format: date
             * @description Calendar day, `YYYY-MM-DD`
             * @example 2027-05-01
             */
            startDate: string;
          }[];
          holidays?: {
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
          } | null;
          /**
           * @description Days of every week on which the guide does not work
           * @example [
           *       "monday"
           *     ]
           */
          restDays?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description Days that the studio has blocked; adjacent ranges are merged */
            blocked: {
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              endDate: string;
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              startDate: string;
            }[];
            holidays: {
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
            } | null;
            /** @description Days of every week on which the guide does not work */
            restDays: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
            /** @description Bookable days of the next 90 days in the guide's time zone; today only with `instantConfirmation`; none unless `active` */
            timeSlots: {
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              endDate: string;
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              startDate: string;
            }[];
            /**
             * @description Counts the changes of the guide by its studio; also the `ETag`, for `If-Match`
             * @example 3
             */
            version: number;
          };
        };
      };
    };
  };
  blockGuideDays: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
        /**
         * @description The `ETag` of the guide as you read it: if it has changed since, 41201, and nothing is changed. Without it the change is made whatever the guide is now
         * @example "3"
         */
        'if-match'?: string;
      };
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: string;
      };
    };
    /** @description Both days included */
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: date
           * @description Calendar day, `YYYY-MM-DD`
           * @example 2027-05-01
           */
          endDate: string;
          /**
           * Format: date
           * @description Calendar day, `YYYY-MM-DD`
           * @example 2027-05-01
           */
          startDate: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description Days that the studio has blocked; adjacent ranges are merged */
            blocked: {
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              endDate: string;
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              startDate: string;
            }[];
            holidays: {
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
            } | null;
            /** @description Days of every week on which the guide does not work */
            restDays: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
            /** @description Bookable days of the next 90 days in the guide's time zone; today only with `instantConfirmation`; none unless `active` */
            timeSlots: {
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              endDate: string;
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              startDate: string;
            }[];
            /**
             * @description Counts the changes of the guide by its studio; also the `ETag`, for `If-Match`
             * @example 3
             */
            version: number;
          };
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
        from: string;
        /**
         * @description Guide identifiers, separated by commas; at most 100
         * @example G1001,G1002
         */
        guideIds: string;
        /**
         * @description Last day; at most 18 months ahead, and 550 days in all
         * @example 2027-05-31
         */
        to: string;
        /** @description Also when trips of hours can begin; for at most 10 guides and 31 days */
        withTimes?: boolean;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description In the order of `guideIds` */
            list: {
              /**
               * @description ISO 4217; `eur` is accepted as `EUR`
               * @example EUR
               */
              currency: string;
              /** @description Every day of the range, in order */
              days: {
                /**
                 * Format: date
                 * @description Calendar day, `YYYY-MM-DD`
                 * @example 2027-05-01
                 */
                date: string;
                /**
                 * @description Decimal, without guests: the season, the weekend or the day rate; of guides with trips of hours only as well
                 * @example 140
                 */
                dayPrice: number;
                /**
                 * @description The public holiday on which the guide does not work
                 * @example Ano Novo
                 */
                holiday?: string;
                /**
                 * @description `available`: all of it is free. `partly`: some trip of hours can still be booked. `booked`: others have it. `closed`: the guide does not work, or takes no bookings. `past`: it is over, or too late to book it
                 * @enum {string}
                 */
                state: 'available' | 'partly' | 'booked' | 'closed' | 'past';
                /** @description With `withTimes`, where the guide has trips of hours */
                times?: {
                  /** @description `HH:MM`; those that can still be booked */
                  startTimes: string[];
                  tripKindId: string;
                }[];
              }[];
              /**
               * @description Guide identifier: `G` and digits
               * @example G1001
               */
              guideId: string;
              /**
               * @description IANA time zone
               * @example Europe/Lisbon
               */
              timeZone: string;
            }[];
            /** @description The guides that guide/detail would refuse, with its code */
            refused: components['schemas']['Error40003Or40004'][];
          };
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
        updatedSince?: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description True: go on at once. False: ask again later. A page may be short, or empty, although it is true */
            hasMore: boolean;
            /** @description Each guide once, however often it changed */
            list: {
              /** @description True: it was deleted, or you may see it no longer; remove it from your copy */
              deleted: boolean;
              /** @description What it is now; not where `deleted` */
              guide?: {
                /**
                 * @description Service area
                 * @example Lisbon
                 */
                area: string;
                coverPhoto: {
                  /** @description What it shows */
                  caption?: string;
                  /**
                   * @description A picture on the web; `https` only, without user name and password
                   * @example https://images.example.com/g1001/1.jpg
                   */
                  url: string;
                } | null;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                /**
                 * @description Price of a day, decimal
                 * @example 140
                 */
                dayRate: number;
                /**
                 * @description From `near`, where it is given; to the metre
                 * @example 1.284
                 */
                distanceKm?: number;
                /**
                 * @description Guide identifier: `G` and digits
                 * @example G1001
                 */
                guideId: string;
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
                location: {
                  /** @example 38.7139 */
                  latitude: number;
                  /** @example -9.1334 */
                  longitude: number;
                } | null;
                maxGuests: number;
                /**
                 * @description Guide's display name
                 * @example Inês Tavares
                 */
                name: string;
                /**
                 * @description Mean of all reviews, 1 to 5; 0 before the first
                 * @example 4.85
                 */
                rating: number;
                /** @example 12 */
                reviewCount: number;
                /**
                 * @description Only an `active` guide can be booked
                 * @enum {string}
                 */
                status: 'active' | 'paused' | 'retired';
                /**
                 * @description IANA time zone
                 * @example Europe/Lisbon
                 */
                timeZone: string;
                /**
                 * Format: date-time
                 * @description Instant, RFC 3339 in UTC
                 * @example 2027-05-01T08:00:00.000Z
                 */
                updatedAt: string;
              };
              /**
               * @description Guide identifier: `G` and digits
               * @example G1001
               */
              guideId: string;
            }[];
            /** @description Where to go on; keep it, and send it next time */
            nextCursor: string;
          };
        };
      };
    };
  };
  createGuide: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GuideCreate'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Guide'];
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
        'if-match'?: string;
      };
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @constant */
            deleted: true;
            /**
             * @description Guide identifier: `G` and digits
             * @example G1001
             */
            guideId: string;
          };
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
        guideId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Guide'];
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
        availableFrom?: string;
        /**
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        availableTo?: string;
        /**
         * @description ISO 4217; `eur` is accepted as `EUR`
         * @example EUR
         */
        currency?: string;
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
        size?: number;
        /** @description Order of the list; `-` is descending. `guideId` by default, with `near` `distance`. By price: currency first, then `dayRate` */
        sort?: 'guideId' | 'rating' | '-rating' | 'dayRate' | '-dayRate' | 'name' | '-name' | 'distance';
        /** @description Guides of this status */
        status?: 'active' | 'paused' | 'retired';
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
          'application/json': {
            list: components['schemas']['GuideSummary'][];
            /** @description Number of matching guides */
            total: number;
          };
        };
      };
    };
  };
  listGuideReviews: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: string;
        /** @description Items per page */
        size?: number;
      };
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description The newest first */
            list: {
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              createdAt: string;
              /**
               * @description 5 is best
               * @example 5
               */
              rating: number;
              /** @description What the guests say; may be empty */
              text: string;
            }[];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  unblockGuideDays: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
        /**
         * @description The `ETag` of the guide as you read it: if it has changed since, 41201, and nothing is changed. Without it the change is made whatever the guide is now
         * @example "3"
         */
        'if-match'?: string;
      };
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: string;
      };
    };
    /** @description Both days included */
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: date
           * @description Calendar day, `YYYY-MM-DD`
           * @example 2027-05-01
           */
          endDate: string;
          /**
           * Format: date
           * @description Calendar day, `YYYY-MM-DD`
           * @example 2027-05-01
           */
          startDate: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description Days that the studio has blocked; adjacent ranges are merged */
            blocked: {
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              endDate: string;
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              startDate: string;
            }[];
            holidays: {
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
            } | null;
            /** @description Days of every week on which the guide does not work */
            restDays: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
            /** @description Bookable days of the next 90 days in the guide's time zone; today only with `instantConfirmation`; none unless `active` */
            timeSlots: {
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              endDate: string;
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              startDate: string;
            }[];
            /**
             * @description Counts the changes of the guide by its studio; also the `ETag`, for `If-Match`
             * @example 3
             */
            version: number;
          };
        };
      };
    };
  };
  updateGuide: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
        /**
         * @description The `ETag` of the guide as you read it: if it has changed since, 41201, and nothing is changed. Without it the change is made whatever the guide is now
         * @example "3"
         */
        'if-match'?: string;
      };
      path: {
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GuideUpdate'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Guide'];
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
        notificationId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Notification'];
        };
      };
    };
  };
  listNotifications: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: string;
        /**
         * @description Endpoint identifier: `EP` and digits
         * @example EP1001
         */
        endpointId?: string;
        /** @description Created at or after this instant */
        from?: string;
        /**
         * @description HTTP status of the last answer
         * @example 503
         */
        httpStatus?: number;
        /** @example ORD1795230000000123456 */
        orderId?: string;
        size?: number;
        /** @description `pending`: not acknowledged yet; `skipped`: there was no callback address; `abandoned`: an operator gave up */
        status?: 'pending' | 'acknowledged' | 'skipped' | 'abandoned';
        /** @description Created before this instant */
        to?: string;
        /** @description Of the event */
        type?:
          | 'order.status_changed'
          | 'order.confirmation_due'
          | 'order.changed'
          | 'order.change_requested'
          | 'order.change_declined'
          | 'order.change_withdrawn'
          | 'order.change_expired'
          | 'order.refunded'
          | 'review.created'
          | 'message.received'
          | 'guide.available'
          | 'settlement.issued'
          | 'settlement.disputed'
          | 'settlement.dispute_resolved'
          | 'settlement.adjusted'
          | 'settlement.paid'
          | 'callback.failing'
          | 'callback.paused'
          | 'callback.recovered'
          | 'merchant.verified'
          | 'merchant.refused';
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            list: components['schemas']['NotificationSummary'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  recoverNotifications: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Only count
           * @default false
           */
          dryRun?: boolean;
          /**
           * @description Endpoint identifier: `EP` and digits
           * @example EP1001
           */
          endpointId?: string;
          /**
           * @description HTTP status of the last answer
           * @example 503
           */
          httpStatus?: number;
          /** @example ORD1795230000000123456 */
          orderId?: string;
          /**
           * Format: date-time
           * @description Notifications of events from this instant on
           * @example 2027-05-01T08:00:00Z
           */
          since: string;
          /** @description Only in these states; all but `acknowledged` where it is left out */
          statuses?: ('pending' | 'acknowledged' | 'skipped' | 'abandoned')[];
          /** @description Only of these events */
          types?: (
            | 'order.status_changed'
            | 'order.confirmation_due'
            | 'order.changed'
            | 'order.change_requested'
            | 'order.change_declined'
            | 'order.change_withdrawn'
            | 'order.change_expired'
            | 'order.refunded'
            | 'review.created'
            | 'message.received'
            | 'guide.available'
            | 'settlement.issued'
            | 'settlement.disputed'
            | 'settlement.dispute_resolved'
            | 'settlement.adjusted'
            | 'settlement.paid'
            | 'callback.failing'
            | 'callback.paused'
            | 'callback.recovered'
            | 'merchant.verified'
            | 'merchant.refused'
          )[];
          /**
           * Format: date-time
           * @description Only of events before this instant
           */
          until?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            abandoned: number;
            /** @description 0 unless `statuses` names them */
            acknowledged: number;
            /** @description Notifications that it takes */
            count: number;
            dryRun: boolean;
            pending: number;
            recoveryId: string | null;
            skipped: number;
          };
        };
      };
    };
  };
  cancelRecovery: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example RCV100001 */
        recoveryId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Recovery'];
        };
      };
    };
  };
  getRecovery: {
    parameters: {
      path: {
        /** @example RCV100001 */
        recoveryId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Recovery'];
        };
      };
    };
  };
  listRecoveries: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: string;
        size?: number;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            list: components['schemas']['Recovery'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  redeliverNotification: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /**
         * @description The same as `webhook-id`
         * @example NTF1795230000000123456-2
         */
        notificationId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Notification'];
        };
      };
    };
  };
  quoteCancellation: {
    parameters: {
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['CancelQuote'];
        };
      };
    };
  };
  cancelOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Free text for the other side */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  acceptOrderChange: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Only this one; by default the one that waits
           * @example CHG1795230000000123456
           */
          changeId?: string;
          /** @description Free text for the other side */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            change: components['schemas']['OrderChange'];
            /** @description The order as it stands */
            order: {
              answers:
                | {
                    answer: string;
                    /** @description As it was when the trip was booked */
                    question: string;
                    questionId: string;
                  }[]
                | null;
              /** @description The endpoints that the caller may use on the order in its current state */
              availableActions: ('confirm' | 'reject' | 'start' | 'complete' | 'cancel')[];
              cancellationPolicy: components['schemas']['CancellationPolicy'];
              clientReference: string | null;
              commission: {
                /**
                 * @description Decimal amount in `currency`
                 * @example 140
                 */
                amount: number;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                /** @description Basis points */
                rate: number;
              };
              contactEmail: string | null;
              contactName: string | null;
              contactPhone: string | null;
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              createdAt: string;
              /**
               * @description ISO 4217; `eur` is accepted as `EUR`
               * @example EUR
               */
              currency: string;
              durationMinutes: number | null;
              guestCount: number;
              guestNames: string[] | null;
              /** @description Guests by kind; empty where the guide does not tell them apart */
              guests: {
                count: number;
                /**
                 * @description Kind of guest
                 * @enum {string}
                 */
                kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
              }[];
              /**
               * @description Guide identifier: `G` and digits
               * @example G1001
               */
              guideId: string;
              history: components['schemas']['OrderHistoryEntry'][];
              language: string | null;
              meetingPoint: components['schemas']['MeetingPoint'] | null;
              nextDeadline: {
                /**
                 * Format: date-time
                 * @description Instant, RFC 3339 in UTC
                 * @example 2027-05-01T08:00:00.000Z
                 */
                at: string;
                /**
                 * @description State of the order
                 * @enum {unknown}
                 */
                status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
              } | null;
              openChange: {
                /** @description Members of the order that the change touches, as they become */
                after: {
                  answers?: {
                    answer: string;
                    question: string;
                    questionId: string;
                  }[];
                  contactEmail?: string | null;
                  contactName?: string;
                  contactPhone?: string;
                  durationMinutes?: number | null;
                  guestCount?: number;
                  guestNames?: string[];
                  /** @description Guests by kind; empty where the guide does not tell them apart */
                  guests?: {
                    count: number;
                    /**
                     * @description Kind of guest
                     * @enum {string}
                     */
                    kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
                  }[];
                  language?: string | null;
                  meetingPoint?: components['schemas']['MeetingPoint'] | null;
                  /** @description The amounts sum to `totalAmount` */
                  priceBreakdown?: components['schemas']['PriceLine'][];
                  remark?: string | null;
                  startTime?: string | null;
                  /**
                   * @description Decimal amount in `currency`
                   * @example 140
                   */
                  totalAmount?: number;
                  /**
                   * Format: date
                   * @description Calendar day, `YYYY-MM-DD`
                   * @example 2027-05-01
                   */
                  tripDate?: string;
                  tripDays?: number;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripEndAt?: string;
                  tripKindId?: string | null;
                  tripKindName?: string | null;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripStartAt?: string;
                };
                answer: string | null;
                answerBy: string | null;
                /** @description Members of the order that the change touches, as they were */
                before: {
                  answers?: {
                    answer: string;
                    question: string;
                    questionId: string;
                  }[];
                  contactEmail?: string | null;
                  contactName?: string;
                  contactPhone?: string;
                  durationMinutes?: number | null;
                  guestCount?: number;
                  guestNames?: string[];
                  /** @description Guests by kind; empty where the guide does not tell them apart */
                  guests?: {
                    count: number;
                    /**
                     * @description Kind of guest
                     * @enum {string}
                     */
                    kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
                  }[];
                  language?: string | null;
                  meetingPoint?: components['schemas']['MeetingPoint'] | null;
                  /** @description The amounts sum to `totalAmount` */
                  priceBreakdown?: components['schemas']['PriceLine'][];
                  remark?: string | null;
                  startTime?: string | null;
                  /**
                   * @description Decimal amount in `currency`
                   * @example 140
                   */
                  totalAmount?: number;
                  /**
                   * Format: date
                   * @description Calendar day, `YYYY-MM-DD`
                   * @example 2027-05-01
                   */
                  tripDate?: string;
                  tripDays?: number;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripEndAt?: string;
                  tripKindId?: string | null;
                  tripKindName?: string | null;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripStartAt?: string;
                };
                /** @description What the cancellation policy does not give back of what is saved */
                changeFee: number;
                /**
                 * @description Identifier of a change: `CHG` and digits
                 * @example CHG1795230000000123456
                 */
                changeId: string;
                /**
                 * Format: date-time
                 * @description Instant, RFC 3339 in UTC
                 * @example 2027-05-01T08:00:00.000Z
                 */
                createdAt: string;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                decidedAt: string | null;
                /** @description Of `totalAmount`; above zero: the trip costs more */
                difference: number;
                /** @description Names of all members that it changes */
                fields: string[];
                reason: string | null;
                sequence: number | null;
                /**
                 * @description `requested`: the studio has to agree; `applied`: the order is changed; otherwise it came to nothing
                 * @enum {string}
                 */
                status: 'requested' | 'applied' | 'declined' | 'withdrawn' | 'expired';
              } | null;
              /** @example ORD1795230000000123456 */
              orderId: string;
              /** @description The amounts sum to `totalAmount` */
              priceBreakdown: components['schemas']['PriceLine'][];
              refund: {
                /**
                 * @description Decimal amount in `currency`
                 * @example 140
                 */
                amount: number;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                /**
                 * @description Decimal amount in `currency`
                 * @example 140
                 */
                fee: number;
              } | null;
              remark: string | null;
              startTime: string | null;
              /**
               * @description State of the order
               * @enum {unknown}
               */
              status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
              /** @description The guide's time zone (IANA) */
              timeZone: string;
              /**
               * @description Decimal amount in `currency`
               * @example 140
               */
              totalAmount: number;
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              tripDate: string;
              tripDays: number;
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              tripEndAt: string;
              tripKindId: string | null;
              tripKindName: string | null;
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              tripStartAt: string;
            };
          };
        };
      };
    };
  };
  declineOrderChange: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Only this one; by default the one that waits
           * @example CHG1795230000000123456
           */
          changeId?: string;
          /** @description Free text for the other side */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            change: components['schemas']['OrderChange'];
            /** @description The order as it stands */
            order: {
              answers:
                | {
                    answer: string;
                    /** @description As it was when the trip was booked */
                    question: string;
                    questionId: string;
                  }[]
                | null;
              /** @description The endpoints that the caller may use on the order in its current state */
              availableActions: ('confirm' | 'reject' | 'start' | 'complete' | 'cancel')[];
              cancellationPolicy: components['schemas']['CancellationPolicy'];
              clientReference: string | null;
              commission: {
                /**
                 * @description Decimal amount in `currency`
                 * @example 140
                 */
                amount: number;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                /** @description Basis points */
                rate: number;
              };
              contactEmail: string | null;
              contactName: string | null;
              contactPhone: string | null;
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              createdAt: string;
              /**
               * @description ISO 4217; `eur` is accepted as `EUR`
               * @example EUR
               */
              currency: string;
              durationMinutes: number | null;
              guestCount: number;
              guestNames: string[] | null;
              /** @description Guests by kind; empty where the guide does not tell them apart */
              guests: {
                count: number;
                /**
                 * @description Kind of guest
                 * @enum {string}
                 */
                kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
              }[];
              /**
               * @description Guide identifier: `G` and digits
               * @example G1001
               */
              guideId: string;
              history: components['schemas']['OrderHistoryEntry'][];
              language: string | null;
              meetingPoint: components['schemas']['MeetingPoint'] | null;
              nextDeadline: {
                /**
                 * Format: date-time
                 * @description Instant, RFC 3339 in UTC
                 * @example 2027-05-01T08:00:00.000Z
                 */
                at: string;
                /**
                 * @description State of the order
                 * @enum {unknown}
                 */
                status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
              } | null;
              openChange: {
                /** @description Members of the order that the change touches, as they become */
                after: {
                  answers?: {
                    answer: string;
                    question: string;
                    questionId: string;
                  }[];
                  contactEmail?: string | null;
                  contactName?: string;
                  contactPhone?: string;
                  durationMinutes?: number | null;
                  guestCount?: number;
                  guestNames?: string[];
                  /** @description Guests by kind; empty where the guide does not tell them apart */
                  guests?: {
                    count: number;
                    /**
                     * @description Kind of guest
                     * @enum {string}
                     */
                    kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
                  }[];
                  language?: string | null;
                  meetingPoint?: components['schemas']['MeetingPoint'] | null;
                  /** @description The amounts sum to `totalAmount` */
                  priceBreakdown?: components['schemas']['PriceLine'][];
                  remark?: string | null;
                  startTime?: string | null;
                  /**
                   * @description Decimal amount in `currency`
                   * @example 140
                   */
                  totalAmount?: number;
                  /**
                   * Format: date
                   * @description Calendar day, `YYYY-MM-DD`
                   * @example 2027-05-01
                   */
                  tripDate?: string;
                  tripDays?: number;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripEndAt?: string;
                  tripKindId?: string | null;
                  tripKindName?: string | null;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripStartAt?: string;
                };
                answer: string | null;
                answerBy: string | null;
                /** @description Members of the order that the change touches, as they were */
                before: {
                  answers?: {
                    answer: string;
                    question: string;
                    questionId: string;
                  }[];
                  contactEmail?: string | null;
                  contactName?: string;
                  contactPhone?: string;
                  durationMinutes?: number | null;
                  guestCount?: number;
                  guestNames?: string[];
                  /** @description Guests by kind; empty where the guide does not tell them apart */
                  guests?: {
                    count: number;
                    /**
                     * @description Kind of guest
                     * @enum {string}
                     */
                    kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
                  }[];
                  language?: string | null;
                  meetingPoint?: components['schemas']['MeetingPoint'] | null;
                  /** @description The amounts sum to `totalAmount` */
                  priceBreakdown?: components['schemas']['PriceLine'][];
                  remark?: string | null;
                  startTime?: string | null;
                  /**
                   * @description Decimal amount in `currency`
                   * @example 140
                   */
                  totalAmount?: number;
                  /**
                   * Format: date
                   * @description Calendar day, `YYYY-MM-DD`
                   * @example 2027-05-01
                   */
                  tripDate?: string;
                  tripDays?: number;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripEndAt?: string;
                  tripKindId?: string | null;
                  tripKindName?: string | null;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripStartAt?: string;
                };
                /** @description What the cancellation policy does not give back of what is saved */
                changeFee: number;
                /**
                 * @description Identifier of a change: `CHG` and digits
                 * @example CHG1795230000000123456
                 */
                changeId: string;
                /**
                 * Format: date-time
                 * @description Instant, RFC 3339 in UTC
                 * @example 2027-05-01T08:00:00.000Z
                 */
                createdAt: string;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                decidedAt: string | null;
                /** @description Of `totalAmount`; above zero: the trip costs more */
                difference: number;
                /** @description Names of all members that it changes */
                fields: string[];
                reason: string | null;
                sequence: number | null;
                /**
                 * @description `requested`: the studio has to agree; `applied`: the order is changed; otherwise it came to nothing
                 * @enum {string}
                 */
                status: 'requested' | 'applied' | 'declined' | 'withdrawn' | 'expired';
              } | null;
              /** @example ORD1795230000000123456 */
              orderId: string;
              /** @description The amounts sum to `totalAmount` */
              priceBreakdown: components['schemas']['PriceLine'][];
              refund: {
                /**
                 * @description Decimal amount in `currency`
                 * @example 140
                 */
                amount: number;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                /**
                 * @description Decimal amount in `currency`
                 * @example 140
                 */
                fee: number;
              } | null;
              remark: string | null;
              startTime: string | null;
              /**
               * @description State of the order
               * @enum {unknown}
               */
              status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
              /** @description The guide's time zone (IANA) */
              timeZone: string;
              /**
               * @description Decimal amount in `currency`
               * @example 140
               */
              totalAmount: number;
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              tripDate: string;
              tripDays: number;
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              tripEndAt: string;
              tripKindId: string | null;
              tripKindName: string | null;
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              tripStartAt: string;
            };
          };
        };
      };
    };
  };
  quoteOrderChange: {
    parameters: {
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Answers to the guide's `questions` */
          answers?: {
            /** @description What the guests say */
            answer: string;
            /**
             * @description One of the guide's `questions`
             * @example diet
             */
            questionId: string;
          }[];
          contactEmail?: string | null;
          contactName?: string;
          /**
           * @description E.164, or national form of the merchant's country
           * @example +351912345678
           */
          contactPhone?: string;
          guestCount?: number;
          /** @description At most as many as there are guests */
          guestNames?: string[];
          /** @description Guests by kind, as the guide's `guestKinds` */
          guests?: {
            count: number;
            /**
             * @description Kind of guest
             * @enum {string}
             */
            kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
          }[];
          language?: string | null;
          remark?: string | null;
          /**
           * @description Time of the day, `HH:MM`, in the guide's time zone
           * @example 09:30
           */
          startTime?: string;
          /**
           * Format: date
           * @description Calendar day, `YYYY-MM-DD`
           * @example 2027-05-01
           */
          tripDate?: string;
          tripDays?: number;
          tripKindId?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['ChangeQuote'];
        };
      };
    };
  };
  withdrawOrderChange: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Only this one; by default the one that waits
           * @example CHG1795230000000123456
           */
          changeId?: string;
          /** @description Free text for the other side */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            change: components['schemas']['OrderChange'];
            /** @description The order as it stands */
            order: {
              answers:
                | {
                    answer: string;
                    /** @description As it was when the trip was booked */
                    question: string;
                    questionId: string;
                  }[]
                | null;
              /** @description The endpoints that the caller may use on the order in its current state */
              availableActions: ('confirm' | 'reject' | 'start' | 'complete' | 'cancel')[];
              cancellationPolicy: components['schemas']['CancellationPolicy'];
              clientReference: string | null;
              commission: {
                /**
                 * @description Decimal amount in `currency`
                 * @example 140
                 */
                amount: number;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                /** @description Basis points */
                rate: number;
              };
              contactEmail: string | null;
              contactName: string | null;
              contactPhone: string | null;
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              createdAt: string;
              /**
               * @description ISO 4217; `eur` is accepted as `EUR`
               * @example EUR
               */
              currency: string;
              durationMinutes: number | null;
              guestCount: number;
              guestNames: string[] | null;
              /** @description Guests by kind; empty where the guide does not tell them apart */
              guests: {
                count: number;
                /**
                 * @description Kind of guest
                 * @enum {string}
                 */
                kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
              }[];
              /**
               * @description Guide identifier: `G` and digits
               * @example G1001
               */
              guideId: string;
              history: components['schemas']['OrderHistoryEntry'][];
              language: string | null;
              meetingPoint: components['schemas']['MeetingPoint'] | null;
              nextDeadline: {
                /**
                 * Format: date-time
                 * @description Instant, RFC 3339 in UTC
                 * @example 2027-05-01T08:00:00.000Z
                 */
                at: string;
                /**
                 * @description State of the order
                 * @enum {unknown}
                 */
                status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
              } | null;
              openChange: {
                /** @description Members of the order that the change touches, as they become */
                after: {
                  answers?: {
                    answer: string;
                    question: string;
                    questionId: string;
                  }[];
                  contactEmail?: string | null;
                  contactName?: string;
                  contactPhone?: string;
                  durationMinutes?: number | null;
                  guestCount?: number;
                  guestNames?: string[];
                  /** @description Guests by kind; empty where the guide does not tell them apart */
                  guests?: {
                    count: number;
                    /**
                     * @description Kind of guest
                     * @enum {string}
                     */
                    kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
                  }[];
                  language?: string | null;
                  meetingPoint?: components['schemas']['MeetingPoint'] | null;
                  /** @description The amounts sum to `totalAmount` */
                  priceBreakdown?: components['schemas']['PriceLine'][];
                  remark?: string | null;
                  startTime?: string | null;
                  /**
                   * @description Decimal amount in `currency`
                   * @example 140
                   */
                  totalAmount?: number;
                  /**
                   * Format: date
                   * @description Calendar day, `YYYY-MM-DD`
                   * @example 2027-05-01
                   */
                  tripDate?: string;
                  tripDays?: number;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripEndAt?: string;
                  tripKindId?: string | null;
                  tripKindName?: string | null;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripStartAt?: string;
                };
                answer: string | null;
                answerBy: string | null;
                /** @description Members of the order that the change touches, as they were */
                before: {
                  answers?: {
                    answer: string;
                    question: string;
                    questionId: string;
                  }[];
                  contactEmail?: string | null;
                  contactName?: string;
                  contactPhone?: string;
                  durationMinutes?: number | null;
                  guestCount?: number;
                  guestNames?: string[];
                  /** @description Guests by kind; empty where the guide does not tell them apart */
                  guests?: {
                    count: number;
                    /**
                     * @description Kind of guest
                     * @enum {string}
                     */
                    kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
                  }[];
                  language?: string | null;
                  meetingPoint?: components['schemas']['MeetingPoint'] | null;
                  /** @description The amounts sum to `totalAmount` */
                  priceBreakdown?: components['schemas']['PriceLine'][];
                  remark?: string | null;
                  startTime?: string | null;
                  /**
                   * @description Decimal amount in `currency`
                   * @example 140
                   */
                  totalAmount?: number;
                  /**
                   * Format: date
                   * @description Calendar day, `YYYY-MM-DD`
                   * @example 2027-05-01
                   */
                  tripDate?: string;
                  tripDays?: number;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripEndAt?: string;
                  tripKindId?: string | null;
                  tripKindName?: string | null;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripStartAt?: string;
                };
                /** @description What the cancellation policy does not give back of what is saved */
                changeFee: number;
                /**
                 * @description Identifier of a change: `CHG` and digits
                 * @example CHG1795230000000123456
                 */
                changeId: string;
                /**
                 * Format: date-time
                 * @description Instant, RFC 3339 in UTC
                 * @example 2027-05-01T08:00:00.000Z
                 */
                createdAt: string;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                decidedAt: string | null;
                /** @description Of `totalAmount`; above zero: the trip costs more */
                difference: number;
                /** @description Names of all members that it changes */
                fields: string[];
                reason: string | null;
                sequence: number | null;
                /**
                 * @description `requested`: the studio has to agree; `applied`: the order is changed; otherwise it came to nothing
                 * @enum {string}
                 */
                status: 'requested' | 'applied' | 'declined' | 'withdrawn' | 'expired';
              } | null;
              /** @example ORD1795230000000123456 */
              orderId: string;
              /** @description The amounts sum to `totalAmount` */
              priceBreakdown: components['schemas']['PriceLine'][];
              refund: {
                /**
                 * @description Decimal amount in `currency`
                 * @example 140
                 */
                amount: number;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                /**
                 * @description Decimal amount in `currency`
                 * @example 140
                 */
                fee: number;
              } | null;
              remark: string | null;
              startTime: string | null;
              /**
               * @description State of the order
               * @enum {unknown}
               */
              status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
              /** @description The guide's time zone (IANA) */
              timeZone: string;
              /**
               * @description Decimal amount in `currency`
               * @example 140
               */
              totalAmount: number;
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              tripDate: string;
              tripDays: number;
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              tripEndAt: string;
              tripKindId: string | null;
              tripKindName: string | null;
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              tripStartAt: string;
            };
          };
        };
      };
    };
  };
  changeOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Answers to the guide's `questions` */
          answers?: {
            /** @description What the guests say */
            answer: string;
            /**
             * @description One of the guide's `questions`
             * @example diet
             */
            questionId: string;
          }[];
          contactEmail?: string | null;
          contactName?: string;
          /**
           * @description E.164, or national form of the merchant's country
           * @example +351912345678
           */
          contactPhone?: string;
          /** @description The quote's `totalAmount`: another price is refused with 40908 */
          expectedTotal?: number;
          guestCount?: number;
          /** @description At most as many as there are guests */
          guestNames?: string[];
          /** @description Guests by kind, as the guide's `guestKinds` */
          guests?: {
            count: number;
            /**
             * @description Kind of guest
             * @enum {string}
             */
            kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
          }[];
          language?: string | null;
          /** @description For the studio */
          reason?: string;
          remark?: string | null;
          /**
           * @description Time of the day, `HH:MM`, in the guide's time zone
           * @example 09:30
           */
          startTime?: string;
          /**
           * Format: date
           * @description Calendar day, `YYYY-MM-DD`
           * @example 2027-05-01
           */
          tripDate?: string;
          tripDays?: number;
          tripKindId?: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            change: components['schemas']['OrderChange'];
            /** @description The order as it stands */
            order: {
              answers:
                | {
                    answer: string;
                    /** @description As it was when the trip was booked */
                    question: string;
                    questionId: string;
                  }[]
                | null;
              /** @description The endpoints that the caller may use on the order in its current state */
              availableActions: ('confirm' | 'reject' | 'start' | 'complete' | 'cancel')[];
              cancellationPolicy: components['schemas']['CancellationPolicy'];
              clientReference: string | null;
              commission: {
                /**
                 * @description Decimal amount in `currency`
                 * @example 140
                 */
                amount: number;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                /** @description Basis points */
                rate: number;
              };
              contactEmail: string | null;
              contactName: string | null;
              contactPhone: string | null;
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              createdAt: string;
              /**
               * @description ISO 4217; `eur` is accepted as `EUR`
               * @example EUR
               */
              currency: string;
              durationMinutes: number | null;
              guestCount: number;
              guestNames: string[] | null;
              /** @description Guests by kind; empty where the guide does not tell them apart */
              guests: {
                count: number;
                /**
                 * @description Kind of guest
                 * @enum {string}
                 */
                kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
              }[];
              /**
               * @description Guide identifier: `G` and digits
               * @example G1001
               */
              guideId: string;
              history: components['schemas']['OrderHistoryEntry'][];
              language: string | null;
              meetingPoint: components['schemas']['MeetingPoint'] | null;
              nextDeadline: {
                /**
                 * Format: date-time
                 * @description Instant, RFC 3339 in UTC
                 * @example 2027-05-01T08:00:00.000Z
                 */
                at: string;
                /**
                 * @description State of the order
                 * @enum {unknown}
                 */
                status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
              } | null;
              openChange: {
                /** @description Members of the order that the change touches, as they become */
                after: {
                  answers?: {
                    answer: string;
                    question: string;
                    questionId: string;
                  }[];
                  contactEmail?: string | null;
                  contactName?: string;
                  contactPhone?: string;
                  durationMinutes?: number | null;
                  guestCount?: number;
                  guestNames?: string[];
                  /** @description Guests by kind; empty where the guide does not tell them apart */
                  guests?: {
                    count: number;
                    /**
                     * @description Kind of guest
                     * @enum {string}
                     */
                    kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
                  }[];
                  language?: string | null;
                  meetingPoint?: components['schemas']['MeetingPoint'] | null;
                  /** @description The amounts sum to `totalAmount` */
                  priceBreakdown?: components['schemas']['PriceLine'][];
                  remark?: string | null;
                  startTime?: string | null;
                  /**
                   * @description Decimal amount in `currency`
                   * @example 140
                   */
                  totalAmount?: number;
                  /**
                   * Format: date
                   * @description Calendar day, `YYYY-MM-DD`
                   * @example 2027-05-01
                   */
                  tripDate?: string;
                  tripDays?: number;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripEndAt?: string;
                  tripKindId?: string | null;
                  tripKindName?: string | null;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripStartAt?: string;
                };
                answer: string | null;
                answerBy: string | null;
                /** @description Members of the order that the change touches, as they were */
                before: {
                  answers?: {
                    answer: string;
                    question: string;
                    questionId: string;
                  }[];
                  contactEmail?: string | null;
                  contactName?: string;
                  contactPhone?: string;
                  durationMinutes?: number | null;
                  guestCount?: number;
                  guestNames?: string[];
                  /** @description Guests by kind; empty where the guide does not tell them apart */
                  guests?: {
                    count: number;
                    /**
                     * @description Kind of guest
                     * @enum {string}
                     */
                    kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
                  }[];
                  language?: string | null;
                  meetingPoint?: components['schemas']['MeetingPoint'] | null;
                  /** @description The amounts sum to `totalAmount` */
                  priceBreakdown?: components['schemas']['PriceLine'][];
                  remark?: string | null;
                  startTime?: string | null;
                  /**
                   * @description Decimal amount in `currency`
                   * @example 140
                   */
                  totalAmount?: number;
                  /**
                   * Format: date
                   * @description Calendar day, `YYYY-MM-DD`
                   * @example 2027-05-01
                   */
                  tripDate?: string;
                  tripDays?: number;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripEndAt?: string;
                  tripKindId?: string | null;
                  tripKindName?: string | null;
                  /**
                   * Format: date-time
                   * @description Instant, RFC 3339 in UTC
                   * @example 2027-05-01T08:00:00.000Z
                   */
                  tripStartAt?: string;
                };
                /** @description What the cancellation policy does not give back of what is saved */
                changeFee: number;
                /**
                 * @description Identifier of a change: `CHG` and digits
                 * @example CHG1795230000000123456
                 */
                changeId: string;
                /**
                 * Format: date-time
                 * @description Instant, RFC 3339 in UTC
                 * @example 2027-05-01T08:00:00.000Z
                 */
                createdAt: string;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                decidedAt: string | null;
                /** @description Of `totalAmount`; above zero: the trip costs more */
                difference: number;
                /** @description Names of all members that it changes */
                fields: string[];
                reason: string | null;
                sequence: number | null;
                /**
                 * @description `requested`: the studio has to agree; `applied`: the order is changed; otherwise it came to nothing
                 * @enum {string}
                 */
                status: 'requested' | 'applied' | 'declined' | 'withdrawn' | 'expired';
              } | null;
              /** @example ORD1795230000000123456 */
              orderId: string;
              /** @description The amounts sum to `totalAmount` */
              priceBreakdown: components['schemas']['PriceLine'][];
              refund: {
                /**
                 * @description Decimal amount in `currency`
                 * @example 140
                 */
                amount: number;
                /**
                 * @description ISO 4217; `eur` is accepted as `EUR`
                 * @example EUR
                 */
                currency: string;
                /**
                 * @description Decimal amount in `currency`
                 * @example 140
                 */
                fee: number;
              } | null;
              remark: string | null;
              startTime: string | null;
              /**
               * @description State of the order
               * @enum {unknown}
               */
              status: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
              /** @description The guide's time zone (IANA) */
              timeZone: string;
              /**
               * @description Decimal amount in `currency`
               * @example 140
               */
              totalAmount: number;
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              tripDate: string;
              tripDays: number;
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              tripEndAt: string;
              tripKindId: string | null;
              tripKindName: string | null;
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              tripStartAt: string;
            };
          };
        };
      };
    };
  };
  listOrderChanges: {
    parameters: {
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description Newest first */
            list: components['schemas']['OrderChange'][];
          };
        };
      };
    };
  };
  completeOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Free text for the other side */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  confirmOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Free text for the other side */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  createOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderCreate'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['OrderCreated'];
        };
      };
    };
  };
  getOrder: {
    parameters: {
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  holdGuide: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['HoldCreate'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Hold'];
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
        holdId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Hold'];
        };
      };
    };
  };
  extendHold: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /**
         * @description Hold identifier: `HLD` and digits
         * @example HLD1795230000000123456
         */
        holdId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Seconds from now; 48 h at most after the hold was made, and not beyond the start of the trip
           * @default 900
           */
          holdSeconds?: number;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Hold'];
        };
      };
    };
  };
  listHolds: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: string;
        size?: number;
        /** @description `held` until it is `booked` (an order was made from it), `released`, or its time is over (`expired`) */
        status?: 'held' | 'booked' | 'released' | 'expired';
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            list: components['schemas']['Hold'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  releaseHold: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /**
         * @description Hold identifier: `HLD` and digits
         * @example HLD1795230000000123456
         */
        holdId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Hold'];
        };
      };
    };
  };
  listOrders: {
    parameters: {
      query?: {
        /** @description The merchant's own reference */
        clientReference?: string;
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: string;
        /**
         * @description Guide identifier: `G` and digits
         * @example G1001
         */
        guideId?: string;
        size?: number;
        /** @description State of the order */
        status?: 'pending' | 'confirmed' | 'in_progress' | 'completed' | 'cancelled';
        /**
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        tripDateFrom?: string;
        /**
         * @description Calendar day, `YYYY-MM-DD`
         * @example 2027-05-01
         */
        tripDateTo?: string;
        /** @description Only orders that changed from this instant on, the earliest change first; not together with trip dates */
        updatedSince?: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            list: components['schemas']['OrderSummary'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  listMessages: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: string;
        /** @description Only messages that were sent from this instant on */
        since?: string;
        size?: number;
        /** @description Which comes first */
        sort?: 'oldest' | 'newest';
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            list: components['schemas']['Message'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  sendMessage: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description For the other side */
          text: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Message'];
        };
      };
    };
  };
  quoteOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderQuoteRequest'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['OrderQuote'];
        };
      };
    };
  };
  refundOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Decimal, in the order's currency; at most what was not given back yet
           * @example 40
           */
          amount: number;
          /** @description For the merchant; a line of both statements shows it */
          reason: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  rejectOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Free text for the other side */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  reviewOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description 5 is best
           * @example 5
           */
          rating: number;
          /**
           * @description What the guests say
           * @example Knew every corner.
           */
          text?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /**
             * Format: date-time
             * @description Instant, RFC 3339 in UTC
             * @example 2027-05-01T08:00:00.000Z
             */
            createdAt: string;
            /**
             * @description Guide identifier: `G` and digits
             * @example G1001
             */
            guideId: string;
            /** @example ORD1795230000000123456 */
            orderId: string;
            /**
             * @description 5 is best
             * @example 5
             */
            rating: number;
            text: string;
          };
        };
      };
    };
  };
  startOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Free text for the other side */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  linkPartner: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /**
         * @description The partner's merchant key
         * @example mk_sandbox_agency
         */
        merchantKey: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /**
             * Format: date-time
             * @description Instant, RFC 3339 in UTC
             * @example 2027-05-01T08:00:00.000Z
             */
            linkedAt: string;
            /**
             * @description The partner's merchant key
             * @example mk_sandbox_agency
             */
            merchantKey: string;
            name: string;
          };
        };
      };
    };
  };
  listPartners: {
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            list: {
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              linkedAt: string;
              /**
               * @description The partner's merchant key
               * @example mk_sandbox_agency
               */
              merchantKey: string;
              name: string;
            }[];
          };
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
        merchantKey: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @constant */
            linked: false;
            /**
             * @description The partner's merchant key
             * @example mk_sandbox_agency
             */
            merchantKey: string;
          };
        };
      };
    };
  };
  getSandboxClock: {
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description Seconds between the two */
            aheadSeconds: number;
            /**
             * Format: date-time
             * @description How far the clock can be moved at this moment
             * @example 2027-05-01T08:00:00.000Z
             */
            latest: string;
            /**
             * Format: date-time
             * @description What the time is for you and for the orders that you placed
             * @example 2027-05-01T08:00:00.000Z
             */
            now: string;
            /** @description Live orders and holds that have yet to follow the clock: deadlines that are over have not all fired. At most 1,000 are counted; 0: all have followed */
            ordersBehind: number;
            /**
             * Format: date-time
             * @description What the time is
             * @example 2027-05-01T08:00:00.000Z
             */
            realNow: string;
          };
        };
      };
    };
  };
  advanceSandboxClock: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
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
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description Seconds between the two */
            aheadSeconds: number;
            /**
             * Format: date-time
             * @description How far the clock can be moved at this moment
             * @example 2027-05-01T08:00:00.000Z
             */
            latest: string;
            /**
             * Format: date-time
             * @description What the time is for you and for the orders that you placed
             * @example 2027-05-01T08:00:00.000Z
             */
            now: string;
            /** @description Live orders and holds that have yet to follow the clock: deadlines that are over have not all fired. At most 1,000 are counted; 0: all have followed */
            ordersBehind: number;
            /**
             * Format: date-time
             * @description What the time is
             * @example 2027-05-01T08:00:00.000Z
             */
            realNow: string;
          };
        };
      };
    };
  };
  advanceOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example ORD1795230000000123456 */
        orderId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  createSandboxOrder: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Answers to the guide's `questions` */
          answers?: {
            /** @description What the guests say */
            answer: string;
            /**
             * @description One of the guide's `questions`
             * @example diet
             */
            questionId: string;
          }[];
          /** @description The merchant's own reference */
          clientReference?: string;
          /**
           * Format: email
           * @description The contact person's e-mail address
           * @example ana@example.com
           */
          contactEmail?: string;
          contactName: string;
          /**
           * @description E.164, or national form of the merchant's country
           * @example +351912345678
           */
          contactPhone: string;
          /**
           * @description What you expect to pay, in the guide's currency: refused with 40908, and the price in `data`, where it differs
           * @example 240
           */
          expectedTotal?: number;
          /** @description At most the guide's `maxGuests`; required unless `guests` is there */
          guestCount?: number;
          /** @description At most as many as there are guests */
          guestNames?: string[];
          /** @description Guests by kind, as the guide's `guestKinds` */
          guests?: {
            count: number;
            /**
             * @description Kind of guest
             * @enum {string}
             */
            kind: 'adult' | 'youth' | 'child' | 'infant' | 'senior' | 'student' | 'military';
          }[];
          /**
           * @description Guide identifier: `G` and digits
           * @example G1001
           */
          guideId: string;
          /**
           * @description One of the guide's `languages`
           * @example pt
           */
          language?: string;
          /** @description For the studio */
          remark?: string;
          /**
           * @description Time of the day, `HH:MM`, in the guide's time zone
           * @example 09:30
           */
          startTime?: string;
          /**
           * Format: date
           * @description First day in the guide's time zone; not in the past, at most 18 months ahead
           * @example 2027-05-01
           */
          tripDate: string;
          /** @description Number of days; required unless `tripKindId` is there */
          tripDays?: number;
          /**
           * @description One of the guide's `tripKinds`: a trip of hours
           * @example half-day
           */
          tripKindId?: string;
          /** @description True: refused with 40909 where another order that you placed with it has this `clientReference`, in whatever state. Otherwise references may repeat */
          uniqueReference?: boolean;
        } & (unknown & unknown);
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['OrderCreated'];
        };
      };
    };
  };
  issueSandboxStatements: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Default: the first month in which there is something
           * @example 2027-01
           */
          month?: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /**
             * Format: date-time
             * @description The end of the month, or what your clock says where it is still running
             * @example 2027-05-01T08:00:00.000Z
             */
            closedUntil: string;
            /** @description One for each currency; empty where there was nothing to settle */
            list: components['schemas']['SettlementSummary'][];
            /**
             * @description Calendar month in the platform's time zone
             * @example 2027-01
             */
            month: string;
          };
        };
      };
    };
  };
  paySandboxStatement: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example STL1000000001 */
        settlementId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': components['schemas']['SettlementSummary'];
        };
      };
    };
  };
  getSettlement: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: string;
        /** @description Lines; JSON only */
        size?: number;
      };
      path: {
        /** @example STL1000000001 */
        settlementId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description gross − commission: above zero due to you, below zero due from you; decimal, in `currency` */
            balance: number;
            closedUntil: string | null;
            /** @description The platform's share of it; decimal, in `currency` */
            commission: number;
            /**
             * @description ISO 4217; `eur` is accepted as `EUR`
             * @example EUR
             */
            currency: string;
            /** @description Sum of the lines' gross: a studio's earnings, or below zero what the ordering merchant owes; decimal, in `currency` */
            gross: number;
            issuedAt: string | null;
            lineCount: number;
            /** @description In the order in which they were posted */
            lines: components['schemas']['SettlementLine'][];
            /**
             * @description Calendar month in the platform's time zone
             * @example 2027-01
             */
            month: string;
            nextCursor: string | null;
            paidAt: string | null;
            /** @description 1; above it where the month was closed before its end, for what came after that */
            part: number;
            /**
             * @description Who pays the balance
             * @enum {string}
             */
            payer: 'platform' | 'merchant' | 'nobody';
            paymentReference: string | null;
            /** @example STL1000000001 */
            settlementId: string;
            /**
             * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
             * @enum {string}
             */
            status: 'open' | 'issued' | 'disputed' | 'paid';
            /**
             * @description The platform's (IANA name): `month` and `day` are in it; instants are in UTC
             * @example Europe/Lisbon
             */
            timeZone: string;
          };
          'application/pdf': string;
          'text/csv': string;
        };
      };
    };
  };
  disputeSettlementLine: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
      path: {
        /** @example STL1000000001 */
        settlementId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          /** @example LIN123 */
          lineId: string;
          /** @description What is wrong with it */
          reason: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description gross − commission: above zero due to you, below zero due from you; decimal, in `currency` */
            balance: number;
            closedUntil: string | null;
            /** @description The platform's share of it; decimal, in `currency` */
            commission: number;
            /**
             * @description ISO 4217; `eur` is accepted as `EUR`
             * @example EUR
             */
            currency: string;
            /** @description Sum of the lines' gross: a studio's earnings, or below zero what the ordering merchant owes; decimal, in `currency` */
            gross: number;
            issuedAt: string | null;
            lineCount: number;
            /** @description In the order in which they were posted */
            lines: components['schemas']['SettlementLine'][];
            /**
             * @description Calendar month in the platform's time zone
             * @example 2027-01
             */
            month: string;
            nextCursor: string | null;
            paidAt: string | null;
            /** @description 1; above it where the month was closed before its end, for what came after that */
            part: number;
            /**
             * @description Who pays the balance
             * @enum {string}
             */
            payer: 'platform' | 'merchant' | 'nobody';
            paymentReference: string | null;
            /** @example STL1000000001 */
            settlementId: string;
            /**
             * @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end
             * @enum {string}
             */
            status: 'open' | 'issued' | 'disputed' | 'paid';
            /**
             * @description The platform's (IANA name): `month` and `day` are in it; instants are in UTC
             * @example Europe/Lisbon
             */
            timeZone: string;
          };
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
        currency?: string;
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: string;
        /**
         * @description Calendar month in the platform's time zone
         * @example 2027-01
         */
        month?: string;
        size?: number;
        /** @description `open` collects lines of the running month; `issued` is to be paid; `disputed` waits for an operator; `paid` is the end */
        status?: 'open' | 'issued' | 'disputed' | 'paid';
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            list: components['schemas']['SettlementSummary'][];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  verifySignature: {
    requestBody: {
      content: {
        'application/json': {
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
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @description What we would have signed */
            canonicalString: string;
            differences: components['schemas']['ErrorDetail'][];
            /** @description One of your valid app_secrets made this signature */
            matches: boolean;
            /** @description It matches, its timestamp is fresh and its nonce unused */
            wouldBeAccepted: boolean;
          };
        };
      };
    };
  };
  createWaitlistEntry: {
    parameters: {
      header?: {
        /** @description Repeating a request under the same key within 24 hours does it once: the first answer comes again, with `Idempotent-Replayed: true` */
        'idempotency-key'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Guide identifier: `G` and digits
           * @example G1001
           */
          guideId: string;
          /**
           * @description Time of the day, `HH:MM`, in the guide's time zone
           * @example 09:30
           */
          startTime?: string;
          /**
           * Format: date
           * @description First day in the guide's time zone; not in the past, at most 18 months ahead
           * @example 2027-05-01
           */
          tripDate: string;
          /** @description Number of days; required unless `tripKindId` is there */
          tripDays?: number;
          /**
           * @description One of the guide's `tripKinds`: a trip of hours
           * @example half-day
           */
          tripKindId?: string;
        } & (unknown & unknown);
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /**
             * Format: date-time
             * @description Instant, RFC 3339 in UTC
             * @example 2027-05-01T08:00:00.000Z
             */
            createdAt: string;
            /** @example WTL1207 */
            entryId: string;
            /**
             * @description Guide identifier: `G` and digits
             * @example G1001
             */
            guideId: string;
            startTime: string | null;
            toldAt: string | null;
            /**
             * Format: date
             * @description Calendar day, `YYYY-MM-DD`
             * @example 2027-05-01
             */
            tripDate: string;
            tripDays: number;
            tripKindId: string | null;
          };
        };
      };
    };
  };
  deleteWaitlistEntry: {
    parameters: {
      path: {
        /** @example WTL1207 */
        entryId: string;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            /** @constant */
            deleted: true;
            /** @example WTL1207 */
            entryId: string;
          };
        };
      };
    };
  };
  listWaitlist: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page; only valid for the same list and filter */
        cursor?: string;
        size?: number;
      };
    };
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            list: {
              /**
               * Format: date-time
               * @description Instant, RFC 3339 in UTC
               * @example 2027-05-01T08:00:00.000Z
               */
              createdAt: string;
              /** @example WTL1207 */
              entryId: string;
              /**
               * @description Guide identifier: `G` and digits
               * @example G1001
               */
              guideId: string;
              startTime: string | null;
              toldAt: string | null;
              /**
               * Format: date
               * @description Calendar day, `YYYY-MM-DD`
               * @example 2027-05-01
               */
              tripDate: string;
              tripDays: number;
              tripKindId: string | null;
            }[];
            nextCursor: string | null;
          };
        };
      };
    };
  };
  checkReady: {
    responses: {
      /** @description Success */
      200: {
        content: {
          'application/json': {
            components: {
              /** @enum {string} */
              database: 'up' | 'away' | 'unknown';
              /** @enum {string} */
              temporal: 'up' | 'away' | 'unknown';
            };
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CallbackFailingEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CallbackPausedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CallbackRecoveredEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GuideAvailableEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MerchantRefusedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MerchantVerifiedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MessageReceivedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderChangeDeclinedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderChangeExpiredEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderChangeRequestedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderChangeWithdrawnEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderChangedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderConfirmationDueEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderRefundedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderStatusChangedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReviewCreatedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementAdjustedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementDisputeResolvedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementDisputedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementIssuedEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
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
        'webhook-id': string;
        /**
         * @description Standard Webhooks: `v1` or `v1a`; two of them, separated by a space, while a secret is replaced
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
        /**
         * @description Seconds since 1970, of this attempt
         * @example 1795257727
         */
        'webhook-timestamp': string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SettlementPaidEvent'];
      };
    };
    responses: {
      /** @description You have it. Any other answer, and it is sent again */
      200: {
        content: {
          'application/json': {
            /** @enum {integer} */
            code: 200;
          };
        };
      };
    };
  };
}
