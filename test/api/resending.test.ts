import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Notification } from '../../db/entities/index.ts';
import { Unavailable } from '../../domain/errors.ts';
import { type SendingDeps, sendNow } from '../../services/notifications/sending.ts';
import { createWorld, type World } from '../support/notification-world.ts';

type Gateway = NonNullable<SendingDeps['gateway']>;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const read = (id: string) => world.deps.orm.em.fork().findOneOrFail(Notification, id);

async function ask(id: string, resend: Gateway['resend']): Promise<void> {
  const gateway = { resend, retryNow: async () => false } as Partial<Gateway> as Gateway;
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

test('the redelivery hears that it was resolved, once: who asks again has it tried', async () => {
  const id = await world.addNotification({ status: 'acknowledged', acknowledgedAt: new Date() });
  const asked: Parameters<Gateway['resend']>[0][] = [];
  const note: Gateway['resend'] = async (resend) => void asked.push(resend);
  await ask(id, note);
  const { resentAt } = await read(id);
  await ask(id, note);
  expect(asked).toMatchObject([
    { notificationIds: [id], reopenedIds: [id], requestedAt: resentAt },
    { notificationIds: [id] },
  ]);
  expect(asked[1]).not.toHaveProperty('reopenedIds');
  expect((await read(id)).resentAt).toEqual(resentAt);
});
