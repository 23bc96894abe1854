import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { SETTLEMENT_RUN_WORKFLOW } from '../../workflows/settlement-contract.ts';
import type { Clients } from '../faults/clients.ts';
import { withTemporal } from '../faults/facts.ts';
import { CONTACT, tripOf } from '../faults/intents.ts';
import { createRandom } from '../support/random.ts';
import { failAnOrder } from './blind/strikes.ts';
import { asUser, type Failure } from './failure.ts';
import type { AlertGround } from './ground.ts';
import { processFailures } from './process-failures.ts';
import { recordFailures } from './record-failures.ts';

const NOTHING = () => {};
const MONTH = '2020-01';
/** Longer than the rules look back (quick-rules.ts): what was quick before does not outweigh what waits. */
const WORKER_STANDS_MS = 35_000;
/** A worker that stands still is handed nothing; one that has too little of a processor lets each task wait. */
const STANDS_MS = 3_000;
const RUNS_MS = 300;

/** Each caused for real, and mended, in this order. */
export function failuresOf(ground: AlertGround, clients: Clients): Failure[] {
  const { agencies, guides } = clients;
  const [agency] = agencies;
  if (agency === undefined) throw new Error('there is no agency');
  const random = createRandom(7);
  const post = (path: string, body: object) =>
    agency.client.send({ method: 'POST', path: `/open/v1/${path}`, body }, 1);
  const remove = (path: string) => agency.client.send({ method: 'DELETE', path: `/open/v1/${path}` }, 1);
  const book = () => post('order/create', { ...tripOf({ guides }, random), ...CONTACT });
  const owner = <T>(work: (client: pg.Client) => Promise<T>) => asUser(ground.migrationUrl(), work);
  const lock = async (table: string) => await lockTable(ground.migrationUrl(), table);
  return [
    ...recordFailures(ground, book),
    ...processFailures(ground),
    {
      name: 'the mail server takes no mails',
      alerts: ['GuidepostMailsLate'],
      async strike() {
        ground.mails.refusal = 451;
        const registered = await ground.admin(
          ...[
            'register',
            'Casa Tardia',
            '--kind',
            'agency',
            '--country',
            'PT',
            '--contact',
            'ops@example.com',
          ],
        );
        const approved = await ground.admin('approve', /mk_\w+/.exec(registered)?.[0] ?? '');
        const [proposal] = /PRP\d+/.exec(approved) ?? [];
        if (proposal !== undefined) await ground.admin('--as', 'colleague', 'confirm', proposal);
        return () => {
          ground.mails.refusal = undefined;
          return owner(
            async (client) => void (await client.query("update job set run_at = now() where kind = 'mail'")),
          );
        };
      },
    },
    {
      name: 'a month that is over was not settled',
      alerts: ['GuidepostSettlementOverdue'],
      async strike() {
        const move = (from: string, to: string) =>
          owner(async (client) => {
            await client.query("update settlement set month = $2 where status = 'open' and month = $1", [
              from,
              to,
            ]);
          });
        const month = new Date().toISOString().slice(0, MONTH.length);
        await move(month, MONTH);
        return () => move(MONTH, month);
      },
    },
    {
      name: "an order's workflow throws",
      alerts: ['GuidepostOrdersUnreplayable'],
      async strike() {
        return await failAnOrder(ground.platform());
      },
    },
    {
      name: 'eight endpoints refuse connections',
      alerts: ['GuidepostManyEndpointsFail'],
      async strike() {
        const made: string[] = [];
        for (let n = 1; n <= 8; n++) {
          const answer = await post('callback/endpoint/create', { url: `http://127.0.0.1:9/${n}` });
          made.push(String(answer?.data.endpointId));
        }
        await book();
        return async () => {
          for (const id of made) await remove(`callback/endpoint/delete/${id}`);
        };
      },
    },
    {
      name: 'settlement workers may not read statements',
      alerts: ['GuidepostSettlementWorkFails'],
      async strike() {
        await owner((client) => client.query('revoke select on settlement from guidepost_app'));
        await withTemporal(ground.platform().info, ({ workflow }) =>
          workflow.start(SETTLEMENT_RUN_WORKFLOW, {
            workflowId: `settlement-run-${MONTH}`,
            taskQueue: TASK_QUEUES.settlements,
            args: [{ month: MONTH }],
          }),
        );
        return () =>
          owner(async (client) => void (await client.query('grant select on settlement to guidepost_app')));
      },
    },
    {
      name: 'a transaction keeps a job',
      alerts: ['GuidepostJobsLate'],
      strike: () => keepJob(ground.migrationUrl()),
    },
    {
      name: 'somebody locks the table of mails',
      alerts: ['GuidepostMetricsMissing'],
      strike: () => lock('mail'),
    },
    {
      name: 'somebody locks the table of orders',
      alerts: ['GuidepostDatabaseConnectionsShort'],
      strike: () => lock('orders'),
    },
    {
      name: 'the only worker of orders and settlements is frozen for a while',
      alerts: ['GuidepostPlatformUnwatched', 'GuidepostUpdatesSlow'],
      async strike() {
        const goOn = await ground.freeze('order-worker');
        await book();
        await sleep(WORKER_STANDS_MS);
        goOn();
        return NOTHING;
      },
    },
    {
      name: 'the only worker of orders and settlements runs a tenth of the time',
      alerts: ['GuidepostWorkersBehind'],
      async strike() {
        const mended = new AbortController();
        const stuttering = (async () => {
          while (!mended.signal.aborted) {
            const goOn = await ground.freeze('order-worker');
            await sleep(STANDS_MS);
            goOn();
            await sleep(RUNS_MS);
          }
        })();
        return async () => {
          mended.abort();
          await stuttering;
        };
      },
    },
    {
      name: 'Temporal is frozen',
      alerts: [
        ...['GuidepostPartUnreachable', 'GuidepostWorkflowsNotStarted', 'GuidepostNotificationsLate'],
        ...[
          'GuidepostTemporalCallsFail',
          'GuidepostAnswersBurn',
          'GuidepostAnswersBurnSlowly',
          'GuidepostRecoveriesStand',
          'GuidepostWorkStands',
          'GuidepostAcknowledgementsBurn',
        ],
      ],
      async strike() {
        const goOn = await ground.freeze('temporal');
        for (let n = 0; n < 5; n++) await book();
        await post('notification/recover', { since: new Date(Date.now() - 3_600_000).toISOString() });
        return goOn;
      },
    },
  ];
}

async function lockTable(url: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query(`lock table ${pg.escapeIdentifier(table)} in access exclusive mode`);
  return async () => await client.end();
}

/** Nobody can take it once it is due. */
async function keepJob(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const due =
    "insert into job (kind, subject, run_at) values ('guide_index', 'G0', now() + interval '10 seconds')";
  const { rows } = await client.query<{ id: string }>(`${due} returning id`);
  await client.query('begin');
  await client.query('select from job where id = $1 for update', [rows[0]?.id]);
  return async () => {
    await client.query('delete from job where id = $1', [rows[0]?.id]);
    await client.query('commit');
    await client.end();
  };
}
