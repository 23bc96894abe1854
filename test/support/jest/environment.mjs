import { ModuleMocker } from 'jest-mock';

/** What `jest.setTimeout()` and `jest.retryTimes()` leave for circus, and circus for itself. */
const OF_ONE_FILE = ['TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES', 'EVENT_HANDLERS'].map((name) => Symbol.for(name));

/**
 * Rejections that nobody handles are circus's to note, of the test in which they happen. The Temporal SDK's listener, made for
 * threads of its own, would fail the whole file.
 */
function leaveRejectionsToCircus(event, listener) {
  if (event === 'unhandledRejection' && `${listener}`.includes('Workflow Run'))
    process.nextTick(() => process.removeListener(event, listener));
}

/**
 * Where test files run: the realm of Node's own modules, one for all files of a worker. What a file and Jest change of the
 * process is put back after the file.
 */
export default class OneRealm {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;

  constructor() {
    const { console } = globalThis;
    const { env, exit, exitCode } = process;
    process.env = { ...env };
    process.on('newListener', leaveRejectionsToCircus);
    this.putBack = () => {
      process.off('newListener', leaveRejectionsToCircus);
      globalThis.console = console;
      Object.assign(process, { env, exit, exitCode });
      for (const symbol of OF_ONE_FILE) delete globalThis[symbol];
    };
  }

  async setup() {}

  async teardown() {
    this.putBack();
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** None: files run in the main one. */
  getVmContext() {
    return null;
  }
}
