import type { Client } from '@temporalio/client';
import { Command } from 'commander';
import type { Config, WorkerRole } from '../lib/config.ts';
import { type AdminContext, readConfig, type Settings, withContext } from './context.ts';
import { EXITS, type ExitName } from './exit-codes.ts';
import { present } from './present.ts';
import { exitOf } from './refusal.ts';
import { type Answer, type Shape, saysOf } from './shape.ts';
import { withTemporal } from './temporal.ts';
import { noAnswer, requireWorker } from './workers.ts';

/** Every command may end so. */
const USUAL_EXITS: readonly ExitName[] = ['done', 'usage', 'foreign', 'unavailable', 'fault'];

/** What a command does in Temporal, beside the database. */
export interface TemporalContext extends AdminContext {
  readonly client: Client;
}

interface Needs {
  /** A worker has to carry it out, and is waited for. */
  readonly worker?: Exclude<WorkerRole, 'notifications'>;
}

/**
 * A command that says in one place what it takes, answers and ends with. Help and JSON are made from it.
 */
export class AdminCommand extends Command {
  #isChange: (options: Readonly<Record<string, unknown>>) => boolean = () => false;
  #exits: readonly ExitName[] = [];
  #shape: Shape | undefined;
  #temporal: Needs | undefined;

  override createCommand(name?: string): AdminCommand {
    return new AdminCommand(name);
  }

  /** It writes: the audit log has who. @param exits how it may end, beside the usual ways. */
  changes(...exits: ExitName[]): this {
    return this.changesWhen(() => true, ...exits);
  }

  /** It writes only with these options. */
  changesWhen(isChange: (options: Readonly<Record<string, unknown>>) => boolean, ...exits: ExitName[]): this {
    this.#isChange = isChange;
    return this.endsWith('refused', ...exits);
  }

  endsWith(...exits: ExitName[]): this {
    this.#exits = [...this.#exits, ...exits];
    return this;
  }

  /** It can't be undone: it asks before. */
  asksBefore(): this {
    return this.option('--yes', 'do not ask, and show nothing beforehand').endsWith('unconfirmed');
  }

  /** What it does; its result is printed. */
  does<const S extends Shape, Args extends unknown[]>(
    shape: S,
    work: (context: AdminContext, ...args: Args) => Promise<Answer<S>>,
  ): this {
    this.#shape = shape;
    return this.action(async (...args) => {
      const { json = false, ...settings } = this.optsWithGlobals<Omit<Settings, 'isChange'>>();
      const isChange = this.#isChange(this.opts());
      const answer = await withContext({ ...settings, isChange }, (context) =>
        work(context, ...(args as Args)),
      );
      present(shape, answer, json);
    });
  }

  /** The same with nothing but the configuration: it answers whatever is unavailable. */
  doesWithConfig<const S extends Shape, Args extends unknown[]>(
    shape: S,
    work: (config: Config, ...args: Args) => Promise<Answer<S>>,
  ): this {
    this.#shape = shape;
    return this.action(async (...args) => {
      const { json = false } = this.optsWithGlobals<Settings>();
      present(shape, await work(readConfig(process.env), ...(args as unknown as Args)), json);
    });
  }

  /** The same with Temporal. */
  doesInTemporal<const S extends Shape, Args extends unknown[]>(
    needs: Needs,
    shape: S,
    work: (context: TemporalContext, ...args: Args) => Promise<Answer<S>>,
  ): this {
    this.#temporal = needs;
    if (needs.worker !== undefined) this.endsWith('noWorker');
    return this.does(shape, (context, ...args: Args) =>
      withTemporal(context, (client) =>
        awaitWorker(client, needs, () => work({ ...context, client }, ...args)),
      ),
    );
  }

  /** For the documentation and for tests; undefined for a group of commands. */
  get declared() {
    if (this.#shape === undefined) return undefined;
    const exits = [...new Set([...USUAL_EXITS, ...this.#exits])];
    const inOrder = (Object.keys(EXITS) as ExitName[]).filter((name) => exits.includes(name));
    return { shape: this.#shape, exits: inOrder, temporal: this.#temporal };
  }

  /** What help adds to arguments and options. */
  explain(): string {
    const { declared } = this;
    if (declared === undefined) return '';
    const codes = declared.exits.map((name) => `  ${String(EXITS[name].code).padEnd(4)}${EXITS[name].means}`);
    return ['', 'Answers:', ...answerLines(declared.shape, '  '), '', 'Ends with:', ...codes].join('\n');
  }
}

/** The command ends with this, and its answer is printed all the same. */
export function endWith(exit: ExitName): void {
  process.exitCode = EXITS[exit].code;
}

async function awaitWorker<Result>(
  client: Client,
  { worker }: Needs,
  work: () => Promise<Result>,
): Promise<Result> {
  if (worker === undefined) return await work();
  await requireWorker(client, worker);
  try {
    return await work();
  } catch (error) {
    if (exitOf(error) === 'unavailable') throw await noAnswer(client, worker);
    throw error;
  }
}

function answerLines(shape: Shape, indent: string): string[] {
  if (shape.kind === 'sections')
    return Object.entries(shape.parts).flatMap(([name, part]) => [
      `${indent}${name}${part.kind === 'list' ? ', a list' : ''}`,
      ...answerLines(part, `${indent}  `),
    ]);
  const names = Object.entries(shape.fields);
  const width = Math.max(...names.map(([name]) => name.length)) + 2;
  return names.map(([name, field]) => `${indent}${name.padEnd(width)}${saysOf(field)}`);
}
