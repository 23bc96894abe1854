import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import {
  CSV_CONTENT_TYPE,
  CSV_TYPE,
  PDF_TYPE,
  PROOF_TYPE,
} from '../../../contract/operations/settlements.ts';
import type { CallingMerchant } from '../../../domain/merchant.ts';
import { sendFile } from '../../../lib/http/send-file.ts';
import type { StatementFile } from '../../../services/settlements/file.ts';
import { createStatementProofs } from '../../../services/transparency/statement-proof.ts';
import type { ConsoleDeps } from '../deps.ts';
import type { ConsoleAccess } from '../plugins/access.ts';
import { StatementPath } from './schemas.ts';

const CONTENT_TYPES = { csv: CSV_CONTENT_TYPE, pdf: PDF_TYPE, proof: PROOF_TYPE } as const;
const FILE_TYPES = [CSV_TYPE, PDF_TYPE, PROOF_TYPE];

type Owner = Pick<CallingMerchant, 'key'>;

export interface StatementFileOptions {
  /** Where the statements are: `/money/statements`. */
  readonly below: string;
  readonly access: { readonly action: ConsoleAccess };
  /** @throws SettlementNotFound */
  readonly ownerOf: (request: FastifyRequest, settlementId: string) => Owner | Promise<Owner>;
}

/** A statement's files, each with an address: a link of a page can't name a media type. They are the API's own, which it answers by `Accept`. */
export function statementFileRoutes(
  scope: FastifyInstance,
  deps: ConsoleDeps,
  { below, access, ownerOf }: StatementFileOptions,
): void {
  if (!deps.settlements) return;
  const { csv, pdf } = deps.settlements;
  const { proof } = createStatementProofs(deps);
  const files: Record<keyof typeof CONTENT_TYPES, (owner: Owner, id: string) => Promise<StatementFile>> = {
    csv,
    pdf,
    proof,
  };
  const config = { ...access, produces: FILE_TYPES };
  for (const [form, read] of Object.entries(files)) {
    scope.get<{ Params: Static<typeof StatementPath> }>(
      `${below}/:settlementId/${form}`,
      { config, schema: { params: StatementPath } },
      async (request, reply) => {
        const { settlementId } = request.params;
        const file = await read(await ownerOf(request, settlementId), settlementId);
        return sendFile(reply, CONTENT_TYPES[form as keyof typeof files], file);
      },
    );
  }
}
