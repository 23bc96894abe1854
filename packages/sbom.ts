/**
 * `node packages/sbom.ts [PACKAGE]`: what the image runs with, or what is installed with one of our packages, as CycloneDX 1.5 on standard
 * output. npm writes it; the same packages give the same bytes, so that two builds can be compared.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url));
/** In the lock file they are links to their folders. */
const OURS = ['guidepost', '%40guidepost/sdk'];
const MAX_BYTES = 64 * 1_024 * 1_024;

interface Component {
  readonly 'bom-ref': string;
  readonly purl: string;
  name: string;
  properties: readonly { readonly name: string; readonly value: string }[];
}

interface Sbom {
  serialNumber: string;
  readonly metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version: string; readonly dev?: boolean; readonly link?: boolean }>
  >;
}

/** @param name of one of our packages; without it all that runs in the image. @param epochSeconds SOURCE_DATE_EPOCH */
export function describePackages(name: string | undefined, epochSeconds: number): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const written = execFileSync('npm', args, { cwd: CHECKOUT, encoding: 'utf8', maxBuffer: MAX_BYTES });
  const sbom = JSON.parse(written) as Sbom;
  // npm calls what is ours as its folder is called.
  for (const component of [sbom.metadata.component, ...sbom.components]) component.name = nameOf(component);
  keepProduction(sbom);
  if (name !== undefined) keepOnly(sbom, name);
  // It takes the present time and a random number.
  sbom.metadata.timestamp = new Date(epochSeconds * 1_000).toISOString();
  sbom.serialNumber = '';
  sbom.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(sbom))}`;
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/**
 * What the lock file has for more than development. npm's own `--omit dev` also leaves out what production shares with development, such as
 * pg and nodemailer, and it marks a package by one of its places.
 */
function keepProduction(sbom: Sbom): void {
  const { packages } = JSON.parse(readFileSync(join(CHECKOUT, 'package-lock.json'), 'utf8')) as Lock;
  const production = new Set(
    Object.entries(packages).flatMap(([path, { version, dev, link }]) =>
      dev || link ? [] : [`${path.replace(/^.*node_modules\//, '')}@${version}`],
    ),
  );
  const isOurs = ({ purl }: Component) => OURS.some((name) => purl.startsWith(`pkg:npm/${name}@`));
  const components = sbom.components.filter(
    (one) => isOurs(one) || production.has(nameOf(one) + one.purl.slice(one.purl.lastIndexOf('@'))),
  );
  for (const component of components)
    component.properties = component.properties.filter(({ name }) => name !== 'cdx:npm:package:development');
  keep(sbom, new Set([sbom.metadata.component, ...components].map((one) => one['bom-ref'])));
}

/** Makes that package the subject, with what it depends on. @throws where there is no such package */
function keepOnly(sbom: Sbom, name: string): void {
  const subject = sbom.components.find((component) => component.name === name);
  if (subject === undefined) throw new Error(`there is no package ${name}`);
  const below = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const isNamed = (ref: string, other: string) => other.startsWith(ref.replace(/@[^@]*$/, '@'));
  // Installed alone it has its own version of what the checkout shares.
  const own = below.get(subject['bom-ref']) ?? [];
  sbom.dependencies = sbom.dependencies.map(({ ref, dependsOn }) => ({
    ref,
    dependsOn: dependsOn.map((one) => own.find((other) => isNamed(one, other)) ?? one),
  }));
  const kept = new Set([subject['bom-ref']]);
  // A set that grows while it is walked.
  for (const ref of kept)
    for (const { dependsOn } of sbom.dependencies.filter((one) => one.ref === ref))
      for (const one of dependsOn) kept.add(one);
  sbom.metadata.component = subject;
  keep(sbom, kept);
  sbom.components = sbom.components.filter((one) => one !== subject);
}

function keep(sbom: Sbom, kept: ReadonlySet<string>): void {
  sbom.components = sbom.components.filter((one) => kept.has(one['bom-ref']));
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
}

function nameOf({ purl }: Component): string {
  return decodeURIComponent(purl.replace(/^pkg:npm\/|@[^@]*$/g, ''));
}

/** A UUID made of a content (RFC 9562, version 8). */
function uuidOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(hex) ?? [];
  return [a, b, `8${c}`, `8${d}`, e].join('-');
}

if (import.meta.main)
  process.stdout.write(describePackages(process.argv[2], Number(process.env.SOURCE_DATE_EPOCH ?? 0)));
