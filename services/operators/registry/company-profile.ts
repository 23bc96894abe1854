import type { MikroORM } from '@mikro-orm/postgresql';
import { Company, Merchant, VerificationSubmission } from '../../../db/entities/index.ts';
import { invalidParameter } from '../../../domain/errors.ts';
import type { MerchantKind, MerchantStatus, Verification } from '../../../domain/merchant.ts';
import type { SubmissionState } from '../../../domain/verification.ts';
import { type AuditActor, recordAudit } from '../../audit.ts';

/** One of a company's two merchants. */
export interface ProfileMerchant {
  readonly key: string;
  readonly name: string;
  readonly country: string;
  readonly status: MerchantStatus;
  readonly verification: Verification;
  /** The e-mail address for trouble with its endpoints. */
  readonly contactEmail: string | null;
}

export interface CompanyProfile {
  readonly companyId: string;
  readonly name: string;
  readonly kind: MerchantKind;
  readonly country: string;
  readonly registeredAt: string;
  readonly sandbox: ProfileMerchant;
  readonly live: ProfileMerchant | null;
  /** The last submission's state; null: there is none. */
  readonly verification: SubmissionState | null;
}

export type CompanyProfiles = ReturnType<typeof createCompanyProfiles>;

/** What a company is called and where; its live merchant keeps the name and country that were verified. */
export function createCompanyProfiles({ orm }: { orm: MikroORM }) {
  return {
    async read(companyId: string): Promise<CompanyProfile> {
      const em = orm.em.fork();
      const { id, name, kind, country, createdAt, ...keys } = await em.findOneOrFail(Company, companyId);
      const merchants = await em.find(Merchant, { key: { $in: [keys.sandboxKey, keys.liveKey ?? ''] } });
      const last = await em.findOne(
        VerificationSubmission,
        { companyId, number: { $gt: 0 } },
        { orderBy: { number: 'desc' } },
      );
      const live = merchants.find(({ key }) => key === keys.liveKey);
      return {
        companyId: id,
        name,
        kind,
        country,
        registeredAt: createdAt.toISOString(),
        sandbox: viewOf(merchants.find(({ key }) => key === keys.sandboxKey)!),
        live: live === undefined ? null : viewOf(live),
        verification: last?.state ?? null,
      };
    },

    /** Also of its sandbox merchant. @throws InvalidParameter for a country other than the verified one. */
    save: (actor: AuditActor, companyId: string, { name, country }: { name: string; country: string }) =>
      orm.em.fork().transactional(async (em) => {
        const company = await em.findOneOrFail(Company, companyId);
        if (company.liveKey && country !== company.country)
          throw invalidParameter('body.country', 'not_permitted', 'was verified; contact us to change it');
        Object.assign(company, { name, country });
        Object.assign(await em.findOneOrFail(Merchant, company.sandboxKey), { name, country });
        await em.flush();
        const details = { name, country };
        await recordAudit(em, actor, { action: 'company.updated', subject: `company:${companyId}`, details });
      }),
  };
}

function viewOf({ key, name, country, status, verification, contactEmail }: Merchant): ProfileMerchant {
  return { key, name, country, status, verification, contactEmail: contactEmail ?? null };
}
