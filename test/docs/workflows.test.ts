/** What a workflow of the repository may do: an action that is exchanged under its tag, or a token that may do all, would be a way into releases. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const FOLDER = fileURLToPath(new URL('../../.github/workflows', import.meta.url));
const files = globSync('*.yml', { cwd: FOLDER }).sort();

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

test('there are workflows', () => {
  expect(files).toEqual(['ci.yml', 'codeql.yml', 'image.yml', 'publish.yml']);
});

describe.each(files)('%s', (file) => {
  const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
  const workflow = parse(text) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  test('names each action by its commit, with its version beside it', () => {
    const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, action]) => action!);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
      [],
    );
  });

  test('writes nothing by default, and leaves no token in the checkout', () => {
    expect([{}, { contents: 'read' }]).toContainEqual(workflow.permissions);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual([false]);
  });

  test('runs nothing of a pull request with rights, and puts no text of others into a script', () => {
    expect(Object.keys(workflow.on)).not.toEqual(expect.arrayContaining(['pull_request_target']));
    expect(Object.keys(workflow.on)).not.toEqual(expect.arrayContaining(['workflow_run']));
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });
});

test('packages are published with a provenance, by who the job is and by no token that is kept', () => {
  const text = readFileSync(`${FOLDER}/publish.yml`, 'utf8');
  const { on, jobs } = parse(text) as Workflow;
  expect(on).toEqual({ push: { tags: ['sdk-v*', 'cli-v*'] } });
  const [{ permissions, steps }] = Object.values(jobs) as [Job];
  expect(permissions).toEqual({ contents: 'read', 'id-token': 'write', attestations: 'write' });
  const commands = steps.flatMap(({ run }) => run?.split('\n') ?? []);
  const publishing = commands.filter((command) => /\bpublish\b/.test(command));
  expect(publishing).toEqual(['npm publish "./$PACKED" --provenance --access public']);
  expect(text).not.toMatch(/NODE_AUTH_TOKEN|NPM_TOKEN|secrets\./);
});
