import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../../tools/embedded/os/cache-folder.ts';
import { findProgram, isExecutable } from '../../../tools/embedded/os/find-program.ts';
import { runProgram } from '../../../tools/embedded/os/run-program.ts';
import { withProgress } from '../../../tools/embedded/os/terminal.ts';

/** What the modules of this folder build; their go.mod and go.sum pin every source. `go install` takes none of them: their own go.mod replaces modules. */
const PROGRAMS = {
  'kube-apiserver': { module: 'cluster', path: 'k8s.io/kubernetes/cmd/kube-apiserver', version: 'v1.34.2' },
  kubectl: { module: 'cluster', path: 'k8s.io/kubernetes/cmd/kubectl', version: 'v1.34.2' },
  etcd: { module: 'cluster', path: 'go.etcd.io/etcd/server/v3', version: 'v3.6.4' },
  'compose-config': { module: 'compose', path: '.', version: 'v2.16.2' },
} as const;

/** Built once for the user. @throws Error where there is no Go, or with what it said last */
export async function locateGoProgram(name: keyof typeof PROGRAMS): Promise<string> {
  const { module, path, version } = PROGRAMS[name];
  const target = join(cacheFolder(process.env), 'bin', `${name}-${version}`);
  if (isExecutable(target)) return target;
  const go = findProgram('go', process.env.PATH);
  if (go === undefined) throw new Error(`${name} is built by Go, which is not on the PATH (go.dev/dl)`);
  const draft = `${target}.${process.pid}`;
  mkdirSync(dirname(target), { recursive: true });
  const text = `Building ${name} ${version} with go build (once; some minutes the first of kubectl and kube-apiserver)`;
  await withProgress(text, console.error, async () => {
    const env = { ...process.env, GOFLAGS: '-mod=readonly' };
    const cwd = fileURLToPath(new URL(`./${module}/`, import.meta.url));
    await runProgram(go, ['build', '-trimpath', '-ldflags', '-s -w', '-o', draft, path], { env, cwd });
  });
  renameSync(draft, target);
  return target;
}
