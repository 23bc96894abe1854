import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { loadConfig } from '../../lib/config.ts';
import { TASK_QUEUES } from '../../workflows/contract.ts';
import { configuration, FOLDER, type Manifest, NEEDED, platform, read } from './manifests.ts';

const scalers = platform.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');

test('an autoscaler goes by CPU alone: it ends pods also where nothing but the cluster measures', () => {
  // One that lacks one of several figures starts pods, and ends none.
  const resources = scalers.flatMap(({ spec }) => spec.metrics as { type: string }[]).map(({ type }) => type);
  expect(resources).toEqual(scalers.map(() => 'Resource'));
});

describe('the component for prometheus-adapter', () => {
  interface Adding {
    readonly target: { readonly kind: string; readonly name: string };
    readonly patch: string;
  }
  const { patches } = parse(read('adapter/kustomization.yaml')) as { patches: Adding[] };
  const added = patches.map(({ target, patch }) => ({ target, operation: parse(patch)[0] }));
  const { rules } = parse(read('adapter/values.yaml')) as {
    rules: { external: { seriesQuery: string; metricsQuery: string; name?: { as: string } }[] };
  };

  test('gives autoscalers that are there another figure, which the adapter makes', () => {
    const names = scalers.map(({ metadata }) => metadata.name);
    expect(added.filter(({ target }) => !names.includes(target.name))).toEqual([]);
    expect(added.map(({ target, operation }) => [target.kind, operation.op, operation.path])).toEqual(
      added.map(() => ['HorizontalPodAutoscaler', 'add', '/spec/metrics/-']),
    );
    const made = rules.external.map(({ seriesQuery, name }) => name?.as ?? seriesQuery);
    const asked = added.map(({ operation }) => operation.value.external.metric.name);
    expect(asked.toSorted()).toEqual(made.toSorted());
  });

  test('scales the order workers by the task queue that they poll', () => {
    const { operation } = added.find(({ target }) => target.name === 'order-worker')!;
    expect(operation.value.external.metric.selector.matchLabels).toEqual({ task_queue: TASK_QUEUES.orders });
  });

  const promtool = spawnSync('promtool', ['--version']).status === 0 ? test : test.skip;
  promtool('promtool: no figure is ever NaN, and one that nobody reports has no value', () => {
    const folder = mkdtempSync(join(tmpdir(), 'guidepost-adapter-'));
    const labels: Record<string, string> = {
      temporal_workflow_task_schedule_to_start_latency_bucket: 'task_queue="orders-5"',
      guidepost_notifications_oldest_seconds: 'endpoint="healthy"',
    };
    const queries = rules.external.map(({ seriesQuery, metricsQuery }) =>
      metricsQuery
        .replaceAll('<<.Series>>', seriesQuery)
        .replaceAll('<<.LabelMatchers>>', labels[seriesQuery]!),
    );
    const [waited, oldest] = queries as [string, string];
    const series = (tasks: string, seconds: string) => [
      ...['100', '1000', '+Inf'].map((le) => ({
        series: `temporal_workflow_task_schedule_to_start_latency_bucket{task_queue="orders-5", le="${le}"}`,
        values: le === '100' ? '0x20' : tasks,
      })),
      { series: 'guidepost_notifications_oldest_seconds{endpoint="healthy"}', values: seconds },
    ];
    const at = (expr: string, value?: number) => ({
      ...{ expr, eval_time: '10m' },
      ...(value !== undefined && { exp_samples: [{ labels: '{}', value }] }),
    });
    const tests = [
      {
        name: 'nothing to do',
        input_series: series('5x20', '0x20'),
        promql_expr_test: [at(waited, 0), at(oldest, 0)],
      },
      {
        name: 'tasks wait',
        input_series: series('0+60x20', '45x20'),
        promql_expr_test: [at(waited, 955), at(oldest, 45)],
      },
      { name: 'nobody reports', input_series: [], promql_expr_test: [at(waited), at(oldest)] },
    ];
    writeFileSync(join(folder, 'rules.yml'), 'groups: []\n');
    writeFileSync(
      join(folder, 'tests.yml'),
      JSON.stringify({ rule_files: ['rules.yml'], tests: tests.map((one) => ({ interval: '1m', ...one })) }),
    );
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'tests.yml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  });
});

describe('connections', () => {
  const compose = readFileSync(new URL('../../docker-compose.yml', FOLDER), 'utf8');
  const allowed = Number(/-cmax_connections=(\d+)/.exec(compose)?.[1]);
  const pool = Number(configuration.DATABASE_POOL_MAX);
  /** While one is replaced, too. */
  const mostPods = ({ metadata, spec }: Manifest) => {
    const scaler = scalers.find((one) => one.spec.scaleTargetRef.name === metadata.name);
    return (scaler?.spec.maxReplicas ?? spec.replicas) + spec.strategy.rollingUpdate.maxSurge;
  };
  /** Migration: its pool (db/migrating-orm.ts), and one each to make roles and to ask where a URL leads. Two commands of two. Kept for superusers. */
  const OTHERS = 4 + 2 + 2 * 2 + 3;

  test('of all pods at their limits, while each part is replaced, stay below the database’s', () => {
    const pods = platform.filter(({ kind }) => kind === 'Deployment').map(mostPods);
    const most = pods.reduce((sum, count) => sum + count, 0) * pool + OTHERS;
    expect(most).toBeLessThan(allowed);
    const page = readFileSync(new URL('../../docs/kubernetes.md', FOLDER), 'utf8');
    expect(page).toContain(`hold ${most} connections`);
  });

  test('of docker-compose.yml, too', () => {
    const { services } = parse(compose, { merge: true }) as {
      services: Record<string, { environment?: object; deploy?: { replicas?: number }; profiles?: string[] }>;
    };
    const holding = Object.values(services).filter(
      ({ environment = {}, profiles }) => 'DATABASE_POOL_MAX' in environment && profiles === undefined,
    );
    const processes = holding.reduce((sum, { deploy }) => sum + (deploy?.replicas ?? 1), 0);
    expect(processes * loadConfig(NEEDED).databasePoolMax + OTHERS).toBeLessThan(allowed);
  });
});
