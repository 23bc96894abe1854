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
      description:
        'In the order of their keys, each with when it was linked. Guides with `visibility` `public` are seen by everybody, whoever is in this list.',
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
        'An agency or a provider of the same world as yours. Linking it twice is linking it once; it sees the guides from then on.',
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
        'From then on your `partners` guides are refused to it with 40003. Whoever was no partner may be removed, too: nothing changes.',
      params: PartnerPath,
      response: answers(PartnerUnlinked, 'merchantKindForbidden'),
    },
  },
});
