import { rmSync } from 'node:fs';
import { readJson, writePrivateFile } from './files.ts';
import { identify } from './processes.ts';

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What `dev.json` tells tools about the running platform. It is there from "ready" until the platform stops. */
export interface DevInfo {
  readonly api: string;
  readonly temporalAddress: string;
  readonly temporalNamespace: string;
  /** Base URL of the Temporal web UI; null when the Temporal server isn't ours. */
  readonly temporalUi: string | null;
  /** With the password. */
  readonly database: string;
  readonly agency: Credentials;
  readonly studio: Credentials;
  readonly dataDir: string;
  /** Of `supervisor`, `guard`, and each running service by its name; kept up to date over restarts. */
  readonly pids: Readonly<Record<string, number>>;
}

export function writeDevFiles(paths: readonly string[], info: DevInfo): void {
  for (const path of paths) {
    try {
      writePrivateFile(path, `${JSON.stringify(info, null, 2)}\n`);
    } catch (error) {
      // The checkout may be read-only; the data folder is not.
      if (path === paths[0]) throw error;
    }
  }
}

/** Removes them, unless another platform has written its own there since. */
export function removeDevFiles(paths: readonly string[], dataDir: string): void {
  for (const path of paths) {
    if (readJson<DevInfo>(path)?.dataDir === dataDir) rmSync(path, { force: true });
  }
}

/** @returns what is known of the platform that runs now; undefined when none does. */
export function readDevFile(path: string): DevInfo | undefined {
  const info = readJson<DevInfo>(path);
  const supervisor = info?.pids.supervisor;
  return supervisor !== undefined && identify(supervisor) ? info : undefined;
}
