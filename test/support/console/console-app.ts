import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { buildConsole, type ConsoleDeps } from '../../../console/server/app.ts';
import { Company, Membership, Person } from '../../../db/entities/index.ts';
import type { CompanyRole, OperatorRole } from '../../../domain/console-roles.ts';
import type { MerchantKind } from '../../../domain/merchant.ts';
import { createLogger } from '../../../lib/http/plugins/logging.ts';
import { createSessions } from '../../../services/accounts/sessions.ts';
import { BASE_URL, type TestApp } from '../app.ts';

export const CONSOLE_URL = 'https://console.guidepost.example';

/** A signed-in browser. */
export interface Browser {
  readonly personId: number;
  readonly cookie: string;
  /** A request as the console's own page sends it. */
  send(options: InjectOptions): Promise<LightMyRequestResponse>;
}

export interface TestConsole {
  readonly app: FastifyInstance;
  /** A company with its sandbox merchant (and a live one, where a key is given). @returns its id. */
  company(options: {
    kind: MerchantKind;
    sandboxKey: string;
    liveKey?: string;
    name?: string;
  }): Promise<string>;
  /** Somebody of a company in that role, signed in; with a fresh second factor unless told otherwise. */
  member(companyId: string, role: CompanyRole, factors?: Factors): Promise<Browser>;
  /** Another browser in which the same person is signed in. */
  again(person: Browser): Promise<Browser>;
  operator(role: OperatorRole, factors?: Factors): Promise<Browser>;
  close(): Promise<void>;
}

interface Factors {
  /** Minutes since it was shown; null: never. Default: just now. */
  readonly second?: number | null;
  /** Whether the person has a second factor at all. Default: yes. */
  readonly hasTotp?: boolean;
}

/** The console over the database of a test's API, with what stands behind it where `deps` gives that. */
export async function createTestConsole(
  test: TestApp,
  deps: Partial<ConsoleDeps> = {},
): Promise<TestConsole> {
  const now = () => test.clock.now;
  const app = await buildConsole({
    logger: createLogger('info', { write: (line) => void test.logged.push(line) }),
    orm: test.orm,
    cipher: test.cipher,
    now,
    ...deps,
    config: {
      publicBaseUrl: BASE_URL,
      consoleBaseUrl: CONSOLE_URL,
      allowInsecureCallbacks: true,
      operatorsToApprove: 1,
      rateLimits: { merchantPerMinute: 0, tokenPerMinute: 0, addressPerMinute: 0 },
      ...deps.config,
    },
  });
  const sessions = createSessions({ ...test, now });
  let made = 0;

  async function signIn(person: Partial<Person>, { second = 0, hasTotp = true }: Factors): Promise<Browser> {
    made += 1;
    // As the owner: the application makes no operator by a row.
    const em = test.unbounded.em.fork();
    const row = em.create(Person, {
      email: `person-${made}@guidepost.example`,
      name: `Person ${made}`,
      emailConfirmedAt: now(),
      totpConfirmedAt: hasTotp ? now() : null,
      ...person,
    });
    await em.flush();
    const secondFactorAt = second === null || !hasTotp ? null : new Date(now().getTime() - second * 60_000);
    return await openFor(row.id, secondFactorAt);
  }

  async function openFor(personId: number, secondFactorAt: Date | null): Promise<Browser> {
    const start = { personId, address: '192.0.2.1', userAgent: 'jest', firstFactorAt: now() };
    const token = await sessions.open(test.unbounded.em.fork(), { ...start, secondFactorAt });
    const cookie = `__Host-guidepost=${token}`;
    const headers = { cookie, 'sec-fetch-site': 'same-origin', origin: CONSOLE_URL };
    return {
      personId,
      cookie,
      send: (options) => app.inject({ ...options, headers: { ...headers, ...options.headers } }),
    };
  }

  return {
    app,
    async company({ kind, sandboxKey, liveKey, name = 'A company' }) {
      const em = test.orm.em.fork();
      const [row] = await em.execute<{ id: string }[]>(`select 'CO' || nextval('company_number') as id`);
      em.create(Company, { id: row!.id, name, kind, country: 'PT', sandboxKey, liveKey: liveKey ?? null });
      await em.flush();
      return row!.id;
    },
    async member(companyId, role, factors = {}) {
      const browser = await signIn({}, factors);
      const em = test.unbounded.em.fork();
      em.create(Membership, { companyId, personId: browser.personId, role });
      await em.flush();
      return browser;
    },
    again: ({ personId }) => openFor(personId, now()),
    operator: (role, factors = {}) => signIn({ operatorRole: role }, factors),
    close: () => app.close(),
  };
}
