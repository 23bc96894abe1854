import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { type Client, type WorkflowStartOptions, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { Unavailable } from '../../domain/errors.ts';
import { guardedClient } from '../../lib/operations/temporal-identity.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
import { createHoldGateway } from '../../lib/temporal/hold-gateway.ts';
import { connectLazily } from '../../lib/temporal/lazy-connection.ts';
import { createNotificationGateway } from '../../lib/temporal/notification-gateway.ts';
import { createOrderGateway, type StartableOrder } from '../../lib/temporal/order-gateway.ts';
import { createSettlementGateway } from '../../lib/temporal/settlement-gateway.ts';
import { MOVE_REFUSED } from '../../workflows/contract.ts';

const NOW = new Date();
const ORDER: StartableOrder = {
  id: 'ORD1',
  merchantKey: 'mk_agency',
  guideId: 'G1',
  sandbox: true,
  instantConfirmation: false,
  tripDate: '2027-05-01',
  tripDays: 1,
  createdAt: NOW,
  confirmBy: NOW,
  tripStartAt: NOW,
  tripEndAt: NOW,
};

/** Whose Updates end in this way. */
function clientThatFails(type: string): Client {
  const client = {
    withDeadline: (_: number, work: () => Promise<unknown>) => work(),
    workflow: {
      executeUpdateWithStart: async () => {
        const cause = ApplicationFailure.nonRetryable('because', type);
        throw new WorkflowUpdateFailedError('Workflow Update failed', cause);
      },
    },
  };
  return client as unknown as Client;
}

async function moveThatFails(type: string): Promise<void> {
  const gateway = createOrderGateway(clientThatFails(type));
  await gateway.move(ORDER, { trigger: 'confirm', updateId: 'one' });
}

test.each(['UnprocessedUpdate', 'AcceptedUpdateCompletedWorkflow'])(
  'an Update that the server ends itself, as %s, may have happened: 50301',
  async (type) => {
    await expect(moveThatFails(type)).rejects.toThrow(Unavailable);
    await expect(moveThatFails(type)).rejects.toThrow(/not known/);
    const statement = { id: 'STL1', merchantKey: 'mk', month: '2027-05', status: 'issued' } as const;
    const settlements = createSettlementGateway(clientThatFails(type));
    const disputed = settlements.dispute(statement as never, 'one', { lineId: 'LIN1' });
    await expect(disputed).rejects.toThrow(Unavailable);
  },
);

/** As the server says it where it has a workflow do its task anew. */
const failedTask = (
  message = 'Unable to perform workflow execution update due to unexpected workflow task failure.',
) => Object.assign(new Error(message), { code: 9, details: message, metadata: {} });

function clientThatFailsFirst(errors: Error[]): Client & { readonly used: Set<unknown> } {
  const used = new Set<unknown>();
  const client = {
    used,
    withDeadline: (_: number, work: () => Promise<unknown>) => work(),
    workflow: {
      executeUpdateWithStart: async (_: unknown, { startWorkflowOperation }: Record<string, unknown>) => {
        used.add(startWorkflowOperation);
        const error = errors.shift();
        if (error) throw error;
        return { status: 'completed', sequence: 4 };
      },
    },
  };
  return client as unknown as Client & { readonly used: Set<unknown> };
}

test('an Update that was dropped with its workflow task is sent again, with a start of its own', async () => {
  const client = clientThatFailsFirst([failedTask(), failedTask()]);
  const moved = await createOrderGateway(client).move(ORDER, { trigger: 'complete', updateId: 'one' });
  expect(moved).toEqual({ status: 'completed', sequence: 4 });
  expect(client.used.size).toBe(3);
});

test('one whose workflow task fails each time is answered 50301', async () => {
  const client = clientThatFailsFirst(Array.from({ length: 9 }, () => failedTask()));
  const moved = createOrderGateway(client).move(ORDER, { trigger: 'complete', updateId: 'one' });
  await expect(moved).rejects.toThrow(Unavailable);
  expect(client.used.size).toBe(4);
});

test('what else the server does not do is not sent again', async () => {
  const client = clientThatFailsFirst([failedTask('the workflow is paused')]);
  await expect(
    createOrderGateway(client).move(ORDER, { trigger: 'complete', updateId: 'one' }),
  ).rejects.toThrow(Unavailable);
  expect(client.used.size).toBe(1);
});

test('a move waits for its worker while a hundred others do', async () => {
  let waitsUntil = 0;
  const client = {
    withDeadline: async (until: number, work: () => Promise<unknown>) => {
      waitsUntil = until;
      return await work();
    },
    workflow: { executeUpdateWithStart: async () => ({ status: 'confirmed' }) },
  };
  const askedAt = Date.now();
  await createOrderGateway(client as unknown as Client).move(ORDER, { trigger: 'confirm', updateId: 'one' });
  // They took six seconds where the deadline was five: the last fifteen were told that nobody knows.
  expect(waitsUntil - askedAt).toBeGreaterThanOrEqual(8_000);
});

test('a move that the workflow refuses is a refusal', async () => {
  await expect(moveThatFails(MOVE_REFUSED)).rejects.toThrow(CommandRefusedError);
});

test('the first move of a process, while Temporal takes connections and says nothing, is answered 50301', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as AddressInfo;
  const { connection, close } = connectLazily({ address: `127.0.0.1:${port}` });
  const client = guardedClient({ connection, namespace: 'default' }, async () => 'an installation');
  const moved = createOrderGateway(client).move(ORDER, { trigger: 'confirm', updateId: 'one' });
  await expect(moved).rejects.toThrow(Unavailable);
  await close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('what is started has its merchant for a fairness key: merchants take turns at the workers', async () => {
  const started: WorkflowStartOptions[] = [];
  const note = async (_: unknown, options: WorkflowStartOptions) => void started.push(options);
  const client = {
    withDeadline: (_: number, work: () => Promise<unknown>) => work(),
    workflow: { start: note, signalWithStart: note },
  } as unknown as Client;
  const orders = createOrderGateway(client);
  const hold = { id: 'HLD1', merchantKey: ORDER.merchantKey, guideId: 'G1', tripStartAt: NOW, dueAt: NOW };
  await orders.start(ORDER);
  await orders.resume(ORDER);
  await orders.moveClock(ORDER, 60_000);
  await createHoldGateway(client).start(hold);
  const queue = { subjectId: ORDER.id, endpointId: 'EP1', merchantKey: ORDER.merchantKey };
  await createNotificationGateway(client, () => NOW).wake(queue);
  expect(started.map(({ priority }) => priority)).toEqual(Array(5).fill({ fairnessKey: ORDER.merchantKey }));
});
