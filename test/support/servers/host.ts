import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cacheFolder } from '../../../tools/embedded/os/cache-folder.ts';
import type { Say } from '../../../tools/embedded/os/terminal.ts';
import { locateTemporalProgram } from '../../../tools/embedded/temporal/program.ts';
import { HOST_VARIABLE } from './index.ts';
import { endWith } from './teardown.ts';
import { locateTestServer } from './time-skipping.ts';

const say: Say = (line) => process.stderr.write(`${line}\n`);
type Starting = Awaited<ReturnType<typeof import('./start.ts')['prepareServers']>>;

/**
 * Jest's global set-up: starts nothing but this host, in the process that outlives all test files. A file that needs a server
 * asks the host for it, which starts it once for the run. Programs that no cache has are fetched before the first test, since
 * that takes longer than a test may.
 */
export async function openHost(): Promise<void> {
  const options = { cacheDir: cacheFolder(process.env), say, env: process.env };
  // One after the other: both show their progress, and both keep a small machine busy.
  const program = await locateTemporalProgram(options);
  const testServerPath = await locateTestServer(options);
  let starting: Promise<Starting> | undefined;
  const prepare = () => {
    starting ??= import('./start.ts').then(({ prepareServers }) =>
      prepareServers({ program, testServerPath }),
    );
    return starting;
  };
  const host = createServer((request, response) => void answer(prepare, request.url ?? '', response));
  process.env[HOST_VARIABLE] = `http://127.0.0.1:${await listen(host)}`;
  endWith(async () => {
    host.close();
    host.closeAllConnections();
    await (await starting)?.end();
  });
}

async function answer(prepare: () => Promise<Starting>, path: string, response: ServerResponse) {
  // A connection that is kept could be closed here just as a busy test file asks again.
  response.setHeader('connection', 'close');
  try {
    const { parts } = await prepare();
    const part = parts[path.slice(1) as keyof typeof parts];
    response.end(JSON.stringify(await part()));
  } catch (error) {
    response.statusCode = 500;
    response.end(error instanceof Error ? error.stack : String(error));
  }
}

async function listen(host: Server): Promise<number> {
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  // It keeps no process alive that has nothing else to do.
  host.unref();
  return (host.address() as AddressInfo).port;
}
