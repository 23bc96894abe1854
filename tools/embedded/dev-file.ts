import { rmSync } from 'node:fs';
import { readJson, writePrivateFile } from './os/files.ts';
import { identify } from './os/processes.ts';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Somebody who can sign in to the console. */
interface Login {
  readonly email: string;
  readonly password: string;
}

export interface ConsoleInfo {
  readonly url: string;
  readonly agency: Login;
  readonly studio: Login;
}

/** What `dev.json` says to tools about the running platform. It is there from "ready" until the platform stops. */
export interface DevInfo {
  readonly api: string;
  /** Without logins where none were made. */
  readonly console: Pick<ConsoleInfo, 'url'> & Partial<ConsoleInfo>;
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  /** Base URL of the Temporal web UI; null when the Temporal server isn't ours. */
  readonly temporalUi: string | null;
  /** As the application connects, with the password. */
  readonly database: string;
  readonly agency: Credentials;
  readonly studio: Credentials;
  readonly dataDir: string;
  /** The folder of the mails; null where they are sent. Its page is `/outbox` of the API. */
  readonly outbox: string | null;
  /** Of `supervisor`, `guard`, and each running service by its name; kept up to date over restarts. */
  readonly pids: Readonly<Record<string, number>>;
}

/** What is known without asking for processes. */
export type KnownInfo = Omit<DevInfo, 'pids'>;

export function writeDevFile(path: string, info: DevInfo): void {
  writePrivateFile(path, `${JSON.stringify(info, null, 2)}\n`);
}

/** For whoever holds the data folder's lock: nobody else writes there. */
export function removeDevFile(path: string): void {
  rmSync(path, { force: true });
}

/** @returns what is known of the platform that runs now; undefined when none does. */
export function readDevFile(path: string): DevInfo | undefined {
  const info = readJson<DevInfo>(path);
  const supervisor = info?.pids.supervisor;
  return supervisor !== undefined && identify(supervisor) ? info : undefined;
}
