import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isSupportedCountry } from 'libphonenumber-js/max';
import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { invalidParameter } from '../../../domain/errors.ts';
import type { CompanyProfiles } from '../../../services/operators/registry/company-profile.ts';
import type { MerchantRegistry } from '../../../services/operators/registry/merchant-registry.ts';
import { CompanyPath, ContactBody, Done, Profile, ProfileBody } from './schemas.ts';

const PATH = '/api/:company/console/profile';

/** What a company is called, and where. */
export const profileRoutes = (profiles: CompanyProfiles): FastifyPluginAsyncTypebox =>
  async function profile(scope) {
    const schema = { params: CompanyPath, response: answers(Profile) };
    scope.get(PATH, { config: { action: 'company.read' }, schema }, async ({ company }) =>
      ok(await profiles.read(company.id)),
    );

    scope.put(
      PATH,
      { config: { action: 'company.write', fresh: false }, schema: { ...schema, body: ProfileBody } },
      async ({ company, actor, body }) => {
        if (!isSupportedCountry(body.country))
          throw invalidParameter('body.country', 'not_one_of', 'must be two capital letters of ISO 3166-1');
        await profiles.save(actor, company.id, body);
        return ok(await profiles.read(company.id));
      },
    );
  };

/** The e-mail address for trouble with a merchant's endpoints. */
export const contactRoutes = (merchants: MerchantRegistry): FastifyPluginAsyncTypebox =>
  async function contact(scope) {
    scope.put(
      '/contact',
      {
        config: { action: 'company.write', fresh: false },
        schema: { body: ContactBody, response: answers(Done) },
      },
      async ({ merchant, body }) => {
        await merchants.setContact(merchant, merchant.key, body.email);
        return ok({});
      },
    );
  };
