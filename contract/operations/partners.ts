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
      summary: 'Studio: list the merchants that see and book your `partners` guides',
      description:
        'Sorted by key, each with the time when it was linked. Guides with `visibility` `public` are seen by everyone, whoever is in this list.',
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
      description:
        'An agency or a provider in your environment (sandbox or live). It sees the guides from then on. Linking it again changes nothing.',
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
      description:
        'From then on, your `partners` guides are refused to it with 40003. Removing a merchant that is not a partner changes nothing.',
      params: PartnerPath,
      response: answers(PartnerUnlinked, 'merchantKindForbidden'),
    },
  },
});
