import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { createOrm } from '../../../db/orm.ts';
import { createSettlementGateway } from '../../../lib/temporal/settlement-gateway.ts';
import { type BenchProcess, startProcess } from '../support/process.ts';
import { MONTH } from './world.ts';

export interface RunOptions {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly bundle: string;
  readonly workers: number;
  /** A worker is killed with -9 and replaced so often; undefined: never. */
  readonly killEveryMs?: number;
}

export interface RunReport {
  readonly seconds: number;
  readonly kills: number;
  /** Highest of any worker, MiB. */
  readonly peakMiB: number;
  /** One line for each statement, with its amounts and a digest of its lines. */
  readonly statements: readonly string[];
  /** Entries of merchants that are in no statement. */
  readonly left: number;
}

const RUN_LIMIT_MS = 900_000;

/** Settles the month in one database and reports what came out. */
export async function settle(options: RunOptions): Promise<RunReport> {
  const connection = await Connection.connect({ address: options.temporalAddress });
  const gateway = createSettlementGateway(new Client({ connection }));
  const done = new AbortController();
  const crew = await createCrew(options, done.signal);
  const begin = performance.now();
  const killing = crew.keepKilling();
  try {
    const limit = sleep(RUN_LIMIT_MS, undefined, { signal: done.signal }).then(() => {
      throw new Error('the run took too long');
    });
    await Promise.race([gateway.run(MONTH), limit]);
    const seconds = (performance.now() - begin) / 1_000;
    done.abort();
    await limit.catch(() => undefined);
    return {
      seconds,
      kills: await killing,
      peakMiB: crew.peakMiB(),
      ...(await outcome(options.databaseUrl)),
    };
  } finally {
    done.abort();
    await killing;
    crew.end();
    await connection.close();
  }
}

async function createCrew({ workers, killEveryMs, ...options }: RunOptions, done: AbortSignal) {
  const start = () =>
    startProcess('activities/worker.ts', 'WORKER_HEALTH_PORT', {
      WORKER_ROLES: 'settlements,notifications',
      DATABASE_URL: options.databaseUrl,
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      TEMPORAL_ADDRESS: options.temporalAddress,
      WORKFLOW_BUNDLE: options.bundle,
      LOG_LEVEL: 'fatal',
    });
  const crew: BenchProcess[] = await Promise.all(Array.from({ length: workers }, start));
  let peak = 0;
  const sample = setInterval(() => {
    for (const worker of crew) peak = Math.max(peak, memoryOf(worker));
  }, 250);
  return {
    peakMiB: () => peak,
    async keepKilling(): Promise<number> {
      if (killEveryMs === undefined) return 0;
      for (let kills = 0; ; kills++) {
        await sleep(killEveryMs, undefined, { signal: done }).catch(() => undefined);
        if (done.aborted) return kills;
        const place = kills % crew.length;
        crew[place]!.kill();
        crew[place] = await start();
      }
    },
    end() {
      clearInterval(sample);
      for (const worker of crew) worker.kill();
    },
  };
}

/** 0 for one that was killed a moment ago. */
function memoryOf(worker: BenchProcess): number {
  try {
    return worker.usage().memoryMiB || 0;
  } catch {
    return 0;
  }
}

async function outcome(databaseUrl: string): Promise<Pick<RunReport, 'statements' | 'left'>> {
  const orm = createOrm({ databaseUrl, poolMax: 2 });
  try {
    const rows = await orm.em.fork().execute<{ line: string }[]>(
      `select format('%s %s %s: %s lines, %s - %s = %s, %s', s.merchant_key, s.month, s.currency, s.line_count, s.gross,
         s.commission, s.balance, (select md5(string_agg(l.entry_id::text, ',' order by l.entry_id))
           from settlement_line l where l.settlement_id = s.id)) as line
       from settlement s where s.status = 'issued' order by 1`,
    );
    const [{ left = -1 } = {}] = await orm.em.fork().execute<{ left: number }[]>(
      `select count(*)::int as left from ledger_entry e join ledger_account a on a.id = e.account_id
       where a.kind = 'merchant' and not exists (select from settlement_line l where l.entry_id = e.id)`,
    );
    return { statements: rows.map(({ line }) => line), left };
  } finally {
    await orm.close();
  }
}
