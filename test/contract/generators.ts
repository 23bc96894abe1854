/** How a client is made of the OpenAPI document, and a program that uses it: one entry per generator of the field. */
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../tools/embedded/os/find-program.ts';
import { runProgram } from '../../tools/embedded/os/run-program.ts';
import { pythonWith } from '../support/documents/python.ts';

const OPENAPI_GENERATOR = '7.17.0';
const TYPESCRIPT_PACKAGES = [
  '@types/node@24.19.2',
  'typescript@5.9.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
];
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const OGEN = 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0';
const PYTHON_CLIENT = 'openapi-python-client==0.29.1';
const PROGRAMS = fileURLToPath(new URL('./programs/', import.meta.url));

type Run = (program: string, ...args: string[]) => Promise<string>;

/** What a generator works with. */
interface Workshop {
  /** The document as a file, in OpenAPI 3.1. */
  readonly document: string;
  /** The one in OpenAPI 3.0. */
  readonly older: string;
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
  { name: 'openapi-generator, typescript-fetch of 3.0', needs: ['npm', 'java', 'mvn'], build: olderFetch },
  { name: 'openapi-generator, java native', needs: ['java', 'mvn'], build: java },
  { name: 'openapi-generator, go', needs: ['java', 'mvn', 'go'], build: go },
  { name: 'openapi-generator, go of 3.0', needs: ['java', 'mvn', 'go'], build: olderGo },
  { name: 'openapi-generator, python of 3.0', needs: ['java', 'mvn', 'python3'], build: olderPython },
  { name: 'oapi-codegen', needs: ['go'], build: oapiCodegen },
  { name: 'ogen', needs: ['go'], build: ogen },
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

async function typescriptFetch(workshop: Workshop): Promise<string[]> {
  // Its templates cannot write webhooks.
  return await fetchClient(workshop, ['--global-property', 'apis,models,supportingFiles']);
}

async function olderFetch(workshop: Workshop): Promise<string[]> {
  return await fetchClient({ ...workshop, document: workshop.older }, []);
}

/** Our program is a module of Node.js, which wants the names of files; a bundler needs no option for it. */
async function fetchClient(workshop: Workshop, options: readonly string[]): Promise<string[]> {
  const more = [...options, '--additional-properties', 'importFileExtension=.js'];
  await openapiGenerator(workshop, 'typescript-fetch', 'client', more);
  return await compileTypeScript(
    workshop.folder,
    await typescriptTools(workshop.tools),
    'typescript-fetch.ts',
  );
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

async function go(workshop: Workshop): Promise<string[]> {
  // Values that two enumerations share would be declared twice, and members that are new would be errors.
  const options = 'enumClassPrefix=true,disallowAdditionalPropertiesIfNotPresent=false';
  return await goClient(workshop, ['--additional-properties', options]);
}

async function olderGo(workshop: Workshop): Promise<string[]> {
  return await goClient({ ...workshop, document: workshop.older }, []);
}

async function goClient(workshop: Workshop, options: readonly string[]): Promise<string[]> {
  const { folder } = workshop;
  const names = ['--git-user-id', 'example', '--git-repo-id', 'guidepost', '--package-name', 'guidepost'];
  await openapiGenerator(workshop, 'go', '.', [...names, ...options]);
  mkdirSync(join(folder, 'cmd'));
  cpSync(join(PROGRAMS, 'main.go'), join(folder, 'cmd/main.go'));
  const run = runIn(folder);
  await run('go', 'mod', 'tidy');
  await run('go', 'build', '-o', 'first-order', './cmd');
  await run('go', 'vet', '.');
  return ['./first-order'];
}

async function olderPython({ older, ...workshop }: Workshop): Promise<string[]> {
  const { folder } = workshop;
  await openapiGenerator({ ...workshop, document: older }, 'python', '.', []);
  const requirements = readFileSync(join(folder, 'requirements.txt'), 'utf8');
  const interpreter = await pythonWith('openapi-generator-python', requirements);
  cpSync(join(PROGRAMS, 'openapi_generator.py'), join(folder, 'main.py'));
  await runIn(folder)(interpreter, '-m', 'compileall', '-q', 'openapi_client');
  return [interpreter, 'main.py'];
}

async function oapiCodegen({ older, folder, tools }: Workshop): Promise<string[]> {
  const file = join(folder, 'guidepost', 'client.go');
  mkdirSync(dirname(file));
  const program = await goTool(tools, OAPI_CODEGEN);
  await runIn(folder)(program, '-generate', 'types,client', '-package', 'guidepost', '-o', file, older);
  return await buildGo(folder, 'oapi-codegen.go');
}

async function ogen({ older, folder, tools }: Workshop): Promise<string[]> {
  const program = await goTool(tools, OGEN);
  await runIn(folder)(program, '--target', 'guidepost', '--package', 'guidepost', older);
  return await buildGo(folder, 'ogen.go');
}

/** Built once, and kept from run to run. */
async function goTool(tools: string, source: string): Promise<string> {
  const [path, version] = source.split('@');
  const bin = join(tools, `go-${version}`);
  const program = join(bin, path!.split('/').at(-1)!);
  if (existsSync(program)) return program;
  const go = findProgram('go', process.env.PATH)!;
  await runProgram(go, ['install', source], { cwd: tools, env: { ...process.env, GOBIN: bin, GOFLAGS: '' } });
  return program;
}

async function buildGo(folder: string, program: string): Promise<string[]> {
  cpSync(join(PROGRAMS, program), join(folder, 'main.go'));
  const run = runIn(folder);
  await run('go', 'mod', 'init', 'example.com/first');
  await run('go', 'mod', 'tidy');
  await run('go', 'build', '-o', 'first-order', '.');
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
  { document, folder, tools }: Omit<Workshop, 'older'>,
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
