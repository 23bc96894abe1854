/** What can be wrong with a receiver: stable words for CI, and sentences for whoever mends it. */
export interface Finding {
  /** A sentence about the receiver. */
  readonly problem: string;
  /** Why it matters. */
  readonly why: string;
  readonly mend: string;
  /** Section of the documentation of notifications. */
  readonly read: string;
  /** True: worth mending, but no breach of the contract. */
  readonly isWarning?: true;
}

const SIGNATURE = 'check-the-signature';
const ANSWER = 'how-to-answer';
const ARRIVES = 'what-arrives';
const REPEATS = 'order-repeats-and-gaps';

export const FINDINGS = {
  good_not_acknowledged: {
    problem: 'Does not acknowledge a good notification.',
    why: 'The platform sends it again and again, and everything behind it of the same order waits.',
    mend: 'Answer with status 200 and the JSON body {"code":200}; the code is a number.',
    read: ANSWER,
  },
  good_refused: {
    problem: 'Refuses a good notification.',
    why: 'Nothing that the platform sends would be taken.',
    mend:
      'Give your receiver the secret that this test signs with: `guidepost listen --print-secret` shows the local one, ' +
      'GUIDEPOST_CALLBACK_SECRET sets another. If it has it, `guidepost verify` finds out why the signature does not match.',
    read: SIGNATURE,
  },
  accepts_any_signature: {
    problem: 'Acknowledges notifications that the platform did not sign.',
    why: 'Whoever learns of your address can make you believe in orders, cancellations and payments.',
    mend:
      'Compute the signature over `webhook-id`, `webhook-timestamp` and the raw body, joined by full stops, compare it in ' +
      'constant time, and answer 401 where none matches. `webhooks.unwrap` of @guidepost/sdk does all of it.',
    read: SIGNATURE,
  },
  ignores_timestamp: {
    problem: 'Acknowledges notifications with an old or a future timestamp.',
    why: 'Whoever once saw a notification can send it again at any time: a replay.',
    mend: 'After the signature compare `webhook-timestamp`, in seconds, with your clock; refuse more than 300 seconds.',
    read: SIGNATURE,
  },
  parses_before_verifying: {
    problem: 'Parses the body and verifies the JSON that it writes again, not the bytes that arrived.',
    why: 'A space, an escape or the order of members that comes out otherwise breaks every signature, some day.',
    mend:
      'Keep the raw bytes: express.raw({ type: "application/json" }), `request.text()` in Next and Hono, a content type parser ' +
      'with parseAs: "buffer" in Fastify. Verify them, then parse.',
    read: SIGNATURE,
  },
  wrong_charset: {
    problem: 'Does not read the body as UTF-8.',
    why: 'Names of guides and cities have accents; their notifications would never be taken.',
    mend: 'Verify the bytes, and decode them as UTF-8, whatever the charset of your server is.',
    read: SIGNATURE,
  },
  one_signature_only: {
    problem: 'Checks one signature of several.',
    why: 'While a secret is being replaced there are two. A rotation would stop your notifications.',
    mend: 'Split `webhook-signature` at spaces, and accept when one of them matches.',
    read: SIGNATURE,
  },
  trips_over_other_schemes: {
    problem: 'Does not skip signatures of another scheme.',
    why: 'An endpoint that moves from `v1` to `v1a`, or back, has both for a day.',
    mend: 'Skip what does not begin with the prefix of your scheme, and check the rest.',
    read: 'signatures-with-a-key-pair',
  },
  refuses_duplicates: {
    problem: 'Does not acknowledge a notification that it has had before.',
    why: 'Your answer may have been lost on its way. The platform then repeats the notification until it is acknowledged.',
    mend: 'Store each `webhook-id` with its effect, and answer {"code":200} to one that you know, without doing it again.',
    read: REPEATS,
  },
  refuses_late_events: {
    problem: 'Does not acknowledge an event that is older than what it has of the order.',
    why: 'What is recovered or redelivered comes after newer events. It would be sent for ever.',
    mend: 'Compare `sequence`: ignore what is not newer, and answer {"code":200} all the same.',
    read: REPEATS,
  },
  refuses_unknown_members: {
    problem: 'Fails on members that it does not know.',
    why: 'Members are added without notice. From that day on you would take no notification.',
    mend: 'Ignore unknown members: no `additionalProperties: false`, no strict mapping.',
    read: ARRIVES,
  },
  refuses_unknown_types: {
    problem: 'Fails on a type of event that it does not know.',
    why: 'New types come without notice to every endpoint that takes everything.',
    mend: 'Acknowledge types that you do not handle, and do nothing.',
    read: ARRIVES,
  },
  refuses_known_types: {
    problem: 'Does not acknowledge every type of event.',
    why: 'An endpoint takes all types unless its filter says otherwise; what it refuses is sent for ever.',
    mend: 'Acknowledge types that you do not handle, or limit `eventTypes` of your endpoint. Members may be null.',
    read: 'event-types',
  },
  refuses_large_bodies: {
    problem: 'Does not take a body of 20 KiB.',
    why: 'So large may a notification be.',
    mend: 'Raise the limit of your server or proxy to 64 KiB at least.',
    read: ARRIVES,
  },
  fails_in_parallel: {
    problem: 'Does not acknowledge ten notifications at once.',
    why: 'Notifications of different orders come at the same time.',
    mend: 'Take no lock over the whole handler, and no connection for longer than it needs.',
    read: REPEATS,
  },
  crashes_on_forgery: {
    problem: 'Fails on a notification that it should refuse: no answer, or a status of 500 and more.',
    why: 'Anybody can send you such. An error that nothing catches fills your alerts, or ends your process.',
    mend: 'Verify before anything else, check lengths before you compare, and answer 400 or 401.',
    read: SIGNATURE,
    isWarning: true,
  },
  answers_slowly: {
    problem: 'Takes more than 3 of the 10 seconds to answer.',
    why: 'Under load it will be more, and what is not answered in 10 seconds counts as failed and comes again.',
    mend: 'Store the notification, answer, and do the work afterwards.',
    read: ANSWER,
    isWarning: true,
  },
} as const satisfies Record<string, Finding>;

export type FindingName = keyof typeof FINDINGS;
