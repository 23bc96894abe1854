#!/usr/bin/env node
import { run } from './run.ts';

const ending = new AbortController();
const stop = () => ending.abort();
// The second one ends the program whatever it is doing.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
// Whoever reads our output may have gone: `guidepost events | head`.
process.stdout.on('error', () => process.exit(0));

const { env, stdin, stdout, stderr } = process;
process.exitCode = await run(process.argv.slice(2), {
  env,
  stdin,
  stdout,
  stderr,
  signal: ending.signal,
  stop,
});
