import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SCHEMA_NEEDED } from '../../../db/migrations/names.ts';
import { writeBeat } from '../../../db/queries/platform/heartbeats.ts';
import { PROCESS_ROLES } from '../../../domain/heartbeat.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTestConsole, type TestConsole } from '../../support/console/console-app.ts';

let api: TestApp;
let console_: TestConsole;
beforeAll(async () => {
  api = await createTestApp();
  console_ = await createTestConsole(api);
});
afterAll(async () => {
  await console_.close();
  await api.close();
});

test('operators see what admin status says; nobody else does', async () => {
  await writeBeat(api.orm.em.fork(), {
    ...{
      id: crypto.randomUUID(),
      roles: ['api'],
      host: 'h',
      pid: 7,
      release: '1',
      schemaNeeded: SCHEMA_NEEDED,
    },
    ...{ taskQueues: [], missing: ['Redis: does not answer'], workAgesMs: {}, clockAheadMs: 2_000 },
  });
  const operator = await console_.operator('administrator');
  const answer = await operator.send({ method: 'GET', url: '/api/operator/status' });
  const { verdict, parts, processes, facts } = answer.json().data;
  expect([answer.statusCode, verdict, facts.clockAheadMs]).toEqual([200, 'late', 2_000]);
  expect(parts).toContainEqual({ part: 'PostgreSQL', isUp: true, why: null });
  expect(processes[0]).toMatchObject({
    roles: ['api'],
    state: 'not_ready',
    missing: ['Redis: does not answer'],
  });
  const absent = processes.filter(({ state }: { state: string }) => state === 'absent');
  expect(absent.flatMap(({ roles }: { roles: string[] }) => roles)).toEqual(
    PROCESS_ROLES.filter((role) => role !== 'api'),
  );
  const stranger = await console_.app.inject({ method: 'GET', url: '/api/operator/status' });
  expect(stranger.statusCode).toBe(401);
});
