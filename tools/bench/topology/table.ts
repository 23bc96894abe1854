import type { Costs, DatabaseCosts } from './costs.ts';

/** What was used in so many seconds. */
export interface Used {
  readonly costs: Costs;
  readonly seconds: number;
}

/** Prints what one of `count` things cost each part; what parts use with nothing to do is not the things', and apart. */
export function printCosts(what: string, used: Used, count: number, idle: Used): void {
  const each = (value: number, idly = 0) =>
    (Math.max(0, value - (idly / idle.seconds) * used.seconds) / count).toFixed(1);
  const parts = [...used.costs.cpuMs].map(([part, ms]) => {
    const idly = idle.costs.cpuMs.get(part) ?? 0;
    return { part, 'CPU ms each': each(ms, idly), 'idle, ms a second': (idly / idle.seconds).toFixed(1) };
  });
  const stores = [...used.costs.databases].map(([database, costs]) => {
    const idly = idle.costs.databases.get(database)!;
    const of = (name: keyof DatabaseCosts, unit = 1) => each(costs[name] / unit, idly[name] / unit);
    return {
      database,
      'commits each': of('commits'),
      'idle, a second': (idly.commits / idle.seconds).toFixed(1),
      'rows written each': of('rows'),
      'WAL KB each': of('walBytes', 1_000),
      'WAL records each': of('walRecords'),
      'full pages each': of('walFullPages'),
      'KB kept each': of('bytes', 1_000),
    };
  });
  console.log(`\n${what}, over ${count}:`);
  console.table(parts);
  console.table(stores);
}
