/** The exit codes of commands, for scripts. The first six are those of the merchants' command line. */
export const EXITS = {
  done: { code: 0, means: 'done' },
  negative: { code: 1, means: 'done, and something is left, or there was nothing to do' },
  usage: { code: 2, means: 'the command line or the configuration is wrong; nothing was changed' },
  foreign: {
    code: 3,
    means:
      'ENCRYPTION_KEY or Temporal is another platform’s, or the schema another release’s; nothing was changed',
  },
  refused: { code: 4, means: 'the platform refuses it, and would again; nothing was changed' },
  unavailable: { code: 5, means: 'PostgreSQL or Temporal does not answer: try again later' },
  notFound: { code: 6, means: 'what it is about does not exist; nothing was changed' },
  noWorker: { code: 7, means: 'no worker carries it out now: the same command again goes on with it' },
  unconfirmed: {
    code: 8,
    means: 'it has to be confirmed, by typing "yes" or with --yes; nothing was changed',
  },
  fault: { code: 70, means: 'a fault of this program' },
} as const;

export type ExitName = keyof typeof EXITS;
