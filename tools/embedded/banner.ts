import type { DevInfo } from './dev-file.ts';

/** What a person wants to know when the platform is ready. */
export function banner(info: DevInfo, secondsTaken: string): string {
  const { api, console, agency, studio, temporalUi, temporalAddress, temporalNamespace, dataDir, outbox } =
    info;
  const body = `grant_type=client_credentials&client_id=${agency.clientId}&client_secret=${agency.clientSecret}`;
  return `
Guidepost is ready (${secondsTaken} s).

  API            ${api}
  Documentation  ${api}/docs
  Console        ${console.url}
  Temporal UI    ${temporalUi ?? `(with the server at ${temporalAddress})`}
  Temporal       ${temporalAddress}, namespace ${temporalNamespace}  (temporal --address ${temporalAddress} …)
  Data and logs  ${dataDir}
  E-mails        ${outbox === null ? '(not kept; SMTP_URL sends them)' : `${api}/outbox  (${outbox})`}

  Sandbox agency  ${agency.clientId}  ${agency.clientSecret}
  Sandbox studio  ${studio.clientId}  ${studio.clientSecret}
  Console logins  ${console.agency?.email}, ${console.studio?.email}; password ${console.agency?.password}

A first request, for an access token:

  curl -s ${api}/open/v1/auth/token -d '${body}'

An order's whole life: npm run demo (in another terminal). Ctrl-C stops everything.
`;
}
