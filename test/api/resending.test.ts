import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Notification } from '../../db/entities/index.ts';
import { Unavailable } from '../../domain/errors.ts';
import { type SendingDeps, sendNow } from '../../services/notifications/sending.ts';
import { createWorld, type World } from '../support/platform/notification-world.ts';

type Gateway = NonNullable<SendingDeps['gateway']>;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const read = (id: string) => world.deps.orm.em.fork().findOneOrFail(Notification, id);

async function ask(id: string, wake: Gateway['wake']): Promise<void> {
  const gateway = { wake } as Partial<Gateway> as Gateway;
  await sendNow({ orm: world.deps.orm, now: () => new Date(), gateway }, await read(id));
}

test('one that is resolved waits from the moment at which it is asked for, though Temporal is not reached', async () => {
  const id = await world.addNotification({ status: 'abandoned', abandonReason: 'closed' });
  const unreached = async () => {
    throw new Error('the connection was cut');
  };
  await expect(ask(id, unreached)).rejects.toThrow(Unavailable);
  expect(await read(id)).toMatchObject({
    ...{ status: 'pending', abandonReason: null, acknowledgedAt: null },
    ...{ resentAt: expect.any(Date), askedAt: expect.any(Date) },
  });
});

test('one that is resolved is opened once: who asks again has it tried', async () => {
  const id = await world.addNotification({ status: 'acknowledged', acknowledgedAt: new Date() });
  const woken: Parameters<Gateway['wake']>[0][] = [];
  const note: Gateway['wake'] = async (queue) => void woken.push(queue);
  await ask(id, note);
  const { resentAt, subjectId, endpointId } = await read(id);
  await ask(id, note);
  const queue = { subjectId, endpointId, merchantKey: 'mk_agency' };
  expect(woken).toEqual([queue, queue]);
  expect((await read(id)).resentAt).toEqual(resentAt);
});

test('what is asked for is due in the database before its delivery is woken: the first of those before it, or itself', async () => {
  const planned = { attempts: 3, nextAttemptAt: new Date(Date.now() + 3_600_000) };
  const first = await world.addNotification(planned);
  const [second] = await world.addBehind(first, 1);
  const seen: unknown[] = [];
  await ask(second!, async () => {
    const { nextAttemptAt, askedAt } = await read(first);
    seen.push(nextAttemptAt != null && nextAttemptAt <= new Date(), askedAt != null);
  });
  expect(seen).toEqual([true, true]);
  expect(await read(second!)).toMatchObject({ status: 'pending', askedAt: null });
});
