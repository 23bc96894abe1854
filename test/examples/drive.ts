import type { InjectOptions } from 'fastify';
import { tokenRequest } from '../support/app.ts';
import { until } from '../support/until.ts';
import type { Operation } from './operations.ts';
import type { Step } from './step.ts';
import type { ExampleWorld } from './world.ts';

export interface Answer {
  readonly code: number;
  readonly data: unknown;
}

/** Carries out one step, with real values in it. @returns what the platform answered, in its envelope or as it is. */
export type Carry = (step: Step, operation: Operation) => Promise<Answer>;

/**
 * Goes through the scenario, one step after the other, and learns the ids that come of it.
 * @param carry how a request is made: by injection, or by a sample.
 * @param heard gets the answers of all steps that are examples, when their ids are known
 * @throws where a step is not answered with 200: the scenario does not work.
 */
export async function drive(
  world: ExampleWorld,
  scenario: readonly Step[],
  operations: ReadonlyMap<string, Operation>,
  carry: Carry,
  arrived: (step: Step, answer: Answer) => void = () => {},
): Promise<void> {
  const ask = injecting(world);
  for (const step of scenario) {
    const operation = operations.get(step.operationId);
    if (operation === undefined) throw new Error(`${step.operationId} is no operation`);
    const { when } = step;
    if (when) await until(async () => when((await ask(step, operation)).data as never));
    const answer = await (step.aside ? ask : carry)(step, operation);
    for (const [where, madeUp] of Object.entries(step.keeps ?? {})) {
      world.likeness.know(madeUp, String(valueAt(answer.data, where)));
    }
    if (!step.aside) arrived(step, answer);
    await settle(world);
  }
}

/** By injection into the platform. */
export function injecting({ platform, likeness, credentials }: ExampleWorld): Carry {
  return async (step, operation) => {
    const client = credentials(step.by);
    const { path = {}, query = {}, headers = {}, body } = likeness.toReal(step);
    const options: InjectOptions = {
      method: operation.method as 'GET',
      url: operation.path.replace(/\{(\w+)\}/g, (_, name: string) => path[name]!),
      query: query as Record<string, string>,
      headers: { ...headers, ...(client && (await authorization(client, step.scope))) },
      ...payloadOf(operation, body),
    };
    const answer = await platform.app.inject(options);
    if (answer.statusCode !== 200) throw new Error(`${step.operationId} answered ${answer.body}`);
    return answer.json();
  };

  async function authorization(client: Parameters<typeof tokenRequest>[0], scope?: string) {
    const answer = await platform.app.inject(tokenRequest(client, scope));
    return { authorization: `Bearer ${answer.json().data.access_token}` };
  }
}

function payloadOf({ requestBody }: Operation, body: Step['body']): InjectOptions {
  if (body === undefined) return {};
  if ('application/json' in (requestBody?.content ?? {})) return { payload: body };
  const payload = new URLSearchParams(body as Record<string, string>).toString();
  return { payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

function valueAt(data: unknown, where: string): unknown {
  return where.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], data);
}

/** What the platform tells its merchants of a step comes before the next step. */
async function settle({ platform }: ExampleWorld): Promise<void> {
  await until(async () => {
    const rows = await platform.orm.em.fork().execute(`select from notification where status = 'pending'`);
    return rows.length === 0;
  });
}
