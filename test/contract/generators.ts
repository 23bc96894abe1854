/** How a client is made of the OpenAPI document, and a program that uses it: one entry per generator of the field. */
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../embedded/os/find-program.ts';
import { runProgram } from '../../embedded/os/run-program.ts';
import { pythonWith } from '../support/python.ts';

const OPENAPI_GENERATOR = '7.17.0';
const TYPESCRIPT_PACKAGES = [
  '@types/node@24.19.2',
  'typescript@5.9.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
];
const PYTHON_CLIENT = 'openapi-python-client==0.29.1';
const PROGRAMS = fileURLToPath(new URL('./programs/', import.meta.url));

type Run = (program: string, ...args: string[]) => Promise<string>;

/** What a generator works with. */
interface Workshop {
  /** The document as a file. */
  readonly document: string;
  /** Empty, for this client. */
  readonly folder: string;
  /** For tools, kept from run to run. */
  readonly tools: string;
}

export interface ClientGenerator {
  readonly name: string;
  /** Programs that have to be there. */
  readonly needs: readonly string[];
  /** Generates and compiles. @returns the command that runs the program. */
  build(workshop: Workshop): Promise<readonly string[]>;
}

export const GENERATORS: readonly ClientGenerator[] = [
  { name: 'openapi-typescript and openapi-fetch', needs: ['npm'], build: openapiFetch },
  { name: 'openapi-generator, typescript-fetch', needs: ['npm', 'java', 'mvn'], build: typescriptFetch },
  { name: 'openapi-generator, java native', needs: ['java', 'mvn'], build: java },
  { name: 'openapi-generator, go', needs: ['java', 'mvn', 'go'], build: go },
  { name: 'openapi-python-client', needs: ['python3'], build: python },
];

/** Those of its programs that this machine has not. */
export function missingPrograms({ needs }: ClientGenerator): string[] {
  return needs.filter((name) => findProgram(name, process.env.PATH) === undefined);
}

const runIn =
  (cwd: string): Run =>
  async (program, ...args) => {
    const file = program.includes('/') ? program : findProgram(program, process.env.PATH);
    return await runProgram(file ?? program, args, { cwd, env: process.env });
  };

async function openapiFetch({ document, folder, tools }: Workshop): Promise<string[]> {
  const bin = await typescriptTools(tools);
  mkdirSync(join(folder, 'client'));
  await runIn(folder)(join(bin, 'openapi-typescript'), document, '--output', 'client/schema.ts');
  return await compileTypeScript(folder, bin, 'openapi-fetch.ts');
}

async function typescriptFetch({ document, folder, tools }: Workshop): Promise<string[]> {
  // Its templates cannot write webhooks.
  const parts = ['--global-property', 'apis,models,supportingFiles'];
  const more = [...parts, '--additional-properties', 'importFileExtension=.js'];
  await openapiGenerator({ document, folder, tools }, 'typescript-fetch', 'client', more);
  return await compileTypeScript(folder, await typescriptTools(tools), 'typescript-fetch.ts');
}

async function java({ document, folder, tools }: Workshop): Promise<string[]> {
  const packages = {
    invokerPackage: 'guidepost',
    apiPackage: 'guidepost.api',
    modelPackage: 'guidepost.model',
  };
  const options = {
    ...packages,
    library: 'native',
    useSingleRequestParameter: true,
    useJakartaEe: true,
    // A list that is not set is left out, not sent empty.
    containerDefaultToNull: true,
  };
  const more = Object.entries(options).flatMap(([key, value]) => [
    '--additional-properties',
    `${key}=${value}`,
  ]);
  await openapiGenerator({ document, folder, tools }, 'java', '.', more);
  const main = join(folder, 'src/main/java/Main.java');
  cpSync(join(PROGRAMS, 'Main.java'), main);
  const run = runIn(folder);
  await run('mvn', '--batch-mode', '--quiet', '-Dmaven.test.skip=true', 'compile');
  await run('mvn', '--batch-mode', '--quiet', 'dependency:copy-dependencies', '-DoutputDirectory=lib');
  return ['java', '-cp', 'target/classes:lib/*', 'Main'];
}

async function go({ document, folder, tools }: Workshop): Promise<string[]> {
  const names = ['--git-user-id', 'example', '--git-repo-id', 'guidepost', '--package-name', 'guidepost'];
  // Values that two enumerations share would be declared twice, and members that are new would be errors.
  const options = 'enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false';
  names.push('--additional-properties', options);
  await openapiGenerator({ document, folder, tools }, 'go', '.', names);
  mkdirSync(join(folder, 'cmd'));
  cpSync(join(PROGRAMS, 'main.go'), join(folder, 'cmd/main.go'));
  const run = runIn(folder);
  await run('go', 'mod', 'tidy');
  await run('go', 'build', '-o', 'first-order', './cmd');
  await run('go', 'vet', '.');
  return ['./first-order'];
}

async function python({ document, folder }: Workshop): Promise<string[]> {
  const interpreter = await pythonWith('openapi-python-client', PYTHON_CLIENT);
  const run = runIn(folder);
  cpSync(join(PROGRAMS, 'python.yaml'), join(folder, 'python.yaml'));
  const output = ['--meta', 'none', '--output-path', 'guidepost_client', '--config', 'python.yaml'];
  const generate = ['generate', '--path', document, ...output, '--fail-on-warning'];
  await run(interpreter, '-m', 'openapi_python_client', ...generate);
  cpSync(join(PROGRAMS, 'main.py'), join(folder, 'main.py'));
  await run(interpreter, '-m', 'compileall', '-q', 'guidepost_client');
  return [interpreter, 'main.py'];
}

/** Maven Central has it as a jar; kept from run to run. */
async function openapiGenerator(
  { document, folder, tools }: Workshop,
  generator: string,
  output: string,
  more: readonly string[],
): Promise<void> {
  const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
  const jar = join(tools, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`);
  const run = runIn(folder);
  if (!existsSync(jar))
    await run('mvn', '--batch-mode', '--quiet', 'dependency:copy', artifact, `-DoutputDirectory=${tools}`);
  await run('java', '-jar', jar, 'generate', '-i', document, '-g', generator, '-o', output, ...more);
}

/** Generators of today need a TypeScript of before 7: it has a folder of its own. @returns its programs' folder. */
async function typescriptTools(tools: string): Promise<string> {
  const folder = join(tools, 'typescript');
  mkdirSync(folder, { recursive: true });
  await runIn(folder)(
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    ...TYPESCRIPT_PACKAGES,
  );
  return join(folder, 'node_modules', '.bin');
}

async function compileTypeScript(folder: string, bin: string, program: string): Promise<string[]> {
  cpSync(join(PROGRAMS, program), join(folder, 'main.ts'));
  cpSync(join(PROGRAMS, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  symlinkSync(dirname(bin), join(folder, 'node_modules'));
  await runIn(folder)(join(bin, 'tsc'), '--project', '.');
  return [process.execPath, 'dist/main.js'];
}
