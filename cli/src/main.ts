#!/usr/bin/env node
import { run } from './run.ts';

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
// Whoever reads our output may have gone: `guidepost events | head`.
process.stdout.on('error', () => process.exit(0));

const { env, stdin, stdout, stderr } = process;
process.exitCode = await run(process.argv.slice(2), { env, stdin, stdout, stderr, signal: stop.signal });
