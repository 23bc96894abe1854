/**
 * A history of a running cluster, as a test of ours. Histories hold ids, instants and settings only, but for what operators
 * write (a reason, a reference) and what the SDK adds (host names, messages of failures). None of that is compared in a
 * replay, but for what timers are for, so it is left out: of every payload only strings of a known form stay.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HistoryAndWorkflowId } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

const LEFT_OUT = '…';

/** Ids, UUIDs, instants, days and months; `#2 confirmed`; words of our own, which begin small; currencies. */
const KNOWN_FORMS = [
  /^$/,
  /^[A-Z]{1,3}[0-9]+(-[0-9]+)?(-[A-Z]{2}[0-9]+)?(\/[0-9]+)?$/,
  /^mk_[A-Za-z0-9_]+$/,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /^[0-9]{4}-[0-9]{2}(-[0-9]{2}(T[0-9:.]{8,12}Z)?)?$/,
  /^(#[0-9]{1,9} )?[a-z][A-Za-z_]{0,40}([._][a-z_]{1,40})?$/,
  /^[A-Z]{3}$/,
  /^[0-9]{1,6}$/,
];
/** Whoever did it, and where; words for operators. */
const OMITTED_FIELDS = ['identity', 'stackTrace', 'memo', 'message'];
/** Words for operators too, but for timers': those are compared (tools/replay/timers.ts). */
const METADATA = 'userMetadata';

/** @returns where it is. @throws Error where there is one of that name. */
export function keepHistory({ history }: HistoryAndWorkflowId, folder: string, name: string): string {
  const path = join(folder, `${name}.json`);
  if (existsSync(path)) throw new Error(`there is a history ${name} already`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `${JSON.stringify(withoutWords(JSON.parse(historyToJSON(history as Parameters<typeof historyToJSON>[0]))), null, 2)}\n`,
  );
  return path;
}

/** A history in JSON, or a part of one. */
export function withoutWords(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutWords);
  if (typeof part !== 'object' || part === null) return part;
  if (isPayload(part)) return { ...part, data: cleaned(part.data) };
  const omitted = 'timerStartedEventAttributes' in part ? OMITTED_FIELDS : [...OMITTED_FIELDS, METADATA];
  const kept = Object.entries(part).filter(([name]) => !omitted.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutWords(value)]));
}

function isPayload(part: object): part is { readonly data: string } {
  return 'metadata' in part && 'data' in part && typeof part.data === 'string';
}

/** @param data JSON in Base64; what is no JSON is left out as a whole. */
function cleaned(data: string): string {
  const text = Buffer.from(data, 'base64').toString('utf8');
  return Buffer.from(JSON.stringify(valueWithoutWords(parsed(text)))).toString('base64');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return LEFT_OUT;
  }
}

function valueWithoutWords(value: unknown): unknown {
  if (typeof value === 'string') return KNOWN_FORMS.some((form) => form.test(value)) ? value : LEFT_OUT;
  if (Array.isArray(value)) return value.map(valueWithoutWords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, valueWithoutWords(inner)]));
}
