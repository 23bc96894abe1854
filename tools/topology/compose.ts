import { parse } from 'yaml';

/** What of a service of docker-compose.yml the topology goes by. */
export interface ComposeService {
  readonly name: string;
  readonly image: string;
  /** Entry point and command. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Path in the container → content. */
  readonly files: Readonly<Record<string, string>>;
  /** The container's ports that are published, and where. */
  readonly published: ReadonlyMap<number, number>;
  readonly replicas: number;
  /** Services that it waits for. */
  readonly dependsOn: readonly string[];
  readonly stopGraceMs: number;
}

/** docker-compose.yml as it is; the variables are put in by readServices(). */
export interface ComposeFile {
  readonly services: Readonly<Record<string, RawService>>;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
}

interface RawService {
  readonly image: string;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly replicas?: number };
}

type Variables = Readonly<Record<string, string | undefined>>;

/** What processes have too. */
const FOLLOWED =
  'image entrypoint command environment configs ports depends_on stop_grace_period deploy profiles'.split(
    ' ',
  );
/** What only containers have, and checks that are made in another way here. */
const PASSED_OVER =
  'build logging init restart read_only tmpfs cap_drop security_opt healthcheck networks volumes shm_size'.split(
    ' ',
  );
/** Docker's. */
const DEFAULT_GRACE = '10s';

/** @throws Error for a service with a key that the topology knows nothing of. */
export function parseCompose(text: string): ComposeFile {
  const file = parse(text, { merge: true }) as ComposeFile;
  for (const [name, service] of Object.entries(file.services)) {
    const unknown = Object.keys(service).find((key) => ![...FOLLOWED, ...PASSED_OVER].includes(key));
    if (unknown !== undefined)
      throw new Error(`docker-compose.yml: the topology does not know "${unknown}" of the service ${name}`);
  }
  return file;
}

/** The services with the variables' values in them. @throws Error for a variable that has to be set and is not. */
export function readServices({ services, configs }: ComposeFile, variables: Variables): ComposeService[] {
  const fill = (text: string) => interpolate(`${text}`, variables);
  return Object.entries(services).map(([name, service]) => ({
    name,
    image: service.image,
    command: [...(service.entrypoint ?? []), ...(service.command ?? [])].map(fill),
    environment: mapValues(service.environment ?? {}, fill),
    files: Object.fromEntries(
      (service.configs ?? []).map(({ source, target }) => [target, fill(configs[source]!.content)]),
    ),
    published: new Map((service.ports ?? []).map((port) => publishedPort(fill(port)))),
    replicas: service.deploy?.replicas ?? 1,
    dependsOn: Object.keys(service.depends_on ?? {}),
    stopGraceMs: Number.parseInt(service.stop_grace_period ?? DEFAULT_GRACE, 10) * 1_000,
  }));
}

/** `$$`, `${NAME}`, `${NAME:-default}` and `${NAME:?message}`, as Compose reads them. */
export function interpolate(text: string, variables: Variables): string {
  return text.replace(
    /\$(?:\$|\{(\w+)(?::([-?])([^}]*))?\})/g,
    (all, name?: string, kind?: string, rest = '') => {
      if (name === undefined) return all === '$$' ? '$' : all;
      const value = variables[name];
      if (value) return value;
      if (kind === '?') throw new Error(`${name} is not set: ${rest}`);
      return rest;
    },
  );
}

/** `[address:]host port:container port` → [container port, host port] */
function publishedPort(text: string): [number, number] {
  const [container, host] = text.split(':').reverse();
  return [Number(container), Number(host)];
}

function mapValues(
  record: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** `temporalio/server:1.31.0` → `v1.31.0`, `caddy:2.10.2-alpine` → `v2.10.2` */
export function versionOf(image: string): string {
  const [, version] = /:(\d+\.\d+\.\d+)/.exec(image) ?? [];
  if (version === undefined) throw new Error(`docker-compose.yml: ${image} names no version`);
  return `v${version}`;
}

/** Variables that have to be set: `${NAME:?message}`. */
export function requiredVariables(text: string): string[] {
  return [...new Set([...text.matchAll(/(?<!\$)\$\{(\w+):\?/g)].map(([, name]) => name!))];
}
