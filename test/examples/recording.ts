import type { RecordedExample } from '../../contract/examples/index.ts';
import { Notification } from '../../db/entities/index.ts';
import { EVENT_TYPES } from '../../domain/event-types.ts';
import { drive, injecting } from './drive.ts';
import { operationsOf, readDocument } from './operations.ts';
import { operate } from './operators.ts';
import { SCENARIO } from './scenario/index.ts';
import type { Step } from './step.ts';
import type { ExampleWorld } from './world.ts';

/** What the files under contract/examples hold. */
export interface Recording {
  readonly operations: Record<string, RecordedExample>;
  readonly shared: Record<string, unknown>;
  readonly events: Record<string, unknown>;
}

/** Goes through the scenario on a fresh platform, and keeps what was said. The first step of an operation is its example. */
export async function record(world: ExampleWorld): Promise<Recording> {
  const operations: Record<string, RecordedExample> = {};
  const shared: Record<string, unknown> = {};
  const described = operationsOf(await readDocument());
  await drive(world, SCENARIO, described, injecting(world), (step, answer) => {
    const { operationId, by, scope, sharedAs } = step;
    const request = requestOf(step);
    const example = { by, ...(scope && { scope }), ...(request && { request }) };
    const shown = cut(world.likeness.toMadeUp(answer));
    if (sharedAs !== undefined) shared[sharedAs] ??= shown;
    operations[operationId] ??=
      sharedAs === undefined ? { ...example, answer: shown } : { ...example, sharedAs };
  });
  await operate(world);
  const inOrder = Object.fromEntries([...described.keys()].map((id) => [id, operations[id]!]));
  return { operations: inOrder, shared, events: await recordEvents(world) };
}

function requestOf({ path, query, headers, body }: Step): RecordedExample['request'] {
  const request = {
    ...(path && { path }),
    ...(query && { query }),
    ...(headers && { headers }),
    ...(body && { body }),
  };
  return Object.keys(request).length === 0 ? undefined : request;
}

/** Of lists, one item is enough to see what they are of. */
function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cut);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const isList = Array.isArray(member) && CUT.includes(name);
    return [name, cut(isList ? member.slice(0, 1) : member)];
  });
  return Object.fromEntries(members);
}

const CUT = ['list', 'timeSlots', 'attemptLog', 'orderIds', 'settlementIds'];

/** The first body of each type; of two that were sent at once, the agency's. */
async function recordEvents({ platform, likeness }: ExampleWorld): Promise<Recording['events']> {
  const em = platform.orm.em.fork();
  const events: Recording['events'] = {};
  for (const type of EVENT_TYPES) {
    const order = { createdAt: 'asc', merchantKey: 'asc', endpointId: 'asc' } as const;
    const [first] = await em.find(Notification, { type }, { orderBy: order, limit: 1 });
    if (first) events[type] = likeness.toMadeUp(JSON.parse(first.body));
  }
  return events;
}
