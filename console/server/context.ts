import type { ConsoleDeps } from './deps.ts';
import type { registerSessions } from './plugins/session.ts';
import type { createSessions } from './sessions.ts';

/** What the console's own routes are made with. */
export interface ConsoleContext {
  readonly deps: ConsoleDeps;
  readonly sessions: ReturnType<typeof createSessions>;
  readonly cookie: Awaited<ReturnType<typeof registerSessions>>;
}
