/** `npm run replay -- …`: would the platform's workflows go on with this code? (docs/upgrades.md) */
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { CommanderError } from 'commander';
import { bundleWorkflows } from '../../activities/workers.ts';
import { loadTemporalConfig } from '../../lib/config.ts';
import { type ReplayOptions, readOptions } from './options.ts';
import { type ReplayOutput, type ReplaySummary, replayRecorded, replayRunning } from './run.ts';

const HISTORIES = fileURLToPath(new URL('../../test/histories/', import.meta.url));
const WOULD_FAIL = 1;
const NOT_FOUND_OUT = 2;

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : NOT_FOUND_OUT;
  else {
    console.error(`not found out: ${(error as Error).message}`);
    process.exitCode = NOT_FOUND_OUT;
  }
}

async function main(options: ReplayOptions): Promise<number> {
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => {}),
    telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' } } },
    shutdownSignals: [],
  });
  const { workflowBundlePath } = loadTemporalConfig();
  const output: ReplayOutput = {
    workflowBundle:
      workflowBundlePath === undefined ? await bundleWorkflows() : { codePath: workflowBundlePath },
    histories: HISTORIES,
    print: (line) => console.log(line),
    progress: (line) => console.error(line),
  };
  const found = await (options.recorded ? replayRecorded(output) : replayOnPlatform(output, options));
  output.print(`${found.replayed} replayed on this code, ${found.failed} would fail`);
  if (found.failed > 0) return WOULD_FAIL;
  return found.unknown > 0 ? NOT_FOUND_OUT : 0;
}

async function replayOnPlatform(output: ReplayOutput, options: ReplayOptions): Promise<ReplaySummary> {
  const { connection: connect, namespace } = loadTemporalConfig();
  const connection = await Connection.connect({ connectTimeout: '5 s', ...connect }).catch(
    (cause: unknown) => {
      const address = connect.address ?? 'localhost:7233';
      throw new Error(`Temporal at ${address} does not answer: check TEMPORAL_ADDRESS`, { cause });
    },
  );
  try {
    return await replayRunning({ ...output, client: new Client({ connection, namespace }) }, options);
  } finally {
    await connection.close();
  }
}
