/** docker-compose.yml as processes: which ones, in which order, with which commands, environments and files. No I/O. */
import { localCaddyfile } from './caddyfile.ts';
import { type ComposeFile, type ComposeService, readServices } from './compose.ts';
import { drawMap, LOOPBACK, type LocalMap, type Places } from './places.ts';
import { checkServices, instancesOf, kindOf, portVariables } from './services.ts';

/** What the Dockerfile sets and a process needs; test/topology holds both together. */
export const IMAGE_ENVIRONMENT = { NODE_ENV: 'production', UV_THREADPOOL_SIZE: '16' } as const;
/** Other than in containers: all is on one machine, the merchants' receivers too. */
const ON_ONE_MACHINE = { HOST: LOOPBACK, ALLOW_INSECURE_CALLBACKS: '1' } as const;

/** One process, or a job that runs to its end. */
export interface PlannedProcess {
  readonly name: string;
  readonly service: string;
  readonly kind: ReturnType<typeof kindOf>;
  readonly image: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files that it reads: path → content. */
  readonly files: Readonly<Record<string, string>>;
  /** Where it is reached; 0 for a job. */
  readonly port: number;
  /** Services that have to be ready, or done, before. */
  readonly dependsOn: readonly string[];
  readonly stopGraceMs: number;
}

/**
 * Each process after those that it waits for.
 * @throws Error where docker-compose.yml has something that the topology does not know.
 */
export function planTopology(file: ComposeFile, places: Places): PlannedProcess[] {
  checkServices(file);
  const { missing = [], variables } = places;
  const isHere = (name: string) => kindOf(name) !== 'left out' && !missing.includes(name);
  const services = readServices(file, variables).filter(({ name }) => isHere(name));
  const map = drawMap(file, places);
  const image = { ...IMAGE_ENVIRONMENT, ...ON_ONE_MACHINE, WORKFLOW_BUNDLE: places.bundle };
  return inOrder(services.map((one) => ({ ...one, dependsOn: one.dependsOn.filter(isHere) }))).flatMap(
    (service) =>
      instancesOf(file, service.name).map((name) => plannedProcess(name, service, file, map, image)),
  );
}

function plannedProcess(
  name: string,
  service: ComposeService,
  file: ComposeFile,
  map: LocalMap,
  ourImage: Readonly<Record<string, string>>,
): PlannedProcess {
  const { name: of, image, command, dependsOn, stopGraceMs } = service;
  const kind = kindOf(of);
  const ports = portVariables(file, of).map((variable) => [variable, map.portOf(name, variable)] as const);
  const listens = kind === 'guidepost' || kind === 'temporal' ? ports : [];
  return {
    name,
    service: of,
    kind,
    image,
    command: command.map((word) => map.localize(word, service)),
    env: {
      ...(image.startsWith('guidepost:') ? ourImage : {}),
      ...map.localizeAll(service),
      ...Object.fromEntries(listens.map(([variable, port]) => [variable, `${port}`])),
    },
    files: Object.fromEntries(
      Object.entries(service.files).map(([path, content]) => [
        map.pathOf(of, path),
        kind === 'gateway'
          ? localCaddyfile(content, service, map.addressesOf)
          : map.localize(content, service),
      ]),
    ),
    port: ports[0]?.[1] ?? 0,
    dependsOn,
    stopGraceMs,
  };
}

/** @throws Error where services wait for each other in a circle. */
function inOrder(services: readonly ComposeService[]): ComposeService[] {
  const ordered: ComposeService[] = [];
  const left = new Set(services);
  const waits = ({ dependsOn }: ComposeService) => [...left].some(({ name }) => dependsOn.includes(name));
  while (left.size > 0) {
    const next = [...left].find((service) => !waits(service));
    if (next === undefined) throw new Error('docker-compose.yml: services wait for each other in a circle');
    left.delete(next);
    ordered.push(next);
  }
  return ordered;
}
