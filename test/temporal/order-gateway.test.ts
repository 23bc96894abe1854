import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { type Client, Connection, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { Unavailable } from '../../domain/errors.ts';
import { guardedClient } from '../../lib/operations/temporal-identity.ts';
import { CommandRefusedError } from '../../lib/temporal/calling.ts';
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
  const connection = Connection.lazy({ address: `127.0.0.1:${port}` });
  const client = guardedClient({ connection, namespace: 'default' }, async () => 'an installation');
  const moved = createOrderGateway(client).move(ORDER, { trigger: 'confirm', updateId: 'one' });
  await expect(moved).rejects.toThrow(Unavailable);
  await connection.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
}, 20_000);
