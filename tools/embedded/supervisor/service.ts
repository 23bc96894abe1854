/** What the supervisor needs to know of a program that it keeps running. */
export interface ServiceDefinition {
  readonly name: string;
  /** Called before each start, restarts included: the place to clear what a crash left behind. */
  readonly command: () => Promise<Command> | Command;
  /** Resolves when the service serves; rejects when it never will. Polls until `signal` aborts. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  readonly readyWithinMs: number;
  /** The signal that ends it in an orderly way, and how long that may take. */
  readonly stopSignal: NodeJS.Signals;
  readonly graceMs: number;
  /** Sees each line of output, besides the log file. */
  readonly onLine?: (line: string) => void;
}

interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
}

export interface Service {
  readonly name: string;
  readonly logPath: string;
  /** Changes with each restart; undefined while it is not running. */
  readonly pid: () => number | undefined;
  /** Ends it for good; `force` skips the orderly way. Resolves when the process is gone. */
  readonly stop: (options?: { force?: boolean }) => Promise<void>;
}

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
}
