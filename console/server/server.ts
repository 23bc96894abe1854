/** `npm run console`: one console process. Any number of them may run. */
import { loadConfig } from '../../config.ts';
import { serveConsole } from './serve.ts';

await serveConsole(loadConfig());
