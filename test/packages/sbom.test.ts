/** The bill of materials against the lock file. Both forms pass CycloneDX's own validator; here it is compared with what is installed. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { describePackages } from '../../packages/sbom.ts';

/** npm starts six times. */

const COMMIT_TIME = 1_795_549_018;

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}
const { packages } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as { packages: Record<string, Locked> };

let written: string;
let sbom: ReturnType<typeof read>;
beforeAll(() => {
  written = describePackages(undefined, COMMIT_TIME);
  sbom = read(written);
});

function read(text: string) {
  return JSON.parse(text) as {
    bomFormat: string;
    specVersion: string;
    serialNumber: string;
    metadata: { timestamp: string; component: { name: string; purl: string } };
    components: { 'bom-ref': string; name: string; version: string; purl: string; hashes?: object[] }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
}

test('names every package of the lock file that runs in production, with its hash, and none for development', () => {
  const production = Object.entries(packages).filter(
    ([path, { dev, link }]) => /(^|\/)node_modules\//.test(path) && !dev && !link,
  );
  const expected = production.map(
    ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`,
  );
  const described = sbom.components.map(({ name, version }) => `${name}@${version}`);
  expect(expected.filter((one) => !described.includes(one))).toEqual([]);
  const ours = ['@guidepost/sdk', 'guidepost'];
  const others = sbom.components.filter(({ name }) => !ours.includes(name));
  expect(others.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(
    [...new Set(expected)].sort(),
  );
  expect(others.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
  for (const { name, version, purl } of sbom.components)
    expect(decodeURIComponent(purl)).toBe(`pkg:npm/${name}@${version}`);
});

test('every reference is of a component, and each of those has one', () => {
  const refs = [
    `${sbom.metadata.component.name}@${JSON.parse(packageJson()).version}`,
    ...sbom.components.map((one) => one['bom-ref']),
  ];
  expect(new Set(refs).size).toBe(refs.length);
  const named = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
  expect(named.filter((ref) => !refs.includes(ref))).toEqual([]);
});

test('the same packages are the same bytes, of the time of their commit and not of the build', () => {
  expect(describePackages(undefined, COMMIT_TIME)).toBe(written);
  expect(sbom.metadata.timestamp).toBe(new Date(COMMIT_TIME * 1_000).toISOString());
  expect(sbom.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(read(describePackages(undefined, 0)).serialNumber).not.toBe(sbom.serialNumber);
});

test('of one of our packages it has what is installed with it', () => {
  const { metadata, components } = read(describePackages('guidepost', COMMIT_TIME));
  const { dependencies } = JSON.parse(
    readFileSync(new URL('../../packages/cli/package.json', import.meta.url), 'utf8'),
  );
  expect(metadata.component.name).toBe('guidepost');
  expect(Object.fromEntries(components.map(({ name, version }) => [name, version]))).toEqual(dependencies);
  expect(read(describePackages('@guidepost/sdk', COMMIT_TIME)).components).toEqual([]);
  expect(() => describePackages('nobody', COMMIT_TIME)).toThrow('there is no package nobody');
});

const packageJson = () => readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
