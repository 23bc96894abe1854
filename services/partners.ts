import type { MikroORM } from '@mikro-orm/postgresql';
import type { Partner } from '../contract/schemas/partners.ts';
import { Merchant, Partnership } from '../db/entities/index.ts';
import { linkPartner, unlinkPartner } from '../db/queries/guides/guide-writes.ts';
import { type InvalidParameter, invalidParameter, MerchantKindForbidden } from '../domain/errors.ts';
import type { CallingMerchant } from '../domain/merchant.ts';
import { recordAudit } from './audit.ts';
import { once } from './commands.ts';

/** For studios only; every function throws MerchantKindForbidden for others. */
export interface PartnerService {
  /** In the order of their keys. */
  list(caller: CallingMerchant): Promise<Partner[]>;
  /** Linking twice is linking once. @throws InvalidParameter where that merchant cannot be a partner. */
  link(caller: CallingMerchant, merchantKey: string): Promise<Partner>;
  /** Its orders stay. Unlinking a stranger changes nothing. */
  unlink(caller: CallingMerchant, merchantKey: string): Promise<void>;
}

/** A studio's partners: who sees and books its guides of visibility `partners`. */
export function createPartnerService({ orm, now }: { orm: MikroORM; now: () => Date }): PartnerService {
  return {
    async list(caller) {
      refuseOthers(caller);
      return await orm.em.fork().execute<Partner[]>(LIST, [caller.key]);
    },
    async link(caller, merchantKey) {
      refuseOthers(caller);
      return await orm.em.fork().transactional(async (em) => {
        const partner = await em.findOne(Merchant, { key: merchantKey, sandbox: caller.sandbox });
        if (!partner || partner.kind === 'studio') throw noPartner();
        const link = { studioKey: caller.key, partnerKey: partner.key };
        const { result } = await once(em, caller, 'partner.linked', async () => {
          if (await linkPartner(em, link, now()))
            await recordAudit(em, caller, {
              action: 'partner.linked',
              subject: `merchant:${caller.key}`,
              details: { partnerKey: partner.key },
            });
          const { createdAt } = await em.findOneOrFail(Partnership, link);
          return { linkedAt: createdAt.toISOString() };
        });
        return { merchantKey: partner.key, name: partner.name, ...result };
      });
    },
    async unlink(caller, merchantKey) {
      refuseOthers(caller);
      await orm.em.fork().transactional(async (em) => {
        await once(em, caller, 'partner.unlinked', async () => {
          const link = { studioKey: caller.key, partnerKey: merchantKey };
          if (await unlinkPartner(em, link))
            await recordAudit(em, caller, {
              action: 'partner.unlinked',
              subject: `merchant:${caller.key}`,
              details: { partnerKey: merchantKey },
            });
          return {};
        });
      });
    },
  };
}

const LIST = `
select link.partner_key as "merchantKey", merchant.name,
  to_char(link.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "linkedAt"
from partnership link join merchant on merchant.key = link.partner_key
where link.studio_key = ? order by link.partner_key`;

function refuseOthers(caller: CallingMerchant): void {
  if (caller.kind !== 'studio') throw new MerchantKindForbidden('only studios have partners');
}

function noPartner(): InvalidParameter {
  return invalidParameter(
    'path.merchantKey',
    'unknown_reference',
    'must be the key of an agency or a provider in your environment',
  );
}
