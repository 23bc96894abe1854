/** `node api/server.ts`: one API process. Any number of them may run. */
import { loadConfig } from '../lib/config.ts';
import { serveApi } from './serve.ts';

await serveApi(loadConfig());
