import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { EVENT_BODIES } from '../../api/schemas/event-bodies.ts';
import type { EventType } from '../../domain/event-types.ts';

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
const validators = new Map<EventType, ValidateFunction>();

/** What is wrong with a body that merchants are sent: against the schema of its type, and no member more than that. */
export function violationsOf(body: string): unknown[] {
  const event = JSON.parse(body) as { type: EventType };
  const validate = validators.get(event.type) ?? ajv.compile(closed(EVENT_BODIES[event.type]) as object);
  validators.set(event.type, validate);
  return validate(event) ? [] : (validate.errors ?? []);
}

/** The schema without room for members that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in inner ? { ...inner, additionalProperties: false } : inner;
}
