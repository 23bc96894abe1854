import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startGuard } from '../../tools/embedded/supervisor/guard-client.ts';
import { drawPort } from '../support/ports.ts';
import { until } from '../support/until.ts';

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [seconds: number, value: string])[];
}

export interface Alert {
  readonly name: string;
  readonly state: 'pending' | 'firing';
  readonly labels: Readonly<Record<string, string>>;
}

export interface Prometheus {
  /** Alerts that fire now, or wait for their `for`. */
  alerts(): Promise<readonly Alert[]>;
  /** @param from seconds since 1970. */
  range(query: string, from: number, to: number, step: number): Promise<readonly Sample[]>;
  close(): Promise<void>;
}

export interface PrometheusOptions {
  /** The program. */
  readonly file: string;
  readonly folder: string;
  /** As in a file of rules. */
  readonly rules: object;
  /** host:port of each process, by its name. */
  readonly targets: ReadonlyMap<string, string>;
  /** What a target is of; without, all are of `guidepost`. */
  readonly jobOf?: (name: string) => string;
  /** How often it asks and judges; without, all the time. */
  readonly pace?: Readonly<Record<'scrape_interval' | 'scrape_timeout' | 'evaluation_interval', string>>;
}

const IMPATIENT = { scrape_interval: '3s', scrape_timeout: '3s', evaluation_interval: '1s' };

/** A Prometheus of our own, which ends with us, however we end. A process whose sources do not answer takes two seconds to say what it has. */
export async function startPrometheus({
  file,
  folder,
  rules,
  targets,
  jobOf = () => 'guidepost',
  pace = IMPATIENT,
}: PrometheusOptions): Promise<Prometheus> {
  const port = await drawPort();
  const config = {
    global: pace,
    rule_files: ['rules.json'],
    scrape_configs: [...Map.groupBy(targets, ([name]) => jobOf(name))].map(([job_name, own]) => ({
      job_name,
      static_configs: own.map(([instance, target]) => ({ targets: [target], labels: { instance } })),
    })),
  };
  // JSON is YAML.
  writeFileSync(join(folder, 'rules.json'), JSON.stringify(rules));
  writeFileSync(join(folder, 'prometheus.json'), JSON.stringify(config));
  const where = [
    '--log.level=warn',
    `--web.listen-address=127.0.0.1:${port}`,
    `--storage.tsdb.path=${join(folder, 'tsdb')}`,
  ];
  const server: ChildProcess = spawn(file, [`--config.file=${join(folder, 'prometheus.json')}`, ...where], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, GOMAXPROCS: '1' },
    // Its own group, as the guard needs it.
    detached: true,
  });
  const guard = startGuard(() => {});
  if (server.pid !== undefined) guard.watch(server.pid, 'SIGKILL');
  const ask = async <Data>(path: string): Promise<Data> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const { data, error } = (await answer.json()) as { data: Data; error?: string };
    if (error !== undefined) throw new Error(error);
    return data;
  };
  await until(() =>
    ask('status/config').then(
      () => true,
      () => false,
    ),
  );
  return {
    async alerts() {
      const { alerts } = await ask<{
        alerts: { labels: Record<string, string> & { alertname: string }; state: 'pending' | 'firing' }[];
      }>('alerts');
      return alerts.map(({ labels, state }) => ({ name: labels.alertname, state, labels }));
    },
    range: async (query, from, to, step) =>
      (
        await ask<{ result: Sample[] }>(
          `query_range?${new URLSearchParams({ query, start: `${from}`, end: `${to}`, step: `${step}` })}`,
        )
      ).result,
    async close() {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      guard.close();
    },
  };
}
