import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { VERSION } from '../../tools/embedded/temporal/program.ts';
import { parseCompose, versionOf } from '../../tools/topology/compose.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const decision = read('docs/decisions/0106-which-temporal-servers.md');
const { services } = parseCompose(read('docker-compose.yml'));

test("Temporal's server and the tools of its schema and namespace are of one version", () => {
  const images = [services.temporal, services['temporal-schema'], services['temporal-namespace']];
  expect(new Set(images.map((service) => versionOf(service!.image))).size).toBe(1);
});

test('the versions that the proofs were run on are those that are used', () => {
  const row = (kind: string) => decision.split('\n').find((line) => line.startsWith(`| ${kind} |`));
  expect(row('development')).toContain(`\`temporal\` ${VERSION} `);
  expect(row('production')).toContain(
    `\`temporalio/server\` ${versionOf(services.temporal!.image).slice(1)},`,
  );
});
