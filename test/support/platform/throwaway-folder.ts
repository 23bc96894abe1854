import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removePostgresHome } from '../../../tools/embedded/postgres/home.ts';
import { drawPlatformPorts } from '../ports.ts';

/** A data folder for a platform that is thrown away. */
export function makeThrowawayFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // For root: PostgreSQL's account has to get through. What is secret in it has modes of its own.
  chmodSync(folder, 0o711);
  drawPlatformPorts(folder);
  return folder;
}

/** With its database, wherever that was put. */
export function removeThrowawayFolder(folder: string): void {
  removePostgresHome(folder);
  rmSync(folder, { recursive: true, force: true });
}
