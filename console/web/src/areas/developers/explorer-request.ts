/** A request of the explorer: how it is sent under the session, and how a program would send it. */
import type { Call } from '../../../../../contract/samples/call.ts';
import { curlSample } from '../../../../../contract/samples/curl.ts';
import { pythonSample } from '../../../../../contract/samples/python.ts';
import { typescriptSample } from '../../../../../contract/samples/typescript.ts';
import { type Place, placePath } from '../../api/client.ts';
import { askForFactor } from '../../api/factor.ts';
import type { Operation, Parameter } from './explorer-document.ts';

export interface Draft {
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  /** Values by the parameter's name, as typed; empty: not sent. */
  readonly values: Readonly<Record<string, string>>;
  /** Undefined: there is none. */
  readonly body: unknown;
  readonly idempotencyKey: string | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly ms: number;
}

/** Asks for the second factor where the server wants one, and then repeats it. Rejects where no answer comes. */
export async function runDraft(place: Place, draft: Draft): Promise<RawAnswer> {
  const answer = await ask(place, draft);
  const needs = answer.status === 403 ? factorsIn(answer.body) : undefined;
  if (needs !== undefined && (await askForFactor(needs))) return await ask(place, draft);
  return answer;
}

async function ask(place: Place, draft: Draft): Promise<RawAnswer> {
  const { operation, body, idempotencyKey } = draft;
  const started = performance.now();
  const response = await fetch(`${placePath(place)}${targetOf(draft)}`, {
    method: operation.method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  const ms = Math.round(performance.now() - started);
  return { status: response.status, headers: [...response.headers], body: text, ms };
}

function factorsIn(text: string): unknown {
  try {
    const { data } = JSON.parse(text) as { data?: { reason?: string; can?: unknown } };
    return data?.reason === 'second_factor_needed' ? data.can : undefined;
  } catch {
    return undefined;
  }
}

function given({ parameters, values }: Draft, place: 'path' | 'query'): Parameter[] {
  return parameters.filter((one) => one.in === place && (values[one.name] ?? '') !== '');
}

function targetOf(draft: Draft): string {
  const { operation, values } = draft;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const query = new URLSearchParams(given(draft, 'query').map(({ name }) => [name, values[name] ?? '']));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** As contract/samples takes it. */
function callOf(draft: Draft): Call {
  const { operation, values, body, idempotencyKey } = draft;
  const { operationId, method, path } = operation;
  const query = given(draft, 'query').map((one) => [one.name, typed(one, values[one.name] ?? '')]);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return {
    operationId,
    method,
    path,
    by: 'agency',
    answer: { code: 200 },
    request: {
      path: Object.fromEntries(names.map((name) => [name, values[name] || `{${name}}`])),
      ...(query.length > 0 && { query: Object.fromEntries(query) }),
      ...(idempotencyKey !== undefined && { headers: { 'idempotency-key': idempotencyKey } }),
      ...(body !== undefined && { body: body as Record<string, unknown> }),
    },
  };
}

function typed({ schema }: Parameter, value: string): string | number | boolean {
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  if (isNumber && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  return schema.type === 'boolean' ? value === 'true' : value;
}

/** The same request by other means, with the reader's own client id and address in it. */
export function samplesOf(draft: Draft, { baseUrl, clientId }: { baseUrl: string; clientId: string }) {
  const call = callOf(draft);
  const own = { GUIDEPOST_BASE_URL: baseUrl, GUIDEPOST_CLIENT_ID: clientId };
  const token = [
    `export GUIDEPOST_BASE_URL='${baseUrl}'`,
    `TOKEN=$(curl -s "$GUIDEPOST_BASE_URL/open/v1/auth/token" -d grant_type=client_credentials \\`,
    `  -d client_id='${clientId}' -d client_secret="$GUIDEPOST_CLIENT_SECRET" | jq -r .access_token)`,
  ].join('\n');
  return {
    curl: `${token}\n\n${curlSample(call)}`,
    typescript: Object.entries(own).reduce(
      (code, [name, value]) => code.replaceAll(`process.env.${name}!`, `'${value}'`),
      typescriptSample(call),
    ),
    python: pythonSample(call).replaceAll(`{os.environ['GUIDEPOST_BASE_URL']}`, baseUrl),
  };
}
