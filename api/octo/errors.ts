/** Refusals as OCTO has them: a word, a message, and the id that was wrong (docs/octo.md, "Errors"). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorName, PlatformError } from '../../domain/errors.ts';
import { type ErrorDialect, prepareRefusal, toPlatformError } from '../../lib/http/plugins/errors.ts';

/** Words of the specification, with the member that names what was wrong, and the platform's code for log and metrics. */
const OCTO_ERRORS = {
  INVALID_PRODUCT_ID: { member: 'productId', as: 'guideNotFound' },
  INVALID_OPTION_ID: { member: 'optionId', as: 'invalidParameter' },
  INVALID_UNIT_ID: { member: 'unitId', as: 'invalidParameter' },
  INVALID_AVAILABILITY_ID: { member: 'availabilityId', as: 'invalidParameter' },
  INVALID_BOOKING_UUID: { member: 'uuid', as: 'orderNotFound' },
  BAD_REQUEST: { member: undefined, as: 'invalidParameter' },
  UNPROCESSABLE_ENTITY: { member: undefined, as: 'orderStateForbids' },
} as const satisfies Record<string, { member: string | undefined; as: ErrorName }>;
type OctoError = keyof typeof OCTO_ERRORS;
type IdError = Exclude<OctoError, 'BAD_REQUEST' | 'UNPROCESSABLE_ENTITY'>;

/** The specification's words, and one of our own for what it has none for. */
export const OCTO_ERROR_WORDS = [
  ...(Object.keys(OCTO_ERRORS) as OctoError[]),
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
] as const;
type OctoWord = (typeof OCTO_ERROR_WORDS)[number];

const ID_TEXTS: Record<IdError, string> = {
  INVALID_PRODUCT_ID: 'The productId was missing or invalid',
  INVALID_OPTION_ID: 'The optionId was missing or invalid',
  INVALID_UNIT_ID: 'The unitId was missing or invalid',
  INVALID_AVAILABILITY_ID: 'The availabilityId was missing or invalid',
  INVALID_BOOKING_UUID: 'The uuid was already used, missing or invalid',
};

/** What only OCTO's endpoints refuse. */
export class OctoRefusal extends PlatformError {
  readonly word: OctoError;
  readonly members: Readonly<Record<string, string>>;
  constructor(word: OctoError, message: string, members: Readonly<Record<string, string>> = {}) {
    super(OCTO_ERRORS[word].as, message);
    this.word = word;
    this.members = members;
  }
}

/** The id of a product, an option, a unit, an availability or a booking is missing or none of ours. */
export function invalidId(word: IdError, id: string | undefined): OctoRefusal {
  return new OctoRefusal(word, ID_TEXTS[word], { [OCTO_ERRORS[word].member]: id ?? '' });
}

export const badRequest = (message: string) => new OctoRefusal('BAD_REQUEST', message);
export const unprocessable = (message: string) => new OctoRefusal('UNPROCESSABLE_ENTITY', message);

/** Also for what no route of OCTO's is found for. */
export const OCTO_DIALECT: ErrorDialect = {
  prefix: '/octo/v1/',
  send: (error, request, reply) => sendOctoError(error, request, reply),
};

/** Answers any error in OCTO's form: 403 for a missing permission, 400 for everything else that the client can correct. */
function sendOctoError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Logs it, and sets the headers that any refusal has.
  prepareRefusal(error, request, reply);
  const refusal = toPlatformError(error, request);
  const word = wordOf(refusal, request);
  reply.code(statusOf(refusal));
  const members = refusal instanceof OctoRefusal ? refusal.members : {};
  return reply.send({ error: word, errorMessage: messageOf(refusal), ...members });
}

function wordOf(refusal: PlatformError, request: FastifyRequest): OctoWord {
  if (refusal instanceof OctoRefusal) return refusal.word;
  if (refusal.status === 401) return request.headers.authorization ? 'FORBIDDEN' : 'UNAUTHORIZED';
  if (refusal.status === 403) return 'FORBIDDEN';
  if (refusal.status === 404) return 'NOT_FOUND';
  if (refusal.status === 405) return 'METHOD_NOT_ALLOWED';
  if (refusal.status === 409) return 'UNPROCESSABLE_ENTITY';
  if (refusal.status === 429) return 'TOO_MANY_REQUESTS';
  return refusal.status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST';
}

/** In addition to the specification's 400. */
const OWN_STATUSES = [403, 404, 405];

function statusOf(refusal: PlatformError): number {
  if (refusal instanceof OctoRefusal) return 400;
  // Who may not: UNAUTHORIZED or FORBIDDEN, both 403.
  if (refusal.status === 401) return 403;
  return OWN_STATUSES.includes(refusal.status) || refusal.status >= 429 ? refusal.status : 400;
}

/** What the members of our own requests are called in OCTO's. */
const OCTO_NAMES: Readonly<Record<string, string>> = {
  'body.clientReference': 'resellerReference',
  'body.contactEmail': 'contact.emailAddress',
  'body.contactName': 'contact.fullName',
  'body.contactPhone': 'contact.phoneNumber',
  'body.guestCount': 'unitItems',
  'body.guests': 'unitItems',
  'body.guestNames': 'unitItems',
  'body.startTime': 'availabilityId',
  'body.tripDate': 'availabilityId',
};

function messageOf({ message, details }: PlatformError): string {
  if (details.length === 0) return message;
  return `${message}: ${details.map(({ path, msg }) => `${OCTO_NAMES[path] ?? path} ${msg}`).join('; ')}`.slice(
    0,
    1_000,
  );
}
