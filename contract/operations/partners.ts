import { answers } from '../schemas/envelope.ts';
import { Partner, PartnerList, PartnerPath, PartnerUnlinked } from '../schemas/partners.ts';
import { defineOperations } from './define.ts';

const TAGS = ['partners'];

export const partnerOperations = defineOperations({
  listPartners: {
    route: 'GET /open/v1/partner/list',
    sdk: 'partners.list',
    noun: 'partner',
    access: { scope: 'guide:read' },
    schema: {
      tags: TAGS,
      summary: 'Studio: the merchants that see and book your `partners` guides',
      response: answers(PartnerList, 'merchantKindForbidden'),
    },
  },
  linkPartner: {
    route: 'PUT /open/v1/partner/link/{merchantKey}',
    sdk: 'partners.link',
    access: { scope: 'guide:write' },
    schema: {
      tags: TAGS,
      summary: 'Studio: let a merchant see and book your `partners` guides',
      params: PartnerPath,
      response: answers(Partner, 'merchantKindForbidden'),
    },
  },
  unlinkPartner: {
    route: 'DELETE /open/v1/partner/unlink/{merchantKey}',
    sdk: 'partners.unlink',
    access: { scope: 'guide:write' },
    schema: {
      tags: TAGS,
      summary: 'Studio: remove a partner; existing orders stay',
      params: PartnerPath,
      response: answers(PartnerUnlinked, 'merchantKindForbidden'),
    },
  },
});
