/** The program's exit codes, for scripts (README.md, "Exit codes"). */
export const EXIT = {
  /** Done; of `test` and `verify`: all is well. */
  ok: 0,
  /** The answer is no: `test` found something to mend, `verify` found no match. */
  negative: 1,
  /** The command line is wrong: an unknown command, a missing or malformed option. */
  usage: 2,
  /** Not logged in, or the credentials were refused or may not do this. */
  credentials: 3,
  /** The platform refused the request; the same one again would be refused again. */
  refused: 4,
  /** No connection, too many requests, or the platform is not available: try again later. */
  unavailable: 5,
  /** A fault of this program. */
  fault: 70,
  /** Ended by Ctrl-C or SIGTERM, as shells count it. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
