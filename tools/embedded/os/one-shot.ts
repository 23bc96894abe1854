import { fork } from 'node:child_process';
import { once } from 'node:events';

type Reply<Answer> = { readonly answer: Answer } | { readonly error: string };

/** A process that does one thing. */
export interface OneShot {
  /** @returns its answer. @throws Error with the message of what it has thrown, or where it ended without an answer. */
  ask<Answer>(request: object): Promise<Answer>;
  /** Whatever it does. */
  kill(): void;
}

/**
 * Starts `program`, which calls `answerOnce`, as a separate process: what only a start needs does not stay in the memory of the
 * process that stays. It loads what it needs while nobody has asked yet, and ends with us.
 */
export function startOneShot(program: URL): OneShot {
  const child = fork(program, {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // Not `exit`: of two children that end at once, the second one's end may be seen before its answer is read.
  const ended = once(child, 'close').then(([code, signal]) => ({ error: `it ended with ${code ?? signal}` }));
  // Where it can't be started at all there is no exit.
  const failed = once(child, 'error').then(([error]) => ({ error: (error as Error).message }));
  return {
    async ask<Answer>(request: object) {
      const answered = once(child, 'message').then(([reply]) => reply as Reply<Answer>);
      child.send(request, () => {});
      const reply = await Promise.race([answered, ended, failed]);
      if ('error' in reply) throw new Error(reply.error);
      return reply.answer;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** The program's side: does the one thing that it is asked for, and ends; also when nobody waits for it any more. */
export function answerOnce<Request, Answer>(work: (request: Request) => Promise<Answer>): void {
  process.once('disconnect', () => process.exit());
  process.once('message', async (request: Request) => {
    const reply: Reply<Answer> = await work(request).then(
      (answer) => ({ answer }),
      (error: Error) => ({ error: error.message }),
    );
    process.send!(reply, () => process.disconnect());
  });
}
