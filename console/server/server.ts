/** `node console/server/server.ts`: one console process. Any number of them may run. */
import { loadConfig } from '../../lib/config.ts';
import { serveConsole } from './serve.ts';

await serveConsole(loadConfig());
