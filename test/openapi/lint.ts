/** `npm run openapi:lint`: redocly and spectral over the OpenAPI documents; a warning is a failure. */
import { spawnSync } from 'node:child_process';
import { inspect } from 'node:util';
import { describeApi } from '../../api/document.ts';
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

const file = documentFile('openapi', await describeApi());
try {
  console.log(
    run(REDOCLY, 'redocly', ['lint', file, '--config', `${CONFIGS}redocly.yaml`, '--max-problems', '1000']),
  );
  const rules = ['--ruleset', `${CONFIGS}spectral.yaml`, '--fail-severity', 'hint'];
  console.log(run(SPECTRAL, 'spectral', ['lint', file, ...rules]));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
