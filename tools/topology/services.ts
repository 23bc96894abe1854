/** Which services docker-compose.yml has, and what each is on a machine without Docker. */
import type { ComposeFile } from './compose.ts';

type Kind = 'database' | 'redis' | 'temporal' | 'gateway' | 'guidepost' | 'job' | 'left out';

/** Every service of docker-compose.yml, and no other: see checkServices(). */
const KINDS: Readonly<Record<string, Kind>> = {
  postgresql: 'database',
  'temporal-postgresql': 'database',
  redis: 'redis',
  temporal: 'temporal',
  'temporal-schema': 'job',
  'temporal-namespace': 'job',
  migrate: 'job',
  api: 'guidepost',
  console: 'guidepost',
  'order-worker': 'guidepost',
  'notification-worker': 'guidepost',
  'settlement-worker': 'guidepost',
  gateway: 'gateway',
  // Commands, which are started by hand: npm run admin.
  admin: 'left out',
  // A page for people; no service needs it.
  'temporal-ui': 'left out',
};

/** Where a container listens that others name: its image's own port. */
export const IMAGE_PORTS: Readonly<Record<string, number>> = {
  postgresql: 5432,
  'temporal-postgresql': 5432,
  redis: 6379,
  temporal: 7233,
  api: 8080,
  console: 8080,
};

/** Temporal's server listens on all of these, the first for clients. */
const TEMPORAL_PORTS = [
  'FRONTEND_GRPC_PORT',
  'FRONTEND_HTTP_PORT',
  'FRONTEND_MEMBERSHIP_PORT',
  'HISTORY_GRPC_PORT',
  'HISTORY_MEMBERSHIP_PORT',
  'MATCHING_GRPC_PORT',
  'MATCHING_MEMBERSHIP_PORT',
  'WORKER_GRPC_PORT',
  'WORKER_MEMBERSHIP_PORT',
] as const;

export function kindOf(service: string): Kind {
  return KINDS[service] ?? 'left out';
}

/** @throws Error where docker-compose.yml and the topology don't know the same services. */
export function checkServices({ services }: ComposeFile): void {
  const [here, there] = [Object.keys(KINDS), Object.keys(services)];
  const unknown = there.filter((name) => !here.includes(name));
  const gone = here.filter((name) => !there.includes(name));
  if (unknown.length > 0)
    throw new Error(`tools/topology/services.ts does not know the service ${unknown.join(', ')}`);
  if (gone.length > 0) throw new Error(`docker-compose.yml has no service ${gone.join(', ')} any more`);
}

/** `api-1`, `api-2`; `redis` where there is one. */
export function instancesOf({ services }: ComposeFile, service: string): string[] {
  const replicas = services[service]?.deploy?.replicas ?? 1;
  if (replicas === 1) return [service];
  return Array.from({ length: replicas }, (_, index) => `${service}-${index + 1}`);
}

/**
 * The variables that say where one of its processes listens, the first where it is reached. Containers have every port for
 * themselves; here each process needs its own.
 */
export function portVariables({ services }: ComposeFile, service: string): readonly string[] {
  const { environment = {}, ports = [] } = services[service]!;
  switch (kindOf(service)) {
    case 'temporal':
      return TEMPORAL_PORTS;
    case 'gateway':
      return ports.map((port) => /\$\{(\w+)/.exec(port)![1]!);
    case 'guidepost':
      // A worker has the image's PORT too, and listens on its own alone.
      if ('WORKER_HEALTH_PORT' in environment) return ['WORKER_HEALTH_PORT'];
      return 'METRICS_PORT' in environment ? ['PORT', 'METRICS_PORT'] : ['PORT'];
    case 'database':
    case 'redis':
      return ['PORT'];
    default:
      return [];
  }
}

/** A name for every port that is needed: `api-1/PORT`. */
export function portNames(file: ComposeFile): string[] {
  checkServices(file);
  return Object.keys(file.services).flatMap((service) =>
    instancesOf(file, service).flatMap((name) =>
      portVariables(file, service).map((variable) => `${name}/${variable}`),
    ),
  );
}

/** Services that are not started. */
export function leftOut(file: ComposeFile): string[] {
  return Object.keys(file.services).filter((name) => kindOf(name) === 'left out');
}
