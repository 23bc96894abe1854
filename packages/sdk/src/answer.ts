/** What an answer says: the envelope's `data`, or an error. */
import { type ErrorDetail, errorOf, type GuidepostError } from './errors.ts';
import { retryAfterOf } from './retry.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** `{code, msg, data}` (specification, "Common response envelope"). */
interface Envelope {
  readonly code?: unknown;
  readonly msg?: unknown;
  readonly data?: unknown;
}

const SUCCESS = 200;

/**
 * `data` of a success.
 * @param isBare the answer has no envelope, as an RFC fixes its form: the whole body.
 * @throws GuidepostError for everything else
 */
export function dataOf(answer: Answer, isBare = false): unknown {
  const body = parse(answer.text);
  const isOk = answer.status >= 200 && answer.status < 300;
  if (isOk && isObject(body)) {
    if (body.code === SUCCESS) return body.data;
    if (isBare && body.code === undefined) return body;
  }
  throw refusal(answer, isObject(body) ? body : undefined);
}

function refusal({ status, headers }: Answer, body: Envelope | undefined): GuidepostError {
  const code = typeof body?.code === 'number' ? body.code : undefined;
  const data = isObject(body?.data) ? (body.data as Record<string, unknown>) : {};
  const { requestId = headers.get('x-request-id') ?? undefined, details, docUrl } = data as ToldData;
  const facts = {
    code,
    // The code's first three digits are its HTTP status, wherever a proxy has put another one.
    status: code === undefined || status >= 300 ? status : Math.floor(code / 100),
    msg: typeof body?.msg === 'string' ? body.msg : `HTTP ${status}, and not an answer of Guidepost`,
    details,
    data,
    requestId,
    docUrl,
    retryAfter: retryAfterOf(headers.get('retry-after')),
  };
  return errorOf(facts);
}

interface ToldData {
  readonly requestId?: string;
  readonly details?: readonly ErrorDetail[];
  readonly docUrl?: string;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
