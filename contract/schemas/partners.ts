/** Which merchants see and book a studio's guides of visibility `partners`. */
import { type Static, Type } from 'typebox';
import { Instant } from './common.ts';

const MerchantKey = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "The partner's merchant key",
  examples: ['mk_sandbox_agency'],
});

export const PartnerPath = Type.Object({ merchantKey: MerchantKey }, { additionalProperties: false });

export const Partner = Type.Object({
  merchantKey: MerchantKey,
  name: Type.String({ description: 'Its name' }),
  linkedAt: Instant,
});
export type Partner = Static<typeof Partner>;

export const PartnerList = Type.Object({ list: Type.Array(Partner) });

export const PartnerUnlinked = Type.Object({ merchantKey: MerchantKey, linked: Type.Literal(false) });
