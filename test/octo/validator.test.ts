import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ROOMY_GUIDES } from '../../domain/sandbox.ts';
import { createLivePlatform, type LivePlatform } from '../support/live-platform.ts';

/**
 * OCTO's public validator (github.com/octotravel/validator), unmodified, against the sandbox of a whole platform: `npm run proof -- octo:validate`, with the
 * path of a checkout in OCTO_VALIDATOR (docs/octo.md, "The validator"). It has no licence, so none of it is here.
 */
const checkout = process.env.OCTO_VALIDATOR;
const suite = checkout === undefined ? describe.skip : describe;

interface Outcome {
  flow: string;
  scenario: string;
  result: string;
}

suite('the public validator', () => {
  let platform: LivePlatform;
  let report: { core: Outcome[]; pricing: Outcome[] };

  beforeAll(async () => {
    platform = await createLivePlatform();
    const address = await platform.app.listen({ host: '127.0.0.1', port: 0 });
    report = await validate(`${address}/octo/v1`, await makeKey(platform));
  });
  afterAll(() => platform.close());

  test.each(['core', 'pricing'] as const)('%s: every scenario succeeds', (part) => {
    const outcomes = report[part];
    process.stdout.write(
      `${outcomes.map((one) => `${one.result} ${one.flow}: ${one.scenario}`).join('\n')}\n`,
    );
    expect(outcomes.filter(({ result }) => result !== 'SUCCESS')).toEqual([]);
    // All flows came to their end.
    expect(outcomes.at(-1)?.flow).toBe('List Bookings');
    expect(new Set(outcomes.map(({ flow }) => flow)).size).toBe(part === 'core' ? 11 : 12);
  });
});

/** As docs/octo.md has it: a key of the sandbox's agency, for the two guides with room for many parties. */
async function makeKey({ app, token, sandbox }: LivePlatform): Promise<string> {
  const { agency } = sandbox;
  const answer = await app.inject({
    method: 'POST',
    url: '/open/v1/credential/octo-key/create',
    headers: { authorization: `Bearer ${await token(agency, ROTATING)}` },
    payload: { clientSecret: agency.clientSecret, label: "OCTO's validator", products: [...ROOMY_GUIDES] },
  });
  return answer.json().data.octoKey;
}
const ROTATING = 'credential:rotate guide:read order:read order:write';

async function validate(endpoint: string, key: string) {
  const script = new URL('./validator-run.ts', import.meta.url).pathname;
  const child = execFile(`${checkout}/node_modules/.bin/tsx`, [script, checkout!, endpoint, key], {
    maxBuffer: 64 * 1024 * 1024,
    cwd: `${checkout}/backend`,
  });
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the validator ended with ${code}: ${err}`);
  return JSON.parse(out);
}
