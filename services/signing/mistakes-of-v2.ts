import { canonicalString, type SignedRequest } from './canonical.ts';

/** A way in which clients go wrong: what they signed instead. */
export interface Mistake {
  readonly msg: string;
  readonly canonical: (request: SignedRequest) => string;
}

/** Usual mistakes with the lines that v2 added to v1. */
export function mistakesOfV2({ host, onBehalfOf, idempotencyKey }: SignedRequest): Mistake[] {
  const isLeftOut = (msg: string, without: Partial<SignedRequest>): Mistake => ({
    msg,
    canonical: (request) => canonicalString({ ...request, ...without }),
  });
  return [
    ...[`${host}:443`, `${host}:80`, host.toUpperCase(), host.replace(/:\d+$/, ''), ''].map((other) =>
      isLeftOut(`the host was signed as "${other}" instead of ${host}`, { host: other }),
    ),
    ...(onBehalfOf === undefined
      ? [isLeftOut('On-Behalf-Of was signed although it is not sent', { onBehalfOf: '' })]
      : [isLeftOut('On-Behalf-Of was left out', { onBehalfOf: undefined })]),
    ...(idempotencyKey === undefined
      ? [isLeftOut('Idempotency-Key was signed although it is not sent', { idempotencyKey: '' })]
      : [isLeftOut('Idempotency-Key was left out', { idempotencyKey: undefined })]),
    { msg: 'the lines of headers that are not sent were left out', canonical: withoutBareNames },
    { msg: 'the lines of headers were signed without their names', canonical: withoutNames },
    { msg: 'the six lines of v1 were signed', canonical: ofV1 },
    { msg: 'the six lines of v1 were signed', canonical: (r) => ofV1(r).replace('v1', 'v2') },
  ];
}

function withoutBareNames(request: SignedRequest): string {
  const lines = canonicalString(request).split('\n');
  return lines.filter((line) => line !== 'on-behalf-of' && line !== 'idempotency-key').join('\n');
}

function withoutNames(request: SignedRequest): string {
  const values = [request.host, request.onBehalfOf ?? '', request.idempotencyKey ?? ''];
  const lines = canonicalString(request).split('\n');
  return lines.toSpliced(-4, 3, ...values).join('\n');
}

function ofV1(request: SignedRequest): string {
  return canonicalString({ ...request, version: 'v1' });
}
