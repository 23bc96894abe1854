/**
 * API and console as one process of `npm start`: each by itself needs as much memory again for the same code. They share nothing else;
 * in production they are processes of their own. Entry file.
 */
import { serveApi } from '../../api/serve.ts';
import { serveConsole } from '../../console/server/serve.ts';
import { loadConfig } from '../../lib/config.ts';

const { CONSOLE_PORT, ...env } = process.env;
/** The code of all schemas takes 30 MiB; on a developer's machine few of them are ever used. */
const options = { compileLate: true };
// The API comes first, and alone where the console can't be started. One after the other: building the second would keep the
// first from reading the database's answers.
await serveApi(loadConfig(env), options);
try {
  await serveConsole(loadConfig({ ...env, PORT: CONSOLE_PORT, METRICS_PORT: undefined }), options);
} catch (error) {
  console.error(`the console could not be started: ${(error as Error).message}`);
}
