/** Code that the documentation shows, in each language, and how to run it. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawPort } from '../support/ports.ts';
import { until } from '../support/until.ts';

export const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
export const COMPILE_MS = 120_000;

export interface Snippet {
  readonly language: string;
  readonly file: string;
  /** Has to succeed, or the tool is not here. */
  readonly tool: readonly string[];
  /** Made once, into a folder of its own. */
  readonly build?: (source: string, folder: string) => readonly string[];
  readonly run: (source: string, folder: string) => readonly string[];
  /** What listens on that port; default: `run`, which takes it from PORT. */
  readonly serve?: (source: string, folder: string, port: number) => readonly string[];
}

/** `name` is that of the file, without its ending. */
export function snippetsOf(name: string): Snippet[] {
  const className = name[0]!.toUpperCase() + name.slice(1);
  return [
    {
      language: 'TypeScript',
      file: `${name}.ts`,
      tool: ['node', '--version'],
      run: (source) => ['node', source],
    },
    {
      language: 'Python',
      file: `${name}.py`,
      tool: ['python3', '--version'],
      run: (source) => ['python3', source],
    },
    {
      language: 'PHP',
      file: `${name}.php`,
      tool: ['php', '--version'],
      run: (source) => ['php', source],
      serve: (source, _folder, port) => ['php', '-S', `127.0.0.1:${port}`, source],
    },
    {
      language: 'Java',
      file: `${className}.java`,
      tool: ['javac', '-version'],
      build: (source, folder) => ['javac', '-encoding', 'UTF-8', '-d', folder, source],
      run: (_source, folder) => ['java', '-cp', folder, className],
    },
    {
      language: 'Go',
      file: `${name}.go`,
      tool: ['go', 'version'],
      build: (source, folder) => ['go', 'build', '-o', join(folder, name), source],
      run: (_source, folder) => [join(folder, name)],
    },
  ];
}

/** What it prints, with `input` on its standard input. */
export function runSnippet(
  command: readonly string[],
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string,
): Promise<string> {
  const [program = '', ...given] = command;
  return new Promise((resolve, reject) => {
    const environment = { ...process.env, NODE_OPTIONS: '', ...env };
    const child = execFile(program, [...given, ...args], { env: environment }, (error, stdout) => {
      if (error) reject(error);
      else resolve(stdout.trim());
    });
    child.stdin?.end(input);
  });
}

/** A receiver of the documentation that runs. */
export interface SnippetServer {
  readonly url: string;
  end(): void;
}

/** Starts it on a free port. @returns undefined when it refuses to start. */
export async function serveSnippet(
  commandAt: (port: number) => readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<SnippetServer | undefined> {
  const port = await drawPort();
  const [program = '', ...args] = commandAt(port);
  const environment = { ...process.env, NODE_OPTIONS: '', PORT: `${port}`, ...env };
  const child = spawn(program, args, { env: environment, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/`;
  const isUp = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await until(async () => child.exitCode !== null || (await isUp()));
  return child.exitCode === null ? { url, end: () => void child.kill() } : undefined;
}

export function isHere([program = '', ...args]: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
