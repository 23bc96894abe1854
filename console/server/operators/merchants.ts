import { answers, ok } from '../../../contract/schemas/envelope.ts';
import { addRoutes } from '../../../lib/http/add-routes.ts';
import { listMerchants, previewSuspension, readMerchant } from '../../../services/operators/merchants.ts';
import {
  ContactSet,
  Descendants,
  Effects,
  EndedKeys,
  IssuedKey,
  LinkAsked,
  Merchant,
  MerchantRow,
  PageOf,
  Registered,
  RotatedKey,
  StatusSet,
  Unlinked,
  Verified,
} from './answers.ts';
import {
  ContactBody,
  CredentialPath,
  IssueBody,
  LinkBody,
  MerchantPath,
  MerchantsQuery,
  ProviderPath,
  ReasonBody,
  RegisterBody,
  RevokeBody,
  RotateBody,
  VerificationBody,
} from './schemas.ts';
import { type OperatorServices, readerOf, type TypedRoutes } from './typed.ts';

const ALL = '/api/operator/merchants';
const ONE = `${ALL}/:merchantKey`;

/** What operators see and do of merchants; the same as `npm run admin`. */
export const merchantRoutes = (services: OperatorServices): TypedRoutes =>
  async function operatorMerchants(scope) {
    await addRoutes(scope, readingRoutes(services));
    await addRoutes(scope, statusRoutes(services));
    await addRoutes(scope, settingRoutes(services));
    await addRoutes(scope, secretRoutes(services));
  };

const readingRoutes = (services: OperatorServices): TypedRoutes =>
  async function reading(scope) {
    const config = { action: 'operator.read' } as const;
    scope.get(
      ALL,
      { config, schema: { querystring: MerchantsQuery, response: answers(PageOf(MerchantRow)) } },
      async (request) => {
        const { world, ...filter } = request.query;
        const query = world === undefined ? filter : { ...filter, sandbox: world === 'sandbox' };
        return ok(await listMerchants(services, readerOf(request), query));
      },
    );
    scope.get(
      ONE,
      { config, schema: { params: MerchantPath, response: answers(Merchant) } },
      async ({ params }) => ok(await readMerchant(services, params.merchantKey)),
    );
    scope.get(
      `${ONE}/suspension`,
      { config, schema: { params: MerchantPath, response: answers(Effects) } },
      async ({ params }) => ok(await previewSuspension(services.orm, params.merchantKey)),
    );
  };

/** What stops a merchant, or lets it begin. */
const statusRoutes = ({ merchants, decisions }: OperatorServices): TypedRoutes =>
  async function status(scope) {
    const stopping = { action: 'operator.merchants.suspend', fresh: true } as const;
    const schema = { params: MerchantPath, body: ReasonBody, response: answers(StatusSet) };
    for (const [verb, to] of [
      ['suspend', 'suspended'],
      ['resume', 'active'],
    ] as const)
      scope.post(`${ONE}/${verb}`, { config: stopping, schema }, async ({ actor, params, body }) => {
        await merchants.setStatus(actor, params.merchantKey, to, body.reason);
        return ok({ merchantKey: params.merchantKey, status: to });
      });
    scope.post(
      `${ONE}/verification`,
      {
        config: { action: 'operator.verification.write', fresh: true },
        schema: { params: MerchantPath, body: VerificationBody, response: answers(Verified) },
      },
      async ({ actor, params, body: { decision, reason } }) => {
        const { merchantKey } = params;
        if (decision === 'refused') await merchants.verify(actor, merchantKey, decision, reason ?? null);
        const approved =
          decision === 'approved' ? await decisions.approveMerchant(actor, merchantKey) : undefined;
        const proposalId = approved?.proposalId ?? null;
        return ok({
          merchantKey,
          verification: proposalId === null ? decision : ('pending' as const),
          proposalId,
        });
      },
    );
  };

const settingRoutes = ({ merchants, decisions }: OperatorServices): TypedRoutes =>
  async function settings(scope) {
    const config = { action: 'operator.merchants.write', fresh: true } as const;
    scope.post(
      ALL,
      { config, schema: { body: RegisterBody, response: answers(Registered) } },
      async ({ actor, body }) => {
        const { key, verification } = await merchants.register(actor, body);
        return ok({ merchantKey: key, verification: verification ?? 'pending' });
      },
    );
    scope.put(
      `${ONE}/contact`,
      { config, schema: { params: MerchantPath, body: ContactBody, response: answers(ContactSet) } },
      async ({ actor, params, body }) => {
        await merchants.setContact(actor, params.merchantKey, body.email);
        return ok({ merchantKey: params.merchantKey, contactEmail: body.email });
      },
    );
    const link = `${ONE}/links/:providerKey`;
    scope.put(
      link,
      { config, schema: { params: ProviderPath, body: LinkBody, response: answers(LinkAsked) } },
      async ({ actor, params: { merchantKey, providerKey }, body }) => {
        const terms = { merchantKey, providerKey, scopes: body.scopes };
        const { result: requestId, proposalId } = await decisions.askForLink(actor, terms);
        return ok({ ...terms, requestId, proposalId });
      },
    );
    scope.delete(
      link,
      { config, schema: { params: ProviderPath, response: answers(Unlinked) } },
      async ({ actor, params }) => {
        const { merchantKey, providerKey } = params;
        return ok({ removed: await merchants.unlink(actor, merchantKey, providerKey) });
      },
    );
  };

/** A secret is shown once, and only to the person whom it was issued to. */
const secretRoutes = ({ credentials }: OperatorServices): TypedRoutes =>
  async function secrets(scope) {
    const config = { action: 'operator.secrets.write', fresh: true } as const;
    const keys = `${ONE}/keys`;
    scope.post(
      keys,
      { config, schema: { params: MerchantPath, body: IssueBody, response: answers(IssuedKey) } },
      async ({ actor, params, body }) => {
        const { id, appSecret } = await credentials.issue(actor, params.merchantKey, body);
        return ok({ credentialId: id, clientSecret: appSecret });
      },
    );
    scope.get(
      `${keys}/:credentialId/descendants`,
      {
        config: { action: 'operator.secrets.write' },
        schema: { params: CredentialPath, response: answers(Descendants, 'credentialNotFound') },
      },
      async ({ params: { merchantKey, credentialId } }) =>
        ok({ list: await credentials.descendants(merchantKey, credentialId) }),
    );
    scope.post(
      `${keys}/:credentialId/rotate`,
      {
        config,
        schema: {
          params: CredentialPath,
          body: RotateBody,
          response: answers(RotatedKey, 'credentialNotFound'),
        },
      },
      async ({ actor, params: { merchantKey, credentialId }, body }) => {
        const rotated = await credentials.rotate(actor, merchantKey, credentialId, body);
        const previousValidUntil = rotated.previousValidUntil?.toISOString() ?? null;
        return ok({ credentialId: rotated.id, clientSecret: rotated.appSecret, previousValidUntil });
      },
    );
    scope.post(
      `${keys}/:credentialId/revoke`,
      {
        config,
        schema: {
          params: CredentialPath,
          body: RevokeBody,
          response: answers(EndedKeys, 'credentialNotFound'),
        },
      },
      async ({ actor, params, body }) =>
        ok({
          ended: await credentials.revoke(actor, params.credentialId, { ...body, owner: params.merchantKey }),
        }),
    );
  };
