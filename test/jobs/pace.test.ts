import { describe, expect, test } from '@jest/globals';
import { CommandWatch } from '../../jobs/pace/command-watch.ts';
import { FirstTasks } from '../../jobs/pace/first-tasks.ts';
import { createPace } from '../../jobs/pace/index.ts';
import { IntakeGate } from '../../jobs/pace/intake-gate.ts';
import type { OrderGateway } from '../../lib/temporal/order-gateway.ts';
import { until } from '../support/until.ts';

describe('commands', () => {
  test('are slow when the oldest under way has waited for a quarter of a second, and lately for a second more', async () => {
    let time = 0;
    const commands = new CommandWatch(() => time);
    const first = Promise.withResolvers<void>();
    const running = commands.during(() => first.promise);
    time = 249;
    expect(commands.areSlow).toBe(false);
    time = 250;
    expect(commands.areSlow).toBe(true);
    first.resolve();
    await running;
    expect(commands.areSlow).toBe(false);
    time = 1_249;
    expect(commands.wereSlowLately).toBe(true);
    time = 1_250;
    expect(commands.wereSlowLately).toBe(false);
  });

  test('that nothing comes back from hold up nobody: Temporal is away then', async () => {
    let time = 0;
    const commands = new CommandWatch(() => time);
    const never = Promise.withResolvers<void>();
    const running = [commands.during(() => never.promise), commands.during(() => never.promise)];
    time = 1_999;
    expect(commands.areSlow).toBe(true);
    time = 2_000;
    expect(commands.areSlow).toBe(false);
    await commands.during(async () => undefined);
    expect(commands.areSlow).toBe(true);
    never.reject(new Error('no answer'));
    await Promise.allSettled(running);
    expect(commands.areSlow).toBe(false);
  });
});

describe('new orders', () => {
  test('pass at once while commands are quick; else they wait until they are, and none is left behind', async () => {
    let areSlow = false;
    const gate = new IntakeGate(() => areSlow);
    await gate.pass();
    areSlow = true;
    const passed: number[] = [];
    const passing = Array.from({ length: 20 }, (_, index) => gate.pass().then(() => passed.push(index)));
    // Several looks find commands slow.
    let looks = 0;
    const counting = new IntakeGate(() => ++looks < 5);
    await counting.pass();
    expect(passed).toEqual([]);
    areSlow = false;
    await Promise.all(passing);
    expect(passed).toHaveLength(20);
    await gate.pass();
  });

  test('wait no longer than they may, whatever commands do', async () => {
    const gate = new IntakeGate(() => true, { maxWaitMs: 1 });
    await Promise.all([gate.pass(), gate.pass()]);
  });

  test('a booking waits for a slow confirmation', async () => {
    const pace = createPace(async () => 0);
    const confirmation = Promise.withResolvers<void>();
    const forgotten: string[] = [];
    const plain = { move: () => confirmation.promise } as unknown as OrderGateway;
    const gateway = pace.watch(plain, (id) => forgotten.push(id));
    const confirming = gateway.move({ id: 'ORD1' } as never, {} as never);
    await until(async () => (await pace.pauseMs()) === 1_000);
    let isTaken = false;
    const booking = pace.takeIn(async () => {
      isTaken = true;
    });
    await new Promise(setImmediate);
    expect(isTaken).toBe(false);
    confirmation.resolve();
    await Promise.all([confirming, booking]);
    expect({ isTaken, forgotten }).toEqual({ isTaken: true, forgotten: ['ORD1'] });
  });
});

describe('first tasks of orders', () => {
  test('are looked at only after some were started, ten times a second at most, until none waits long', async () => {
    let [time, waitMs, looks] = [0, 0, 0];
    const look = async () => {
      looks += 1;
      return waitMs;
    };
    const tasks = new FirstTasks(look, () => time);
    tasks.started(7);
    expect([await tasks.areWaiting(), looks]).toEqual([false, 0]);
    tasks.started(1);
    waitMs = 250;
    expect([await tasks.areWaiting(), looks]).toEqual([true, 1]);
    time = 99;
    waitMs = 0;
    expect([await tasks.areWaiting(), looks]).toEqual([true, 1]);
    time = 100;
    expect([await tasks.areWaiting(), looks]).toEqual([false, 2]);
    time = 1_000;
    expect([await tasks.areWaiting(), looks]).toEqual([false, 2]);
  });

  test('are not waited for where Temporal does not say', async () => {
    const tasks = new FirstTasks(async () => {
      throw new Error('no answer');
    });
    tasks.started(8);
    expect(await tasks.areWaiting()).toBe(false);
  });
});
