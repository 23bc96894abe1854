import type { FastifyInstance } from 'fastify';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import { createAuditLog } from '../../../services/audit-log.ts';
import { createCompanyProfiles } from '../../../services/operators/registry/company-profile.ts';
import { createMerchantRegistry } from '../../../services/operators/registry/merchant-registry.ts';
import { createProviderLinks } from '../../../services/operators/registry/provider-links.ts';
import { createVerificationDecisions } from '../../../services/operators/verification.ts';
import { createVerificationDocuments } from '../../../services/verification/documents.ts';
import { createVerificationReading } from '../../../services/verification/reading.ts';
import { createVerificationWriting } from '../../../services/verification/writing.ts';
import type { ConsoleContext } from '../context.ts';
import { companyVerificationRoutes } from '../verification/company-routes.ts';
import { operatorVerificationRoutes } from '../verification/operator-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { contactRoutes, profileRoutes } from './profile-routes.ts';

/** What a company is: verification with its operators' side, profile, audit log. */
export const companyRoutes = ({ deps, decisions }: ConsoleContext) =>
  async function company(scope: FastifyInstance): Promise<void> {
    const { consoleBaseUrl } = deps.config;
    const reading = createVerificationReading(deps);
    const writing = createVerificationWriting({ ...deps, consoleBaseUrl });
    const documents = createVerificationDocuments(deps);
    await addRoutes(scope, companyVerificationRoutes({ reading, writing, documents }));
    const verifications = createVerificationDecisions({ ...deps, consoleBaseUrl });
    await addRoutes(scope, operatorVerificationRoutes(verifications, decisions));
    await addRoutes(scope, profileRoutes(createCompanyProfiles(deps)));
    await addRoutes(scope, auditRoutes(createAuditLog(deps)));
  };

/** What belongs to one of its merchants: links, contact. */
export const companyMerchantRoutes = ({ deps }: ConsoleContext) =>
  async function companyMerchant(scope: FastifyInstance): Promise<void> {
    await addRoutes(scope, linkRoutes(createProviderLinks(deps)));
    await addRoutes(scope, contactRoutes(createMerchantRegistry(deps)));
  };
