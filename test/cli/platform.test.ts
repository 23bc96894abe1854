/** The command line on a real platform: API, workers, PostgreSQL and Temporal, over HTTP on loopback. */
import { chmodSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ClientCredentials } from '../../db/seed/index.ts';
import { localKeys } from '../../packages/cli/src/config/local-keys.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';
import { createMerchant } from '../support/merchants.ts';
import { until } from '../support/until.ts';
import { answersOk, good, type Handler, startMerchant } from './receivers.ts';
import { type CliOptions, createCli, newKeyboard } from './run-cli.ts';

const { cli, folder, remove } = createCli();
const secret = localKeys({ GUIDEPOST_CONFIG_DIR: folder }).secret;
let platform: LivePlatform;
let baseUrl: string;
beforeAll(async () => {
  platform = await createLivePlatform({ settlements: true });
  await platform.app.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${(platform.app.server.address() as AddressInfo).port}`;
  await login(platform.sandbox.agency);
  await login(platform.sandbox.studio, 'studio');
});
afterAll(async () => {
  await platform.close();
  remove();
});

const login = ({ clientId, clientSecret }: ClientCredentials, profile = 'default') =>
  cli(['login', '--base-url', baseUrl, '--client-id', clientId, '--profile', profile, '--secret-stdin'], {
    stdin: `${clientSecret}\n`,
  });
/** The one JSON document that a command prints. */
const json = async (args: string[], options?: CliOptions) => {
  const { code, stdout } = await cli([...args, '--json'], options);
  expect(code).toBe(0);
  return JSON.parse(stdout);
};
/** What a command that fails says of it. */
const failure = async (args: string[], options?: CliOptions) => {
  const { code, stdout, stderr } = await cli([...args, '--json'], options);
  expect(stdout).toBe('');
  const { error } = JSON.parse(stderr.trim().split('\n').at(-1)!);
  expect(error.exitCode).toBe(code);
  return error;
};

describe('login', () => {
  test('keeps the app_secret for its owner only, and shows it nowhere', async () => {
    const { clientSecret } = platform.sandbox.agency;
    const { code, stdout, stderr } = await login(platform.sandbox.agency, 'again');
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain(clientSecret);
    expect(statSync(join(folder, 'config.json')).mode & 0o777).toBe(0o600);
    expect(await json(['whoami', '--profile', 'again'])).toMatchObject({
      merchantKey: 'mk_sandbox_agency',
      mode: 'sandbox',
    });
    expect((await cli(['logout', '--profile', 'again'])).code).toBe(0);
    expect((await failure(['whoami', '--profile', 'again'])).exitCode).toBe(3);
  });

  test('refuses a wrong app_secret, with code, request and the link to the catalogue, and keeps nothing', async () => {
    const wrong = { clientId: 'mk_sandbox_agency', clientSecret: 'sk_wrong' };
    const { code, stderr } = await login(wrong, 'wrong');
    expect(code).toBe(3);
    expect(stderr).toMatch(/40102 .*\n.*login.*\n.*request [0-9a-f-]{36}\n.*\/docs\/errors#40102/);
    expect(stderr).not.toContain('sk_wrong');
    expect((await failure(['whoami', '--profile', 'wrong'])).message).toContain('not logged in');
  });

  test('asks whoever sits in front, and does not show what is typed for the app_secret', async () => {
    const keyboard = newKeyboard();
    const { clientId, clientSecret } = platform.sandbox.studio;
    keyboard.write(`${clientSecret}\n`);
    const { code, stderr } = await cli(
      ['login', '--base-url', baseUrl, '--client-id', clientId, '--profile', 'typed'],
      {
        keyboard,
      },
    );
    expect(code).toBe(0);
    expect(stderr).toBe('app_secret (not shown): \n');
  });

  test('is not needed where the environment has the credentials', async () => {
    const { clientId, clientSecret } = platform.sandbox.studio;
    const env = {
      GUIDEPOST_BASE_URL: baseUrl,
      GUIDEPOST_CLIENT_ID: clientId,
      GUIDEPOST_CLIENT_SECRET: clientSecret,
    };
    expect(await json(['whoami'], { env })).toMatchObject({ profile: 'environment', merchantKey: clientId });
  });

  test('is refused over plain http to another machine', async () => {
    const args = ['login', '--base-url', 'http://192.0.2.1', '--client-id', 'mk', '--secret-stdin'];
    expect(await failure(args, { stdin: 'sk' })).toMatchObject({ exitCode: 2 });
  });

  test('files that others can read are not used', async () => {
    chmodSync(join(folder, 'config.json'), 0o644);
    const refused = await failure(['whoami']);
    chmodSync(join(folder, 'config.json'), 0o600);
    expect(refused.message).toContain('can be read by others');
  });
});

describe('trigger', () => {
  test.each([
    ['order.confirmed', ['pending', 'confirmed']],
    ['order.cancelled', ['pending', 'cancelled']],
    ['order.changed', ['pending', 'pending']],
  ])('%s really happens', async (name, statuses) => {
    const { about, events } = await json(['trigger', name]);
    expect(events.map(({ status }: { status: string }) => status)).toEqual(statuses);
    expect((await json(['orders', 'show', about])).status).toBe(statuses.at(-1));
  });

  test('as a studio it is booked by the sandbox agency', async () => {
    const { about } = await json(['trigger', 'order.completed', '--profile', 'studio']);
    expect(await json(['orders', 'show', about, '--profile', 'studio'])).toMatchObject({
      status: 'completed',
    });
  });

  test('statements are issued and paid', async () => {
    const { events } = await json(['trigger', 'settlement.paid']);
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'settlement.issued',
      'settlement.paid',
    ]);
  });

  test('some take both sides, and say so', async () => {
    expect((await failure(['trigger', 'message.received'])).remedy).toContain('--other studio');
    const { events } = await json(['trigger', 'message.received', '--other', 'studio']);
    expect(events.at(-1)).toMatchObject({ type: 'message.received', sender: 'studio' });
    expect((await failure(['trigger', 'message.received', '--other', 'default'])).message).toContain('both');
  });

  test('nothing is triggered in earnest', async () => {
    await login(await createMerchant(platform, 'mk_in_earnest', { sandbox: false }), 'live');
    expect(await failure(['trigger', 'order.created', '--profile', 'live'])).toMatchObject({ exitCode: 4 });
    expect(await json(['orders', 'list', '--profile', 'live'])).toEqual([]);
  });

  test('what can not be triggered is told', async () => {
    const { code, stderr } = await cli(['trigger', 'callback.failing']);
    expect(code).toBe(2);
    expect(stderr).toContain('acknowledge nothing for an hour');
  });
});

interface Line {
  readonly event: { readonly orderId?: string; readonly status?: string };
  readonly [field: string]: unknown;
}
/** How many lines of output are about an order. */
type Shown = (orderId: string) => number;

/**
 * `listen` until what is to be seen was seen. It ends at once when it is asked to, without a line about what is under
 * way just then: wait for the line, not for the receiver.
 */
async function listening(
  args: string[],
  during: (shown: Shown) => Promise<unknown>,
  options: CliOptions = {},
) {
  const ending = new AbortController();
  let output = '';
  const onOutput = (text: string) => {
    output += text;
  };
  const lines = (): Line[] =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const running = cli(['listen', '--json', ...args], { ending, onOutput, ...options });
  await during((orderId) => lines().filter(({ event }) => event.orderId === orderId).length);
  ending.abort();
  const { code, stderr } = await running;
  expect(code).toBe(0);
  return { lines: lines(), stderr };
}

/** A good receiver, or another, that counts what came. */
async function startCounting(handler: Handler = good) {
  const bodies: string[] = [];
  const counting: Handler = (request, response, key) => {
    bodies.push(request.body);
    handler(request, response, key);
  };
  return { ...(await startMerchant(counting, secret)), bodies };
}

describe('listen', () => {
  test('forwards what happens as the platform would, and goes on where it ended', async () => {
    await using merchant = await startCounting();
    const args = ['--forward-to', merchant.url, '--since', '1d', '--events', 'order.cancelled'];
    const first = await json(['trigger', 'order.cancelled']);
    const { lines } = await listening(args, (shown) => until(() => shown(first.about) > 0));
    // Among orders of other tests, of which one may still be told.
    const forwarded = lines.find(({ event }) => event.orderId === first.about);
    expect(forwarded).toMatchObject({ acknowledged: true, status: 200 });
    // Only those that reached the state that was asked for.
    expect(lines.every(({ event }) => event.status === 'cancelled')).toBe(true);
    merchant.bodies.length = 0;
    const second = await json(['trigger', 'order.cancelled']);
    await listening(['--forward-to', merchant.url], () =>
      until(() => merchant.bodies.some((one) => one.includes(second.about) && one.includes('cancelled'))),
    );
    expect(merchant.bodies.some((one) => one.includes(first.about))).toBe(false);
  });

  test('ended in the middle of its very first page, it leaves nothing out', async () => {
    await using merchant = await startCounting();
    const { about } = await json(['trigger', 'order.created']);
    const ending = new AbortController();
    const onOutput = () => ending.abort();
    await cli(['listen', '--json', '--forward-to', merchant.url, '--since', '1d'], { ending, onOutput });
    merchant.bodies.length = 0;
    await listening(['--forward-to', merchant.url], (shown) => until(() => shown(about) > 0));
  });

  test('sends the last one again at "r"', async () => {
    await using merchant = await startCounting();
    const keyboard = newKeyboard();
    const { about } = await json(['trigger', 'order.created']);
    const args = ['--forward-to', merchant.url, '--since', '1d'];
    const sent = () => merchant.bodies.filter((body) => body.includes(about));
    const { lines } = await listening(
      args,
      async (shown) => {
        await until(() => shown(about) === 1);
        keyboard.write('r');
        await until(() => shown(about) === 2);
      },
      { keyboard },
    );
    expect(sent()[0]).toBe(sent()[1]);
    expect(lines.at(-1)).toMatchObject({ resent: true, event: { orderId: about } });
  });

  test('ends at "q", without a trace of an error', async () => {
    const keyboard = newKeyboard();
    const running = cli(['listen'], { keyboard });
    keyboard.write('q');
    const { code, stderr } = await running;
    expect(code).toBe(0);
    expect(stderr).not.toContain('✗');
  });

  test('says what a receiver does wrong', async () => {
    await using merchant = await startCounting(answersOk);
    const { about } = await json(['trigger', 'order.created']);
    const { lines } = await listening(['--forward-to', merchant.url, '--since', '1d'], (shown) =>
      until(() => shown(about) > 0),
    );
    expect(lines.at(-1)).toMatchObject({
      acknowledged: false,
      error: 'not_acknowledged',
      mend: expect.stringContaining('{"code":200}'),
    });
  });

  test('waits for a receiver that is not there yet, and leaves nothing out', async () => {
    const gone = await startMerchant(good, secret);
    await gone[Symbol.asyncDispose]();
    const { about } = await json(['trigger', 'order.created']);
    const said: string[] = [];
    const onNote = (text: string) => said.push(text);
    const args = ['--forward-to', gone.url, '--since', '1d'];
    const { lines } = await listening(
      args,
      async (shown) => {
        await until(() => said.join('').includes('Waiting for your receiver'));
        await using _ = await startMerchant(good, secret, gone.port);
        await until(() => shown(about) > 0);
      },
      { onNote },
    );
    expect(lines[0]).toMatchObject({ acknowledged: true });
  });

  test('prints its secret alone', async () => {
    const { stdout } = await cli(['listen', '--print-secret']);
    expect(stdout).toBe(`${secret}\n`);
  });
});

describe('orders, guides and events', () => {
  test('are listed and shown, for people and as JSON', async () => {
    const { about } = await json(['trigger', 'order.created']);
    const [newest] = await json(['orders', 'list', '--status', 'pending', '--limit', '1']);
    expect(newest.orderId).toBe(about);
    expect((await cli(['orders', 'show', about])).stdout).toMatch(/you may +cancel/);
    const guides = await json(['guides', 'list', '--area', 'Sandbox Town']);
    expect(guides).toHaveLength(8);
    expect((await cli(['guides', 'show', guides[0].guideId])).stdout).toContain('Clara Confirm');
    const { stdout } = await cli(['events', '--order', about, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ orderId: about, status: 'pending' });
  });

  test('cancelling has to be confirmed', async () => {
    const { about } = await json(['trigger', 'order.created']);
    expect(await failure(['orders', 'cancel', about])).toMatchObject({ exitCode: 2 });
    const answering = async (answer: string) => {
      const keyboard = newKeyboard();
      keyboard.write(`${answer}\n`);
      return await cli(['orders', 'cancel', about], { keyboard });
    };
    expect((await answering('n')).stderr).toMatch(/gives back 165 of 165 EUR/);
    expect((await json(['orders', 'show', about])).status).toBe('pending');
    expect((await answering('y')).stdout).toContain('cancelled');
  });

  test('what the platform refuses is told with its code, request and documentation, and ends with 4', async () => {
    expect(await failure(['orders', 'show', 'ORD1000000000000000000'])).toMatchObject({
      code: 40005,
      exitCode: 4,
      requestId: expect.any(String),
      docUrl: expect.stringContaining('/docs/errors#40005'),
    });
    expect(await failure(['orders', 'confirm', 'nonsense'])).toMatchObject({
      code: 40001,
      details: [{ path: 'path.orderId' }],
    });
  });
});
