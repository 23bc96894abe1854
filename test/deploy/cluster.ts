import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawPort } from '../support/ports.ts';
import { until } from '../support/until.ts';
import { locateGoProgram } from './programs/programs.ts';

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Kubernetes' API server over etcd, with its admission; no controllers and no nodes: nothing of what is applied runs. */
export interface Cluster extends AsyncDisposable {
  kubectl(args: readonly string[], input?: string): Promise<Said>;
}

export async function startCluster(): Promise<Cluster> {
  const [etcd, server, kubectl] = [
    await locateGoProgram('etcd'),
    await locateGoProgram('kube-apiserver'),
    await locateGoProgram('kubectl'),
  ];
  const folder = mkdtempSync(join(tmpdir(), 'guidepost-cluster-'));
  const [clients, peers, port] = [await drawPort(), await drawPort(), await drawPort()];
  const token = randomUUID();
  const processes = [
    start(etcd, storeArguments(folder, clients, peers)),
    start(server, serverArguments(folder, { clients, port, token })),
  ];
  const stop = async () => {
    for (const one of processes.toReversed()) await stopped(one);
    rmSync(folder, { recursive: true });
  };
  try {
    await until(async () => {
      const ended = processes.find(({ exitCode }) => exitCode !== null);
      if (ended) throw new Error(`${ended.spawnfile} ended with ${ended.exitCode}`);
      return (await statusOf(port, token)) === 200;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  const where = [
    '--server',
    `https://127.0.0.1:${port}`,
    '--token',
    token,
    '--insecure-skip-tls-verify=true',
  ];
  const env = { PATH: process.env.PATH, HOME: folder, KUBECONFIG: join(folder, 'none') };
  return {
    kubectl: (args, input) => run(kubectl, [...where, ...args], env, input),
    [Symbol.asyncDispose]: stop,
  };
}

const storeArguments = (folder: string, clients: number, peers: number) => [
  `--data-dir=${join(folder, 'etcd')}`,
  `--listen-client-urls=http://127.0.0.1:${clients}`,
  `--advertise-client-urls=http://127.0.0.1:${clients}`,
  `--listen-peer-urls=http://127.0.0.1:${peers}`,
  '--unsafe-no-fsync',
];

function serverArguments(
  folder: string,
  { clients, port, token }: { readonly clients: number; readonly port: number; readonly token: string },
): string[] {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
  return [
    `--etcd-servers=http://127.0.0.1:${clients}`,
    ...['--bind-address=127.0.0.1', `--secure-port=${port}`, `--cert-dir=${join(folder, 'certificates')}`],
    '--service-cluster-ip-range=10.96.0.0/16',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${file('accounts.pub', publicKey)}`,
    `--service-account-signing-key-file=${file('accounts.key', privateKey)}`,
    `--token-auth-file=${file('tokens.csv', `${token},operator,operator,system:masters\n`)}`,
    '--authorization-mode=RBAC',
    // The default account is made by a controller.
    '--disable-admission-plugins=ServiceAccount',
  ];
}

const start = (program: string, args: readonly string[]) => spawn(program, [...args], { stdio: 'ignore' });

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Its certificate is its own. */
const agent = new Agent({ rejectUnauthorized: false });

function statusOf(port: number, token: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    request({ host: '127.0.0.1', port, path: '/readyz', agent, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', () => resolve(undefined))
      .end();
  });
}

function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv, input = ''): Promise<Said> {
  return new Promise((resolve) => {
    const child = execFile(file, [...args], { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
