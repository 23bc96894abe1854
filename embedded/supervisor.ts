import { join } from 'node:path';
import { startGuard } from './guard-client.ts';
import { openLogFile } from './log-file.ts';
import type { Say } from './say.ts';
import type { Service, ServiceDefinition } from './service.ts';
import { supervise } from './supervised.ts';

export interface Supervisor {
  readonly guardPid: () => number | undefined;
  /** @throws ServiceError when the service doesn't come up. */
  readonly start: (definition: ServiceDefinition) => Promise<Service>;
  /** Ends all services, the youngest first, then the guard. `force` kills them. */
  readonly stop: (options?: { force?: boolean }) => Promise<void>;
}

export interface SupervisorOptions {
  readonly logDir: string;
  readonly say: Say;
  /** Called whenever a service's process starts or ends. */
  readonly onChange?: () => void;
}

/** Keeps services running; none of them outlives this process (see guard.ts). */
export function createSupervisor({ logDir, say, onChange = () => {} }: SupervisorOptions): Supervisor {
  const guard = startGuard();
  const closing = new AbortController();
  const services: Service[] = [];
  const starting = new Set<Promise<Service>>();

  return {
    guardPid: guard.pid,
    start: async (definition) => {
      const log = openLogFile(join(logDir, `${definition.name}.log`));
      const begun = supervise(definition, { guard, log, say, onChange, closing: closing.signal });
      starting.add(begun);
      try {
        const service = await begun;
        services.push(service);
        return service;
      } finally {
        starting.delete(begun);
      }
    },
    stop: async (options = {}) => {
      closing.abort();
      if (options.force) await Promise.all(services.map((service) => service.stop(options)));
      await Promise.allSettled(starting);
      for (const service of services.toReversed()) await service.stop(options);
      guard.close();
    },
  };
}
