import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block } from './page.ts';
import { differences, jsonIn } from './shape.ts';
import { openShell, type Shell } from './shell.ts';

/** By the name of the file that the platform serves. */
const INSTALLED: Readonly<Record<string, string>> = { sdk: '@guidepost/sdk', cli: 'guidepost' };
const PACKAGES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

export interface ReaderOptions {
  /** What the reader has of their own: the values of `sh yours`. */
  readonly own: Readonly<Record<string, string>>;
  /** What is typed and saved instead of what stands there, such as another port. */
  readonly instead?: Readonly<Record<string, string>>;
}

/**
 * Works through a page from top to bottom, in a folder of its own.
 * @throws an Error that names the line of the first block that does not do what the page says.
 */
export async function workThrough(blocks: readonly Block[], options: ReaderOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-page-'));
  symlinkSync(PACKAGES, join(folder, 'node_modules'));
  // A home of its own, for what tools keep there.
  const shell = openShell(folder, {
    PATH: `${join(PACKAGES, '.bin')}:${process.env.PATH}`,
    HOME: folder,
    LC_ALL: 'C.UTF-8',
  });
  try {
    for (const [index, block] of blocks.entries()) {
      const text = replaced(block.text, options.instead);
      const isAnswerShown = blocks[index + 1]?.kind === 'json';
      try {
        await follow({ ...block, text }, { shell, folder, own: options.own, isAnswerShown });
      } catch (cause) {
        throw new Error(`line ${block.line}: ${(cause as Error).message}\n\n${text}`, { cause });
      }
    }
  } finally {
    await shell.close();
    rmSync(folder, { recursive: true });
  }
}

interface Reading {
  readonly shell: Shell;
  readonly folder: string;
  readonly own: ReaderOptions['own'];
  /** The page shows, behind these commands, what they print last. */
  readonly isAnswerShown: boolean;
}

async function follow({ kind, text, name = '' }: Block, reading: Reading): Promise<void> {
  const { shell, folder, own } = reading;
  if (kind === 'file') writeFileSync(join(folder, name), text);
  if (kind === 'yours') await shell.run(ownValues(text, own));
  if (kind === 'commands') await type(text, reading);
  if (kind === 'json') refuse(differences(JSON.parse(text), jsonIn(shell.output()).at(-1)), shell);
  if (kind === 'http') refuse(linesMissing(text, shell.output()), shell);
  if (kind === 'text') {
    await shell.prints((output) => output.includes(text.trim()));
  }
}

/** An answer that the page does not show is a success, and a variable that takes something from an answer gets it. */
async function type(commands: string, { shell, isAnswerShown }: Reading): Promise<void> {
  const taken = [...commands.matchAll(/^(\w+)=["$]/gm)].map(([, name]) => name!);
  const checks = taken.map(
    (name) => `[ "\${${name}:-null}" != null ] || { echo '${name} is empty'; false; }`,
  );
  await shell.run([commands, ...checks].join('\n'));
  const answers = jsonIn(shell.output()) as { code?: number }[];
  const unshown = isAnswerShown ? answers.slice(0, -1) : answers;
  const refused = unshown.filter(({ code = 200 }) => code !== 200);
  if (refused.length > 0) refuse(['an answer is not a success'], shell);
}

function ownValues(text: string, own: ReaderOptions['own']): string {
  const names = [...text.matchAll(/^export (\w+)=/gm)].map(([, name]) => name!);
  const unknown = names.filter((name) => !(name in own));
  if (names.length === 0 || unknown.length > 0) throw new Error(`the test has no ${unknown.join(', ')}`);
  return names.map((name) => `export ${name}='${own[name]}'`).join('\n');
}

/** Each shown status line, and each shown header whatever its value, is in the output. */
function linesMissing(shown: string, output: string): string[] {
  const lines = output.toLowerCase().split('\n');
  return shown
    .trim()
    .split('\n')
    .map((line) => (line.startsWith('HTTP/') ? line : line.slice(0, line.indexOf(':') + 1)).toLowerCase())
    .filter((start) => !lines.some((line) => line.startsWith(start)))
    .map((start) => `"${start}" is not there`);
}

function refuse(problems: readonly string[], shell: Shell): void {
  if (problems.length > 0) throw new Error(`${problems.join('; ')}; printed was:\n${shell.output()}`);
}

/** Packages are there already, in the workspace: what is installed has to be one of them (test/packages installs what is served). */
function replaced(page: string, instead: ReaderOptions['instead'] = {}): string {
  const text = page.replaceAll(
    /^npm install (?:-g )?(?:"\$GUIDEPOST_BASE_URL\/packages\/(\w+)\.tgz"|(\S+))$/gm,
    (_, served: string, name: string) => `test -e node_modules/${INSTALLED[served] ?? name}/package.json`,
  );
  return Object.entries(instead).reduce((sum, [shown, typed]) => sum.replaceAll(shown, typed), text);
}
