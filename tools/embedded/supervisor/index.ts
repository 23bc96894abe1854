import { join } from 'node:path';
import type { Say } from '../os/terminal.ts';
import { GUARD_NAME, startGuard } from './guard-client.ts';
import { openLogFile } from './log-file.ts';
import type { Service, ServiceDefinition } from './service.ts';
import { supervise } from './supervise.ts';

export interface Supervisor {
  /** @throws ServiceError when the service doesn't come up. */
  readonly start: (definition: ServiceDefinition) => Promise<Service>;
  /** Ends all services, the youngest first, then the guard. `force` kills them. */
  readonly stop: (options?: { force?: boolean }) => Promise<void>;
}

export interface SupervisorOptions {
  readonly logDir: string;
  readonly say: Say;
  /** Called whenever a service's process (or the guard's) starts, and without a pid when it ends. */
  readonly onChange?: (name: string, pid: number | undefined) => void;
}

/** Keeps services running; none of them outlives this process (see guard.ts). */
export function createSupervisor({ logDir, say, onChange = () => {} }: SupervisorOptions): Supervisor {
  const guard = startGuard((pid) => onChange(GUARD_NAME, pid));
  const closing = new AbortController();
  /** In the order in which they were asked for, however long each took to become ready. */
  const services = new Map<number, Service>();
  let asked = 0;
  const starting = new Set<Promise<Service>>();

  return {
    start: async (definition) => {
      const place = asked++;
      const log = openLogFile(join(logDir, `${definition.name}.log`));
      const begun = supervise(definition, { guard, log, say, onChange, closing: closing.signal });
      starting.add(begun);
      try {
        const service = await begun;
        services.set(place, service);
        return service;
      } finally {
        starting.delete(begun);
      }
    },
    stop: async (options = {}) => {
      closing.abort();
      if (options.force) await Promise.all([...services.values()].map((service) => service.stop(options)));
      await Promise.allSettled(starting);
      const youngestFirst = [...services].sort(([one], [other]) => other - one);
      for (const [, service] of youngestFirst) await service.stop(options);
      guard.close();
    },
  };
}
