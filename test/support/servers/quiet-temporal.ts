import { DefaultLogger, Runtime } from '@temporalio/worker';

let isQuiet = false;

/**
 * Failing activities and workers that come and go are what these tests are about: only errors are printed. Once for the
 * process: a runtime that ended is made again with the same options.
 */
export function quietTemporal(): void {
  if (isQuiet) return;
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' } } },
    shutdownSignals: [],
  });
  isQuiet = true;
}
