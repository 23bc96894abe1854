/** `npm run proof -- openapi:lint`: redocly and spectral over the OpenAPI documents; a warning is a failure. */
import { spawnSync } from 'node:child_process';
import { inspect } from 'node:util';
import { describeApi } from '../../api/document.ts';
import { asOpenApi30 } from '../../api/plugins/openapi-30.ts';
import { documentFile } from './document-file.ts';

const REDOCLY = '@redocly/cli@2.77.0';
const SPECTRAL = '@stoplight/spectral-cli@6.16.3';
const CONFIGS = new URL('../../docs/openapi/', import.meta.url).pathname;

/** Pinned, and fetched by npx: together they are larger than everything else that we depend on. */
function run(packageName: string, program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(
    'npx',
    ['--yes', '--package', packageName, '--', program, ...args],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  if (error || /npm (?:error|ERR!)/.test(stderr)) {
    throw new Error(
      `${packageName} can't be fetched: this check needs the npm registry\n${stderr || inspect(error)}`,
    );
  }
  const output = `${stdout}${stderr}`;
  if (status !== 0 || /You have \d+ warning/.test(output))
    throw new Error(`${program} found something:\n${output}`);
  return `${packageName}: no error, no warning`;
}

const document = await describeApi();
try {
  for (const [suffix, one] of [
    ['', document],
    ['-3.0', asOpenApi30(document)],
  ] as const) {
    const name = `openapi${suffix}`;
    const file = documentFile(name, one);
    const rules = ['--ruleset', `${CONFIGS}spectral${suffix}.yaml`, '--fail-severity', 'hint'];
    const config = ['--config', `${CONFIGS}redocly${suffix}.yaml`, '--max-problems', '1000'];
    console.log(`${name}: ${run(REDOCLY, 'redocly', ['lint', file, ...config])}`);
    console.log(`${name}: ${run(SPECTRAL, 'spectral', ['lint', file, ...rules])}`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
