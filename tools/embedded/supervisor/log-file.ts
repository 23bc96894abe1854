import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const ROTATE_AT_BYTES = 20 * 1024 * 1024;

export interface LogFile {
  readonly path: string;
  readonly write: (line: string) => void;
  readonly close: () => Promise<void>;
}

/** Opens a log for appending (mode 0600); one that has grown beyond 20 MiB is first set aside as `.1`. */
export function openLogFile(path: string): LogFile {
  mkdirSync(dirname(path), { recursive: true });
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > ROTATE_AT_BYTES) renameSync(path, `${path}.1`);
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  // A full disk must not take the platform down for the sake of its log.
  stream.on('error', () => {});
  return {
    path,
    write: (line) => void stream.write(`${line}\n`),
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
}
