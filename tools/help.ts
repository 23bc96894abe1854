/** `npm run help`: what each of package.json's scripts does. */
import { readFileSync } from 'node:fs';

const COMMANDS: Readonly<Record<string, string>> = {
  start: 'the whole platform on this machine: PostgreSQL, Temporal, API, console, workers, a sandbox',
  demo: 'an order through its whole life, with a callback receiver for each side; -- --refuse',
  sandbox: 'address and credentials of the running sandbox, as shell variables',
  topology: 'what docker-compose.yml describes, as processes of this machine',
  admin: "the operators' commands; alone it lists them",
  replay: 'would running orders go on with this checkout? -- --open',
  migrate: 'brings the schema of DATABASE_URL up to date',
  build: "the documentation's site, the console's pages, the packages for integrators",
  openapi: 'writes the OpenAPI document; -- FILE',
  'openapi:breaking': 'does the API break what the last release promised?',
  'sdk:types': "writes the types of the SDK and of the console's pages, from operations and routes",
  test: 'the tests, or those of one file; -- test/domain/money.test.ts',
  proof: 'long proofs and recordings by name; alone it lists them',
  faults: 'kills, freezes and restarts under load; -- --help',
  bench: 'measurements by name; -- list',
  check: 'types, unused code, lint, format',
  fix: 'lint and format, mended where that is safe',
  help: 'this list',
};

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};
// What npm itself calls is nobody's command.
const names = Object.keys(scripts);
for (const name of names) console.log(`npm run ${name.padEnd(17)} ${COMMANDS[name] ?? ''}`);
