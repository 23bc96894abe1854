import type { DevInfo } from '../embedded/dev-file.ts';
import type { ComposeFile } from './compose.ts';
import { leftOut } from './services.ts';

/** What a person wants to know when it is ready. */
export function topologyBanner(
  { api, console, temporalAddress, temporalNamespace, dataDir, agency, studio, pids }: DevInfo,
  file: ComposeFile,
): string {
  const running = Object.keys(pids).filter((name) => !['supervisor', 'guard'].includes(name));
  return `
What docker-compose.yml describes is ready.

  API            ${api}  (by the gateway)
  Console        ${console.url}
  Temporal       ${temporalAddress}, namespace ${temporalNamespace}  (temporal --address ${temporalAddress} …)
  Processes      ${running.toSorted().join(', ')}
  Data and logs  ${dataDir}
  Not here       ${leftOut(file).join(', ')}; TLS, limits of memory, networks, restarts by Docker's rules
  Otherwise      callbacks may go to this machine; PostgreSQL and Redis are of the versions that are there

  Sandbox agency  ${agency.clientId}  ${agency.clientSecret}
  Sandbox studio  ${studio.clientId}  ${studio.clientSecret}

An order's whole life: GUIDEPOST_DATA=${dataDir} npm run demo (in another terminal). Ctrl-C stops everything.
`;
}
