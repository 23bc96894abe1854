import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../../tools/embedded/os/run-program.ts';
import type { Things } from './things.ts';

const CHECKS = readFileSync(new URL('checks.toml', import.meta.url), 'utf8');
const COUNT = fileURLToPath(new URL('count.py', import.meta.url));
/** For what hangs: a sandbox that is filled waits 12 s for its trips alone. */
const REQUEST_TIMEOUT_SECONDS = 60;
/** Where a thing's id or value goes, half of the time; the other half is made up. */
const PLACES = {
  'path.guideId': 'guides',
  'path.orderId': 'orders',
  'path.notificationId': 'notifications',
  'path.merchantKey': 'merchants',
  'query.guideId': 'guides',
  'query.orderId': 'orders',
  'body.guideId': 'guides',
  'body.tripDate': 'days',
} as const;

export interface Task {
  readonly python: string;
  readonly api: string;
  readonly token: string;
  /** For configuration and counts; no other task may use it at the same time. */
  readonly folder: string;
  readonly things: Things;
  readonly seed: number;
  /** Tags, and how many examples each of their operations gets. */
  readonly examples: ReadonlyMap<string, number>;
  /** Instead of all phases: only made up requests, again and again for so long. */
  readonly seconds?: number;
  readonly signal: AbortSignal;
}

export interface Outcome {
  /** `tag status`, how often. */
  readonly counts: Readonly<Record<string, number>>;
  /** What schemathesis says where it has found something. */
  readonly failure?: string;
}

/** Runs schemathesis once, with every check that it has. */
export async function runSchemathesis(task: Task): Promise<Outcome> {
  const config = join(task.folder, 'schemathesis.toml');
  const counts = join(task.folder, 'counts.json');
  writeFileSync(config, configuration(task));
  writeFileSync(counts, '{}');
  const env = { ...process.env, FUZZ_COUNTS: counts, PYTHONDONTWRITEBYTECODE: '1' };
  const lines: string[] = [];
  let failure: string | undefined;
  try {
    const onLine = (line: string) => void lines.push(line);
    const args = ['-m', 'schemathesis.cli', '--config-file', config, ...argumentsOf(task)];
    await runProgram(task.python, args, { env, cwd: task.folder, onLine, signal: task.signal });
  } catch (error) {
    failure = lines.join('\n') || (error as Error).message;
  }
  return { counts: JSON.parse(readFileSync(counts, 'utf8')), ...(failure !== undefined && { failure }) };
}

function argumentsOf({ api, token, seed, examples, seconds }: Task): string[] {
  const how =
    seconds === undefined
      ? ['--phases', 'examples,coverage,fuzzing,stateful']
      : ['--phases', 'fuzzing', '--max-time', `${seconds}`];
  return [
    ...['run', `${api}/openapi.json`, '--url', api, '--header', `Authorization: Bearer ${token}`],
    ...[...examples.keys()].flatMap((tag) => ['--include-tag', tag]),
    // Rotating the app_secret would end the run's own token.
    ...['--exclude-operation-id', 'rotateCredential'],
    ...['--checks', 'all'],
    // count.py has one in its place, which knows that a null is taken as absent.
    ...['--exclude-checks', 'negative_data_rejection'],
    ...['--seed', `${seed}`, ...how, '--request-timeout', `${REQUEST_TIMEOUT_SECONDS}`],
    ...['--max-response-time', `${REQUEST_TIMEOUT_SECONDS}`],
    ...['--suppress-health-check', 'all', '--warnings', 'off', '--no-color'],
  ];
}

function configuration({ things, examples }: Task): string {
  const dictionaries = Object.entries(things).map(
    ([name, values]) => `[dictionaries.${name}]\nvalues = ${JSON.stringify(values)}`,
  );
  const places = Object.entries(PLACES).map(
    ([place, name]) => `"${place}" = { dictionary = "${name}", probability = 0.5 }`,
  );
  const operations = [...examples].map(
    ([tag, count]) => `[[operations]]\ninclude-tag = "${tag}"\ngeneration.max-examples = ${count}`,
  );
  return [
    `hooks = ${JSON.stringify(COUNT)}`,
    CHECKS,
    ...dictionaries,
    ['[parameters]', ...places].join('\n'),
    ...operations,
  ].join('\n');
}
