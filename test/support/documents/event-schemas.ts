import type { MikroORM } from '@mikro-orm/postgresql';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { EVENT_BODIES } from '../../../contract/schemas/event-bodies.ts';
import type { EventType } from '../../../domain/event-types.ts';

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

/** Bodies that merchants were sent, or are going to be, and that their schemas do not describe: id and what is wrong. */
export async function strangeBodies(orm: MikroORM): Promise<[string, unknown[]][]> {
  const rows = await orm.em.fork().execute<{ id: string; body: string }[]>(
    // What a test made up begins otherwise.
    `select id, body from notification where body like '{"notificationId":"' || id || '","type":"%' limit 500`,
  );
  return rows
    .map(({ id, body }): [string, unknown[]] => [id, violationsOf(body)])
    .filter(([, wrong]) => wrong.length > 0);
}
