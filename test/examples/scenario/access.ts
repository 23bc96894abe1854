import type { Step } from '../step.ts';
import { AGENCY, AGENCY_SECRET, SIGNED } from './names.ts';

/** Is the platform there, who issues tokens, and the agency's app_secrets. */
export const ACCESS: readonly Step[] = [
  { operationId: 'checkAlive', by: 'anybody' },
  { operationId: 'checkReady', by: 'anybody' },
  { operationId: 'getAuthorizationServerMetadata', by: 'anybody' },
  { operationId: 'getSigningKeys', by: 'anybody' },
  { operationId: 'getEgressAddresses', by: 'anybody' },
  {
    operationId: 'issueToken',
    by: 'anybody',
    body: { grant_type: 'client_credentials', client_id: AGENCY, client_secret: AGENCY_SECRET },
  },
  {
    operationId: 'verifySignature',
    by: 'agency',
    body: SIGNED,
  },
  {
    operationId: 'rotateCredential',
    by: 'agency',
    scope: 'credential:rotate',
    body: { clientSecret: AGENCY_SECRET, overlapSeconds: 3_600 },
    keeps: { credentialId: '4' },
  },
  {
    operationId: 'createOctoKey',
    by: 'agency',
    scope: 'credential:rotate guide:read order:read order:write',
    body: { clientSecret: AGENCY_SECRET, label: 'Reseller X', products: ['G1001', 'G1002'] },
    keeps: { credentialId: '5' },
  },
  { operationId: 'listCredentials', by: 'agency', scope: 'credential:read' },
  {
    operationId: 'revokeCredential',
    by: 'agency',
    scope: 'credential:revoke',
    path: { credentialId: '4' },
    body: { compromised: false },
  },
];
