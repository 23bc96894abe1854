/**
 * `npm run bench [-- NAME …]`: every measurement by its name; without one, all scenarios (tools/bench/index.ts). `npm run bench -- list`
 * prints the names. Installs what only measurements need first. Entry file.
 */
import { fileURLToPath } from 'node:url';
import { inForeground } from '../embedded/os/foreground.ts';
import { SCENARIOS } from './support/scenarios.ts';

/** Measurements with options of their own. */
const PROGRAMS: Readonly<Record<string, readonly [file: string, measures: string]>> = {
  steady: ['steady.ts', 'half an hour of whole order lives: memory and latency; --minutes 30 --rate 5'],
  flames: ['flames/index.ts', 'flame graphs of API, order worker and Temporal; needs perf'],
  topology: ['topology/index.ts', 'what an order costs each part; --lives 300 --intake 3000'],
  capacity: ['topology/capacity.ts', 'how many of each part a rate of orders takes'],
  settlement: ['settlement/index.ts', 'one month settled twice, once under kills'],
  isolation: [
    'notifications/isolation.ts',
    'a healthy merchant beside failing ones; [orders] [orders a second]',
  ],
  waiting: [
    'notifications/waiting.ts',
    'deliveries that wait in back-off: CPU and memory; [orders] [endpoints]',
  ],
  outpost: [
    'notifications/outpost.ts',
    'deliveries beside those of Outpost; --programs FOLDER --events 2000 --endpoints 1',
  ],
  'order-under-kills': ['notifications/order-under-kills.ts', 'notifications keep their order under kills'],
  'silent-name-servers': ['notifications/silent-name-servers.ts', 'name servers that never answer'],
  growth: ['lists/growth.ts', 'what orders leave behind in each table; --orders 20000'],
  past: ['lists/past.ts', 'what rows of the past cost today; --rows 100000000 (60 GB)'],
  guides: ['lists/guides.ts', 'guide lists of a million guides; --guides 1000000 (10 GB, half an hour)'],
  explain: ['lists/explain.ts', 'the plan of every query behind the lists; --scale 1'],
  tracing: ['tracing.ts', 'what traces cost order/create; [requests]'],
  'first-view': ['console/first-view.ts', 'how long pages of the console take; needs npm start'],
  pages: ['pages.ts', 'writes docs/performance again from the recorded figures'],
};

const name = process.argv[2] ?? '';
const program = PROGRAMS[name];
if (name === 'list') {
  const scenarios = SCENARIOS.map((scenario) => [scenario, 'a scenario of docs/performance']);
  const programs = Object.entries(PROGRAMS).map(([key, [, measures]]) => [key, measures]);
  for (const [key = '', measures] of [...scenarios, ...programs])
    console.log(`${key.padEnd(20)} ${measures}`);
} else if (program !== undefined) {
  await import('./packages.ts');
  const file = fileURLToPath(new URL(program[0], import.meta.url));
  process.exitCode = await inForeground(process.execPath, [file, ...process.argv.slice(3)], process.cwd());
} else {
  await import('./packages.ts');
  await import('./index.ts');
}
