/** A platform of its own for measurements: PostgreSQL, Temporal, workers as processes, orders from in here. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createOrderProcessing } from '../../api/order-processing.ts';
import { createCallbackService } from '../../api/services/callbacks.ts';
import { createCipher } from '../../db/cipher.ts';
import { Guide, Merchant } from '../../db/entities/index.ts';
import { migrateToLatest } from '../../db/migrate.ts';
import { createOrm } from '../../db/orm.ts';
import { CANCELLATION_PRESETS } from '../../domain/cancellation.ts';
import type { CallingMerchant } from '../../domain/merchant.ts';
import { addDays, todayIn } from '../../domain/trip.ts';
import { cacheFolder } from '../../embedded/cache-folder.ts';
import { startPostgres } from '../../embedded/postgres.ts';
import { removePostgresHome } from '../../embedded/postgres-home.ts';
import { createSupervisor } from '../../embedded/supervisor.ts';
import { locateTemporalProgram } from '../../embedded/temporal-program.ts';
import { startTemporalServer } from '../../embedded/temporal-server.ts';
import { buildWorkflowBundle } from '../../embedded/workflow-bundle.ts';
import { SEARCH_ATTRIBUTE_TYPES } from '../../workflows/contract.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const STUDIO = 'mk_bench_studio';
/** Together they take as many orders of one day as any of these programs books. */
const GUIDES = 40;
const BOOKABLE_DAYS = 500;

export type Stage = Awaited<ReturnType<typeof createStage>>;

/** Takes some ten seconds. Everything is on loopback and in memory or a temporary folder, and goes with `close`. */
export async function createStage() {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-bench-'));
  chmodSync(folder, 0o711);
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const supervisor = createSupervisor({ logDir: join(folder, 'logs'), say });
  const program = await locateTemporalProgram({ cacheDir: cacheFolder(process.env), say, env: process.env });
  const [{ url: databaseUrl }, temporal, bundle] = await Promise.all([
    startPostgres({ dataDir: folder, supervisor, say: () => {} }),
    startTemporalServer({
      program,
      supervisor,
      searchAttributes: SEARCH_ATTRIBUTE_TYPES,
      dbFile: join(folder, 'temporal.db'),
    }),
    buildWorkflowBundle(CHECKOUT, folder),
  ]);
  await migrateToLatest(databaseUrl);
  const encryptionKey = randomBytes(32);
  const orm = createOrm({ databaseUrl });
  const cipher = createCipher(encryptionKey);
  const now = () => new Date();
  const connection = { address: temporal.address };
  const processing = createOrderProcessing({
    temporal: { connection, namespace: 'default' },
    orm,
    now,
    onError: (error) => say(`processing: ${String(error)}`),
  });
  const callbacks = createCallbackService({
    orm,
    cipher,
    now,
    allowInsecure: true,
    onCallbackChanged: async () => processing.onReleaseRequested(),
  });
  await createParties(orm);
  const workers: WorkerProcess[] = [];
  let booked = 0;
  return {
    orm,
    /** A process of its own; `WORKER_ROLES` is `role`. */
    startWorker: async (role: 'orders' | 'notifications') => {
      const worker = await startWorkerProcess(CHECKOUT, {
        WORKER_ROLES: role,
        DATABASE_URL: databaseUrl,
        ENCRYPTION_KEY: encryptionKey.toString('base64'),
        TEMPORAL_ADDRESS: temporal.address,
        WORKFLOW_BUNDLE: bundle,
        ALLOW_INSECURE_CALLBACKS: '1',
        LOG_LEVEL: 'warn',
      });
      workers.push(worker);
      return worker;
    },
    addAgency: async (key: string, callbackUrl: string): Promise<CallingMerchant> => {
      await orm.em.fork().insert(Merchant, { ...PARTY, key, name: key, kind: 'agency' });
      const agency: CallingMerchant = { ...PARTY, key, kind: 'agency', status: 'active' };
      await callbacks.save(agency, callbackUrl);
      return agency;
    },
    saveAddress: (agency: CallingMerchant, url: string) => callbacks.save(agency, url),
    /** One order of one day; it becomes event 1 of its history. */
    book: async (merchant: CallingMerchant) => {
      const turn = booked++;
      const tripDate = addDays(todayIn('UTC', new Date()), 2 + (Math.floor(turn / GUIDES) % BOOKABLE_DAYS));
      const { created } = await processing.orders.create(
        merchant,
        { ...REQUEST, guideId: `G${1 + (turn % GUIDES)}`, tripDate },
        undefined,
      );
      return created.orderId;
    },
    advance: (merchant: CallingMerchant, orderId: string) => processing.orders.advance(merchant, orderId),
    confirm: (orderId: string) => processing.orders.move(STUDIO_CALLER, orderId, 'confirm', {}),
    close: async () => {
      await processing.close();
      await orm.close();
      for (const worker of workers) worker.kill();
      await supervisor.stop();
      removePostgresHome(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const PARTY = { country: 'PT', sandbox: true, verification: 'approved' } as const;
const STUDIO_CALLER: CallingMerchant = { ...PARTY, key: STUDIO, kind: 'studio', status: 'active' };
const REQUEST = {
  tripDays: 1,
  guestCount: 2,
  contactName: 'Ada Lovelace',
  contactPhone: '+351912345678',
};

async function createParties(orm: Awaited<ReturnType<typeof createOrm>>): Promise<void> {
  const em = orm.em.fork();
  await em.insert(Merchant, { ...PARTY, key: STUDIO, name: STUDIO, kind: 'studio' });
  const guides = Array.from({ length: GUIDES }, (_, index) => ({
    id: `G${index + 1}`,
    studioKey: STUDIO,
    sandbox: true,
    name: `Guide ${index + 1}`,
    area: 'Lisbon',
    languages: ['pt'],
    serviceAreas: ['Lisbon'],
    serviceTypes: ['walking'],
    dayRate: 10_000,
    currency: 'EUR',
    timeZone: 'UTC',
    maxGuests: 8,
    confirmationHours: 72,
    cancellationPolicy: CANCELLATION_PRESETS.flexible,
  }));
  await em.insertMany(Guide, guides);
}
