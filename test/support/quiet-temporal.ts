import { DefaultLogger, Runtime } from '@temporalio/worker';

/** Failing activities and workers that come and go are what these tests are about: only errors are printed. */
export function quietTemporal(): void {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: { core: 'ERROR', other: 'ERROR' } } },
    shutdownSignals: [],
  });
}
