import type { RouteOptions } from 'fastify';
import { refusalCodes } from '../../contract/schemas/envelope.ts';

/** The headers of answers, for the OpenAPI document. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'Of this request: yours, or ours where you sent none. Quote it when you contact us',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left: `r` requests, and a new window in `t` seconds',
    schema: { type: 'string', examples: ['"merchant";r=599;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'What you may do: `q` requests in `w` seconds',
    schema: { type: 'string', examples: ['"merchant";q=600;w=60'] },
  },
  'Retry-After': { description: 'Seconds until trying again can help', schema: { type: 'integer' } },
  'Idempotent-Replayed': {
    description: '`true`: this is the first answer under your `Idempotency-Key` again; nothing was done',
    schema: { type: 'string', enum: ['true'] },
  },
  ETag: {
    description: 'The version of the guide, for `If-Match`',
    schema: { type: 'string', examples: ['"3"'] },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750 §3), and the scope that was missing',
    schema: { type: 'string', examples: ['Bearer realm="guidepost", error="invalid_token"'] },
  },
} as const;
export type HeaderName = keyof typeof HEADERS;

/** Answers before a request is counted, or by a process that can't count. */
const UNCOUNTED = ['406', '500', '503'];
const REQUEST_IN_PROGRESS = 40904;

/** The route's schema with the headers of each answer, as the plugin that writes the document takes them. */
export function withHeaders<Given extends { readonly response?: unknown }>(
  schema: Given,
  route: Pick<RouteOptions, 'config' | 'schema'>,
): Given {
  const answers = Object.entries((schema.response ?? {}) as Record<string, object>).map(
    ([status, answer]) => {
      const headers = headersOf(route, status, answer).map((name) => [name, HEADERS[name].schema]);
      return [status, { ...answer, headers: Object.fromEntries(headers) }];
    },
  );
  return { ...schema, response: Object.fromEntries(answers) };
}

function headersOf(
  { config, schema }: Pick<RouteOptions, 'config' | 'schema'>,
  status: string,
  answer: object,
): HeaderName[] {
  const isSuccess = status === '200';
  const isCounted = config?.limits?.length !== 0 && !UNCOUNTED.includes(status);
  const isBehindToken = config?.scope !== undefined && config.scope !== 'public';
  const isKeyed = 'idempotency-key' in ((schema?.headers as { properties?: object })?.properties ?? {});
  const canRetry = ['429', '503'].includes(status) || refusalCodes(answer).includes(REQUEST_IN_PROGRESS);
  const isSent: Record<HeaderName, boolean> = {
    'X-Request-Id': true,
    RateLimit: isCounted,
    'RateLimit-Policy': isCounted,
    'Retry-After': canRetry,
    'Idempotent-Replayed': isSuccess && isKeyed,
    ETag: isSuccess && config?.tagged === true,
    'WWW-Authenticate': status === '401' || (status === '403' && isBehindToken),
  };
  return (Object.keys(isSent) as HeaderName[]).filter((name) => isSent[name]);
}
