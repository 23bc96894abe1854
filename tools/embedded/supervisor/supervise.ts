import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalGroup } from '../os/processes.ts';
import type { Say } from '../os/terminal.ts';
import type { Guard } from './guard-client.ts';
import type { LogFile } from './log-file.ts';
import { type Service, type ServiceDefinition, ServiceError } from './service.ts';

const FIRST_BACKOFF_MS = 250;
const LAST_BACKOFF_MS = 10_000;
/** A process that has lived this long has recovered: its next death is answered at once again. */
const STABLE_MS = 20_000;
const TAIL_LINES = 12;
/** So often is a first start tried where another program took its port in the moment before: one that follows us may take several in a row. */
const PORT_TRIES = 20;
/** What Node, PostgreSQL, and Temporal say. */
const PORT_TAKEN = /EADDRINUSE|address already in use/i;
/** Its last words come after it has ended. */
const LAST_WORDS_MS = 1_000;
/** Of a line with a stack trace in it. */
const TAIL_WIDTH = 400;

export interface Surroundings {
  readonly guard: Guard;
  readonly log: LogFile;
  readonly say: Say;
  /** Called after each start and end of the process. */
  readonly onChange: (name: string, pid: number | undefined) => void;
  /** Aborted when everything is to end: a start under way is given up. */
  readonly closing: AbortSignal;
}

/**
 * Starts a program and keeps it running until `stop`.
 * @throws ServiceError when it ends or isn't ready in time at its first start; it is then stopped.
 */
export async function supervise(definition: ServiceDefinition, around: Surroundings): Promise<Service> {
  const run = new Run(definition, around);
  try {
    await run.bringUp();
  } catch (error) {
    await run.stop(false);
    throw run.explain(error);
  }
  run.keepAlive();
  return {
    name: definition.name,
    logPath: around.log.path,
    pid: () => run.child?.pid,
    stop: ({ force = false } = {}) => run.stop(force),
  };
}

class Run {
  child: ChildProcess | undefined;
  readonly #definition: ServiceDefinition;
  readonly #around: Surroundings;
  readonly #stopping = new AbortController();
  readonly #tail: string[] = [];
  /** It said so since it was launched, however much came behind: Temporal's server adds a long stack. */
  #saidPortTaken = false;
  #ended: Promise<string> = Promise.resolve('');
  /** It has ended, and all that it said was read. */
  #closed: Promise<void> = Promise.resolve();
  #keeping: Promise<void> = Promise.resolve();

  constructor(definition: ServiceDefinition, around: Surroundings) {
    this.#definition = definition;
    this.#around = around;
    if (around.closing.aborted) this.#stopping.abort();
    around.closing.addEventListener('abort', () => this.#stopping.abort());
  }

  /** Another port is drawn by `command()`, where one was taken between its choice and its use. */
  async bringUp(): Promise<void> {
    for (let left = PORT_TRIES; ; left--) {
      try {
        await this.launch();
        return await this.untilReady();
      } catch (error) {
        if (left === 1 || !(await this.#hasLostItsPort())) throw error;
      }
    }
  }

  async launch(): Promise<void> {
    const { file, args, ...options } = await this.#definition.command();
    if (this.#stopping.signal.aborted) throw new ServiceError('was stopped while it started');
    const { guard, onChange } = this.#around;
    // Its own process group: Ctrl-C reaches the supervisor alone, which owns the order of shutdown.
    const child = spawn(file, [...args], {
      cwd: '/',
      ...options,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#tail.length = 0;
    this.#saidPortTaken = false;
    this.#closed = new Promise((resolve) => child.once('close', () => resolve()));
    this.#ended = new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`));
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => this.#record(line));
    }
    if (child.pid === undefined) return;
    this.child = child;
    guard.watch(child.pid, this.#definition.stopSignal);
    onChange(this.#definition.name, child.pid);
    void this.#ended.then(() => this.#forget(child));
  }

  async untilReady(): Promise<void> {
    const timeout = AbortSignal.timeout(this.#definition.readyWithinMs);
    const done = new AbortController();
    const signal = AbortSignal.any([timeout, done.signal, this.#stopping.signal]);
    const died = this.#ended.then((how) => {
      throw new ServiceError(`ended before it was ready (${how})`);
    });
    const late = new Promise<never>((_, reject) => {
      const why = () => (timeout.aborted ? 'was not ready in time' : 'was stopped while it started');
      signal.addEventListener('abort', () => reject(new ServiceError(why())));
    });
    try {
      await Promise.race([this.#definition.ready(signal), died, late]);
    } finally {
      done.abort();
      for (const loser of [died, late]) loser.catch(() => {});
    }
  }

  keepAlive(): void {
    this.#keeping = this.#restartForEver();
  }

  async stop(force: boolean): Promise<void> {
    this.#stopping.abort();
    const child = this.child;
    if (child?.pid !== undefined) {
      signalGroup(child.pid, force ? 'SIGKILL' : this.#definition.stopSignal);
      const graceful = await Promise.race([
        this.#ended,
        sleep(this.#definition.graceMs, undefined, { ref: false }),
      ]);
      if (graceful === undefined) signalGroup(child.pid, 'SIGKILL');
      await this.#ended;
    }
    await this.#keeping;
  }

  explain(error: unknown): ServiceError {
    const { message } = error as Error;
    const { name, onLine } = this.#definition;
    // What was shown already isn't printed twice.
    const tail = onLine ? '' : this.#tail.map((line) => `\n    ${line.slice(0, TAIL_WIDTH)}`).join('');
    return new ServiceError(`${name} ${message}. Log: ${this.#around.log.path}${tail}`, { cause: error });
  }

  async #restartForEver(): Promise<void> {
    const { signal } = this.#stopping;
    for (let backoff = FIRST_BACKOFF_MS; !signal.aborted; ) {
      const started = Date.now();
      const how = await this.#ended;
      if (signal.aborted) return;
      if (Date.now() - started > STABLE_MS) backoff = FIRST_BACKOFF_MS;
      const why = (await this.#hasLostItsPort()) ? 'another program has its port' : how;
      this.#around.say(`${this.#definition.name} ended unexpectedly (${why}); starting it again`);
      await sleep(backoff, undefined, { signal }).catch(() => {});
      backoff = Math.min(backoff * 2, LAST_BACKOFF_MS);
      if (!signal.aborted) await this.#relaunch();
    }
  }

  /** Until it is ready: what sets up an empty store does so for one that was lost, too. Nobody waits for that, and nothing fails by it. */
  async #relaunch(): Promise<void> {
    try {
      await this.launch();
    } catch (error) {
      this.#failed(error as Error);
      return;
    }
    await this.untilReady().catch(() => {});
  }

  async #hasLostItsPort(): Promise<boolean> {
    if (this.child !== undefined) return false;
    await Promise.race([this.#closed, sleep(LAST_WORDS_MS, undefined, { ref: false })]);
    return this.#saidPortTaken;
  }

  #failed(error: Error): void {
    this.#around.log.write(`could not be started: ${error.message}`);
    this.#ended = Promise.resolve(error.message);
  }

  #forget(child: ChildProcess): void {
    if (child.pid === undefined) return;
    // Whatever it had started in its group goes with it.
    signalGroup(child.pid, 'SIGKILL');
    this.#around.guard.forget(child.pid);
    if (this.child === child) this.child = undefined;
    this.#around.onChange(this.#definition.name, this.child?.pid);
  }

  #record(line: string): void {
    this.#around.log.write(line);
    this.#saidPortTaken ||= PORT_TAKEN.test(line);
    this.#tail.push(line);
    if (this.#tail.length > TAIL_LINES) this.#tail.shift();
    this.#definition.onLine?.(line);
  }
}
