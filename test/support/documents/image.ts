import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(CHECKOUT, path), 'utf8');

/** What `docker build` would have in /app: files and packages. */
export interface ImageFolder {
  readonly path: string;
  readonly files: readonly string[];
  remove(): void;
}

/** The image itself: the files that .dockerignore and the COPYs admit, less those that are removed, and the production packages. */
export function createImageFolder(): ImageFolder {
  const removed = /^RUN rm -rf (.+)$/m.exec(read('deploy/Dockerfile'))?.[1]?.split(' ') ?? [];
  const files = admittedFiles().filter((file) => !removed.some((pattern) => isBelow(file, pattern)));
  return createFolder(files, productionPackages());
}

/** The stage that builds the documentation: all files that are admitted, all packages. */
export function createDocumentationFolder(): ImageFolder {
  return createFolder(admittedFiles(), ['node_modules']);
}

function createFolder(files: readonly string[], packages: readonly string[]): ImageFolder {
  const path = mkdtempSync(join(tmpdir(), 'guidepost-image-'));
  chmodSync(path, 0o755);
  for (const file of files) {
    mkdirSync(join(path, dirname(file)), { recursive: true });
    cpSync(join(CHECKOUT, file), join(path, file));
  }
  for (const name of packages) {
    const target = join(path, name);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(CHECKOUT, name), target);
  }
  return { path, files, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function admittedFiles(): string[] {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, from]) =>
    from!.split(' ').map((one) => (one === '.' ? '*' : one)),
  );
  const tree = readdirSync(CHECKOUT, { withFileTypes: true })
    .filter(({ name }) => !['.git', 'node_modules', '.guidepost'].includes(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(CHECKOUT, entry.name), { withFileTypes: true, recursive: true })
            .filter((below) => below.isFile())
            .map((below) => join(below.parentPath, below.name).slice(CHECKOUT.length))
        : [entry.name],
    );
  return tree.filter((file) => isAdmitted(file, patterns) && copied.some((one) => isBelow(file, one)));
}

/** The last pattern that fits decides (docs.docker.com/build/concepts/context/#dockerignore-files). */
function isAdmitted(file: string, patterns: readonly string[]): boolean {
  const last = patterns.findLast((pattern) => isBelow(file, pattern.replace(/^!/, '')));
  return last === undefined || last.startsWith('!');
}

/** The file is what the pattern names, or lies below it. */
function isBelow(file: string, pattern: string): boolean {
  const wild = pattern
    .replace(/^\/|\/$/g, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, (mark) => ({ '*': '[^/]*', '?': '[^/]' })[mark] ?? '.*');
  return new RegExp(`^${wild}(/|$)`).test(file);
}

/** `npm ci --omit=dev`: the paths below node_modules that are there without the development packages. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const present = new Set(
    readdirSync(join(CHECKOUT, 'node_modules')).flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(CHECKOUT, 'node_modules', name)).map((below) => `node_modules/${name}/${below}`)
        : [`node_modules/${name}`],
    ),
  );
  return Object.entries(packages)
    .filter(([path, { dev }]) => present.has(path) && dev !== true)
    .map(([path]) => path);
}
